#pragma once

#include "core/tensor/result.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace attn {

/// The work to be done once all words are parsed; returns the exit status.
using Deed = std::function<Result<int>()>;

/// The work of a command: a Command holds its arguments; its `run` returns a Result<void> or a Result<int>.
template <class Command>
Deed deed_of(const std::shared_ptr<Command>& command) {
    return [command]() -> Result<int> {
        const auto done = command->run();
        if (!done)
            return done.error();
        if constexpr (std::is_same_v<decltype(command->run()), Result<int>>)
            return *done;
        else
            return 0;
    };
}

/// Adds a command to the program. The command's constructor adds its options; if the user names the command, it becomes
/// `deed`, which must outlive the parsing. The order of calls is that of the help.
template <class Command, class... More>
void add_command(CLI::App& program, Deed& deed, const std::string& name, const std::string& about, More&&... more) {
    CLI::App& said = *program.add_subcommand(name, about);
    const auto command = std::make_shared<Command>(said, std::forward<More>(more)...);
    said.callback([command, &deed] { deed = deed_of(command); });
}

// These add the commands, grouped by subject.

/// trace, check, weights, code: the contents of a source, as files.
void add_commands_of_layers(CLI::App& program, Deed& deed);
/// figure, worksheet, storyboard, handout, notes, slides: documents for print.
void add_commands_of_documents(CLI::App& program, Deed& deed);
/// layers, families, tokens, generate, recorded: files that others made.
void add_commands_of_models(CLI::App& program, Deed& deed);
/// new, presets, notations, manual, python: parts of the program itself.
void add_commands_of_presets(CLI::App& program, Deed& deed);
/// lesson and its own commands, lecture.
void add_commands_of_lessons(CLI::App& program, Deed& deed);
/// play and, without any command, the window itself.
void add_commands_of_windows(CLI::App& program, Deed& deed);

} // namespace attn
