#include "app/commands.h"
#include "app/subcommands.h"
#include "core/document/sources/recording.h"

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
        command.add_option("--file", options.file, "a file that holds it")->type_name("FILE");
        command.footer(tokens_help);
    }

    Result<void> run() const { return tokens_command(options); }

    TokensOptions options;
};

struct RecordedCommand {
    explicit RecordedCommand(CLI::App& command) {
        command.add_option("FILE", stages, ".npz or .safetensors of stages")->required()->type_name("FILE");
        command.add_option("--layer", layer, "what stands before their names")->type_name("NAME");
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
    add_command<RecordedCommand>(program, deed, "recorded",
                                 "compares recorded stages with what follows from the others");
}

} // namespace attn
