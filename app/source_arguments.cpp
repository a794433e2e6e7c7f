#include "app/source_arguments.h"

#include "app/assets.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>
#include <vector>

namespace attn {

void KindArguments::add_to(CLI::App& command, const std::string& with) {
    command
        .add_option("--like", like,
                    with + ": the kind of model, whatever config.json says; “attention-lab families” lists them; or a "
                           ".json file with a row of your own")
        ->type_name("FAMILY");
    command
        .add_option("--names", names,
                    with + ": what the tensors of queries, keys, values and output are called behind the layer's own "
                           "name: \"q=attn.Wq k=attn.Wk v=attn.Wv o=proj\", qkv=… or kv=… where they are one; "
                           "order=in-out where they stand as Y = X W has them, order=out-in as PyTorch has them")
        ->type_name("NAMES");
    command
        .add_option("--packing", packing,
                    with + ": how queries, keys and values lie in one tensor, where no config.json says it: stacked "
                           "(all queries, all keys, all values), by-head, by-group")
        ->check(CLI::IsMember({"stacked", "by-head", "by-group"}))
        ->type_name("KIND");
}

KindSaid KindArguments::said() const {
    KindSaid said{.like = like.value_or(""), .names = names.value_or("")};
    for (const PackingName& name : packing_names)
        if (name.name == packing)
            said.packing = name.value;
    return said;
}

struct SourceArguments::Words {
    std::optional<std::string> session, model, preset, weights, input, resid_pre, norm, layer, context, padding,
        mask_file;
    KindArguments kind;
    bool block = false;
    std::vector<std::string> tokens, ids;
    std::optional<Index> heads;
    std::vector<std::optional<std::string>> options{attn::options().size()}; ///< arguments of the options, indexed by
                                                                             ///< OptionId
};

/// Returns the names of the given options that go with weights.
std::vector<std::string> SourceArguments::of_weights(const Words& words) {
    const std::array<std::pair<const char*, bool>, 14> all{{{"--input", words.input.has_value()},
                                                            {"--resid-pre", words.resid_pre.has_value()},
                                                            {"--norm", words.norm.has_value()},
                                                            {"--tokens", !words.tokens.empty()},
                                                            {"--ids", !words.ids.empty()},
                                                            {"--heads", words.heads.has_value()},
                                                            {"--layer", words.layer.has_value()},
                                                            {"--block", words.block},
                                                            {"--context", words.context.has_value()},
                                                            {"--padding", words.padding.has_value()},
                                                            {"--mask-file", words.mask_file.has_value()},
                                                            {"--like", words.kind.like.has_value()},
                                                            {"--names", words.kind.names.has_value()},
                                                            {"--packing", words.kind.packing.has_value()}}};
    std::vector<std::string> given;
    for (const auto& [option, is_given] : all)
        if (is_given)
            given.emplace_back(option);
    for (std::size_t i = 0; i < words.options.size(); ++i)
        if (words.options[i])
            given.push_back("--" + std::string(options()[i].name));
    return given;
}

namespace {

/// The help of an option with choices: "with --weights: none, or causal: nobody reads what comes later".
std::string about_with_choices(const Option& option) {
    return fmt::format("with --weights: {}, or {}: {}", option.choices.front().name, option.choices.back().name,
                       option.about);
}

} // namespace

SourceArguments::SourceArguments(CLI::App& command) : words_(std::make_unique<Words>()) {
    Words& words = *words_;
    command.add_option("SOURCE", words.session, "a session file, a file of tensors, or a model's folder")
        ->type_name("FILE");
    command.add_option("--model", words.model, "where the model of a session is now, if it has moved")
        ->type_name("FOLDER");
    command
        .add_option("--preset", words.preset, "a preset, or the model “english”; “attention-lab presets” lists them")
        ->type_name("NAME");
    command
        .add_option("--weights", words.weights,
                    "weights, .npz or .safetensors, or a model's folder; “attention-lab layers” lists the layers in it")
        ->type_name("FILE");
    command.add_option("--input", words.input, "with --weights: X, B×S×D or S×D")->type_name("X.npy");
    command
        .add_option("--resid-pre", words.resid_pre,
                    "with --weights, instead of --input: what enters the layer, before its norm; B×S×D or S×D, or a "
                    "trace of several layers (.npz), which has it as layers.N.resid_pre")
        ->type_name("R.npy");
    command
        .add_option("--norm", words.norm,
                    "with --resid-pre or --tokens: the norm before the layer, where no config.json says it")
        ->check(CLI::IsMember({"none", "layer", "rms"}));
    command
        .add_option("--tokens,--text", words.tokens,
                    "the sentence: for a model's first layer it is cut into tokens as the model does, instead of "
                    "--input; for given rows it says what they are called; again for each item")
        ->type_name("TEXT")
        ->allow_extra_args(false);
    command.add_option("--ids", words.ids, "as --tokens, by numbers from 0: \"2 0 1\", or an .npy of B×S")
        ->type_name("IDS")
        ->allow_extra_args(false);
    command.add_option("--heads", words.heads, "with --weights: the number of heads, where no config.json says it")
        ->type_name("H");
    command
        .add_option("--layer", words.layer,
                    "with --weights: the layer's name (h.1), its number from 0, or a part of its name")
        ->type_name("NAME");
    command.add_flag("--block", words.block,
                     "with --weights: the layer's whole block, with the stream around it, its norms and its MLP");
    words.kind.add_to(command, "with --weights");
    command.add_option("--context", words.context, "with --weights: what keys and values are made from, B×S_k×D_c")
        ->type_name("C.npy");
    command.add_option("--padding", words.padding, "with --weights: B×S_k, added to every row of scores")
        ->type_name("P.npy");
    command
        .add_option("--mask-file", words.mask_file,
                    "with --weights: S_q×S_k, B×1×S_q×S_k or B×H×S_q×S_k, added to the scores")
        ->type_name("M.npy");
    for (const Option& option : options()) {
        std::optional<std::string>& word = words.options[static_cast<std::size_t>(option.id)];
        const std::string name = "--" + std::string(option.name);
        const std::string about = "with --weights: " + std::string(option.about);
        if (option.is_switch())
            command.add_flag_callback(
                name, [&word] { word = "on"; }, about);
        else
            command.add_option(name, word, option.kind == Option::Kind::truth ? about_with_choices(option) : about)
                ->type_name(option.kind == Option::Kind::count    ? "N"
                            : option.kind == Option::Kind::number ? "VALUE"
                                                                  : "KIND");
    }
}

SourceArguments::~SourceArguments() = default;

bool SourceArguments::empty() const {
    return of_weights(*words_).empty() && !words_->session && !words_->preset && !words_->weights;
}

bool SourceArguments::names_file_alone() const {
    return words_->session && of_weights(*words_).empty() && !words_->model && !words_->preset && !words_->weights;
}

Result<Source> SourceArguments::source() const {
    const Words& words = *words_;
    const auto model = words.preset ? program_model(*words.preset) : std::nullopt;
    const std::array<bool, 3> kinds{words.session.has_value(), words.preset.has_value(), words.weights.has_value()};
    const auto named = std::ranges::count(kinds, true);
    if (named > 1)
        return error("more than one source; give a session file, --preset or --weights");
    if (const auto options = of_weights(words); !options.empty() && !words.weights && !words.session && !model)
        return error("{} goes with --weights", options.front());
    if (named == 0)
        return error("no source; give a session file, --preset NAME, or --weights W --input X.npy --heads H");
    Source source;
    for (const Option& option : options())
        if (const auto& word = words.options[static_cast<std::size_t>(option.id)]) {
            const auto value = parse_option(option, *word);
            if (!value)
                return error("--{}: {}", option.name, value.error().message);
            source.options.push_back({option.id, *value});
        }
    source.session = words.session;
    source.model = words.model;
    source.weights = words.weights;
    // Without a text of one's own, the model opens with the text that it comes with.
    if (model && !of_weights(words).empty())
        source.weights = *model;
    else
        source.preset = words.preset;
    source.input = words.input;
    source.resid_pre = words.resid_pre;
    if (words.norm)
        source.norm = *words.norm == "none"    ? Norm::Kind::off
                      : *words.norm == "layer" ? Norm::Kind::layer
                                               : Norm::Kind::rms;
    source.heads = words.heads;
    source.said = words.kind.said();
    source.layer = words.layer;
    source.whole_block = words.block;
    source.context = words.context;
    source.tokens = words.tokens;
    source.ids = words.ids;
    source.padding = words.padding;
    source.mask_file = words.mask_file;
    return source;
}

Result<Source> parse_source(std::span<const std::string> words) {
    CLI::App command;
    command.set_help_flag();
    const SourceArguments arguments(command);
    try {
        // CLI11 takes its words in reverse order.
        command.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& failed) {
        return error("{}", failed.what());
    }
    return arguments.source();
}

} // namespace attn
