#include "app/assets.h"
#include "app/commands.h"
#include "app/subcommands.h"
#include "core/document/sources/recording.h"
#include "core/files/printable.h"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <string>

namespace attn {

namespace {

constexpr const char* layers_help = R"(Examples
  attention-lab layers model.safetensors
  attention-lab layers ~/models/gpt2

Then, by number (from 0), name, or a part of a name that no other layer has
  attention-lab trace ~/models/gpt2 --layer h.3 --resid-pre r.npy -o trace.npz     what enters the layer, before its norm
  attention-lab trace ~/models/gpt2 --layer 3 --input x.npy -o trace.npz           X itself
  attention-lab ~/models/gpt2 --text "the cat"                the first layer, from the model's own embeddings)";

struct LayersCommand {
    explicit LayersCommand(CLI::App& command) {
        command.add_option("FILE", tensors, ".safetensors, its index, .npz, or a folder")
            ->required()
            ->type_name("FILE");
        command.footer(layers_help);
    }

    Result<void> run() const { return print_layers(tensors); }

    std::string tensors;
};

struct FamiliesCommand {
    explicit FamiliesCommand(CLI::App& command) {
        command.add_option("NAME", name, "one of them, or a .json file of your own: all that is known of it, as JSON")
            ->type_name("NAME");
    }

    Result<void> run() const { return print_families(name); }

    std::string name;
};

constexpr const char* tokens_help = R"(Examples
  attention-lab tokens ~/models/gpt2 --text "Attention is here"      [8086, 1463, 318, 994]
  attention-lab tokens ~/models/bert --file poem.txt

The ids are those that the model reads, with its start and end tokens. MODEL is a folder with a tokenizer.json, a
vocab.json and merges.txt, or a vocab.txt; nothing else need be in it. Or a session that was opened from one.)";

struct TokensCommand {
    explicit TokensCommand(CLI::App& command) {
        command.add_option("MODEL", options.model, "a model's folder")->required()->type_name("FOLDER");
        command.add_option("--text", options.text, "the text")->type_name("TEXT");
        command.add_option("--file", options.file, "a file with the text")->type_name("FILE");
        command.footer(tokens_help);
    }

    Result<void> run() const { return tokens_command(options); }

    TokensOptions options;
};

constexpr const char* generate_help = R"(Examples
  attention-lab generate --preset english --text "the cat" --count 20
  attention-lab generate ~/models/gpt2 --text "The cat sat on" --count 20
  attention-lab generate ~/models/gpt2 --text "The cat" --temperature 0.8 --top-k 40 --seed 7
  attention-lab generate cat.json --count 20     a session that holds a model: attention-lab new --help

The likeliest word follows always, unless a temperature is given. The same seed gives the same text.)";

struct GenerateCommand {
    explicit GenerateCommand(CLI::App& command) {
        command.add_option("MODEL", options.model, "a model's folder")->type_name("FOLDER");
        command.add_option("--preset", preset, "a model that comes with the program: english")->type_name("NAME");
        command.add_option("--model", options.moved_to, "where the model of a session is now, if it has moved")
            ->type_name("FOLDER");
        command.add_option("--text", options.text, "the text that it goes on with")->type_name("TEXT");
        command.add_option("--ids", options.ids, "the same, by numbers from 0: \"2 0 1\"")->type_name("IDS");
        command.add_option("--count", options.count, "how many tokens it writes")->type_name("N");
        command
            .add_option("--temperature", options.sampling.temperature,
                        "0: always the likeliest token; 1: as the model says")
            ->type_name("T");
        command.add_option("--top-k", options.sampling.top_k, "draw only among the K likeliest tokens")->type_name("K");
        command
            .add_option("--top-p", options.sampling.top_p,
                        "draw only among the likeliest tokens that together have this share")
            ->type_name("P");
        command.add_option("--seed", options.sampling.seed, "of the tokens that are drawn")->type_name("N");
        command.footer(generate_help);
    }

    Result<void> run() const {
        if (preset.empty() == options.model.empty())
            return error("expected a model's folder, or --preset english");
        GenerateOptions named = options;
        if (!preset.empty()) {
            const auto model = program_model(preset);
            if (!model)
                return error("no model “{}” comes with the program; expected english", printable(preset));
            named.model = *model;
        }
        return generate_command(named);
    }

    GenerateOptions options;
    std::string preset;
};

struct RecordedCommand {
    explicit RecordedCommand(CLI::App& command) {
        command.add_option("FILE", stages, ".npz or .safetensors of stages")->required()->type_name("FILE");
        command.add_option("--layer", layer, "the layer's name, which stands before theirs")->type_name("NAME");
        for (std::size_t i = 0; i < words.size(); ++i) {
            const Option& row = option(options_of_recordings.at(i));
            const bool is_number = row.takes_number();
            command
                .add_option(fmt::format("--{}", row.name), words.at(i),
                            is_number ? std::string(row.about) : fmt::format("{}: {}", choices_text(row), row.about))
                ->type_name(is_number ? "VALUE" : "KIND");
        }
    }

    Result<int> run() const {
        std::vector<OptionSetting> told;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (!words.at(i))
                continue;
            const Option& row = option(options_of_recordings.at(i));
            const auto value = parse_option(row, *words.at(i));
            if (!value)
                return error("--{}: {}", row.name, value.error().message);
            told.push_back({row.id, *value});
        }
        return print_recording(stages, layer, told);
    }

    std::string stages;
    std::optional<std::string> layer;
    std::array<std::optional<std::string>, options_of_recordings.size()> words{};
};

} // namespace

void add_commands_of_models(CLI::App& program, Deed& deed) {
    add_command<LayersCommand>(program, deed, "layers",
                               "the attention layers in a file of tensors or a model's folder");
    add_command<FamiliesCommand>(program, deed, "families",
                                 "the kinds of models that are known by config.json's model_type, or --like");
    add_command<TokensCommand>(program, deed, "tokens", "the ids of the tokens that a model makes of a text");
    add_command<GenerateCommand>(program, deed, "generate", "a text, and what a model writes after it");
    add_command<RecordedCommand>(program, deed, "recorded",
                                 "compares recorded stages with what follows from the others");
}

} // namespace attn
