#include "app/assets.h"
#include "app/commands.h"
#include "app/console.h"
#include "app/notation_argument.h"
#include "app/subcommands.h"
#include "core/document/files/session_file.h"
#include "core/document/sources/presets.h"
#include "core/files/printable.h"
#include "core/notation/named_words.h"

#include <fmt/core.h>
#include <string>

namespace attn {

namespace {

struct NewCommand {
    explicit NewCommand(CLI::App& command) {
        command.add_option("--preset", preset, "the preset to copy")->type_name("NAME")->capture_default_str();
        command.add_option("-o,--output", output, "the session file to write")->required()->type_name("FILE");
    }

    Result<void> run() const {
        const auto session = load_preset(program_assets(), preset);
        if (!session)
            return session.error();
        // The preset itself is a session, too.
        if (auto spared = session->inputs.check_spares(output); !spared)
            return spared;
        return save_session(*session, output);
    }

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
            const std::string about = NamedWords::of_text(preset.about).in(Notation());
            print(fmt::format("{:<16} {}: {}\n", terminal_line(preset.name), terminal_line(preset.title),
                              terminal_line(about.substr(0, about.find(". ")))));
        }
        return {};
    }
};

/// Whose letters are whose.
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

} // namespace

void add_commands_of_presets(CLI::App& program, Deed& deed) {
    add_command<NewCommand>(program, deed, "new", "a session file to begin with");
    add_command<PresetsCommand>(program, deed, "presets", "the presets, and what each is about");
    add_command<NotationsCommand>(program, deed, "notations", "in whose letters formulas can be written");
    add_command<ManualCommand>(program, deed, "manual", "the pages of the manual, or one of them");
}

} // namespace attn
