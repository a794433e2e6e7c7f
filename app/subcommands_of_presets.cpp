#include "app/assets.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/notation_argument.h"
#include "app/source_arguments.h"
#include "app/subcommands.h"
#include "core/document/files/session_file.h"
#include "core/document/sources/presets.h"
#include "core/files/printable.h"
#include "core/notation/named_words.h"

#include <fmt/core.h>
#include <string>

namespace attn {

namespace {

constexpr const char* new_help = R"(Examples
  attention-lab new --preset by-hand -o lecture.json
  attention-lab new ~/models/gpt2 --text "The cat sat on" --set "3:A/2[4,1]=0.5" --off 5:1 -o cat.json
  attention-lab generate cat.json ; attention-lab trace cat.json -o t.npz ; attention-lab figure cat.json --layer 3 …

A session of a whole model names its files with their sizes and checksums, of tensors of their first and last numbers; it
opens where they are as they were, and says which is not.)";

struct NewCommand {
    explicit NewCommand(CLI::App& command) {
        command.add_option("MODEL", model.model, "a model's folder, of which the session holds all layers")
            ->type_name("FOLDER");
        command.add_option("--text", model.text, "with a model: the text that it reads")->type_name("TEXT");
        command.add_option("--ids", model.ids, "with a model: the same, by numbers from 0")->type_name("IDS");
        command.add_option("--set", model.cells, "with a model: a pin or a weight, layers from 0: 3:A/2[4,1]=0.5")
            ->type_name("CELL=VALUE")
            ->allow_extra_args(false);
        command.add_option("--off", model.heads_off, "with a model: a head that is switched off: 3:2")
            ->type_name("LAYER:HEAD")
            ->allow_extra_args(false);
        kind.add_to(command, "with a model");
        command.footer(new_help);
        command.add_option("--preset", preset, "the preset to copy")->type_name("NAME")->capture_default_str();
        command.add_option("-o,--output", output, "the session file to write")->required()->type_name("FILE");
    }

    Result<void> run() const {
        if (!model.model.empty()) {
            NewModelOptions options = model;
            options.said = kind.said();
            options.output = output;
            return new_model_command(options);
        }
        if (model.text || model.ids || !model.cells.empty() || !model.heads_off.empty() || !kind.empty())
            return error(
                "--text, --ids, --set, --off, --like, --names and --packing go with a model: attention-lab new "
                "MODEL --text \"…\" -o FILE");
        const auto session = load_preset(program_assets(), preset);
        if (!session)
            return session.error();
        // The preset is a session file, too, and must not be replaced.
        if (auto spared = session->inputs.check_spares(output); !spared)
            return spared;
        return save_session(*session, output);
    }

    NewModelOptions model;
    KindArguments kind;
    std::string preset{default_preset};
    std::string output;
};

struct PresetsCommand {
    explicit PresetsCommand(CLI::App& /*command*/) {}

    static Result<void> run() {
        const auto presets = list_presets(program_assets());
        if (!presets)
            return presets.error();
        for (const Preset& preset : *presets) {
            const std::string about = NamedWords::of_text(preset.about).in(Notation()).letters();
            print(fmt::format("{:<16} {}: {}\n", terminal_line(preset.name), terminal_line(preset.title),
                              terminal_line(about.substr(0, about.find(". ")))));
        }
        const auto models = list_models(program_assets());
        if (!models)
            return models.error();
        for (const Preset& model : *models)
            print(fmt::format("{:<16} {}: {} generate --preset {} --text \"the cat\"\n", terminal_line(model.name),
                              terminal_line(model.title),
                              terminal_line(model.about.substr(0, model.about.find('.') + 1)),
                              terminal_line(model.name)));
        return {};
    }
};

/// Prints the notations and their letters.
struct NotationsCommand {
    explicit NotationsCommand(CLI::App& /*command*/) {}

    static Result<void> run() {
        print(notations_by_their_letters());
        return {};
    }
};

struct ManualCommand {
    explicit ManualCommand(CLI::App& command) {
        command.add_option("TOPIC", topic, "which page; without one, what there is")->type_name("TOPIC");
    }

    Result<void> run() const { return manual_command(topic); }

    std::string topic;
};

struct PythonCommand {
    explicit PythonCommand(CLI::App& command) {
        command.footer("Example\n  attention-lab python > attention_lab.py\n\nThen, in Python\n"
                       "  import attention_lab; attention_lab.check(torch.nn.MultiheadAttention(16, 4), x)");
    }

    static Result<void> run() { return python_command(); }
};

} // namespace

void add_commands_of_presets(CLI::App& program, Deed& deed) {
    add_command<NewCommand>(program, deed, "new", "a session file to begin with");
    add_command<PresetsCommand>(program, deed, "presets", "the presets, and what each is about");
    add_command<NotationsCommand>(program, deed, "notations", "the notations that formulas can be written in");
    add_command<ManualCommand>(program, deed, "manual", "the pages of the manual, or one of them");
    add_command<PythonCommand>(program, deed, "python", "a module of Python that calls this program, as one file");
}

} // namespace attn
