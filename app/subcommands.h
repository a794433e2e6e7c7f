#pragma once

#include "core/tensor/result.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace attn {

/// A function that does a command's work once all words are parsed, and returns the exit status.
using Deed = std::function<Result<int>()>;

/// Returns the work of a command: a Command holds its arguments; its `run` returns a Result<void> or a Result<int>.
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

/// Adds a command to the program. The command's constructor adds its options; if the user names the command, its work
/// is stored in `deed`, which must outlive the parsing. The help lists commands in the order of these calls.
template <class Command, class... More>
void add_command(CLI::App& program, Deed& deed, const std::string& name, const std::string& about, More&&... more) {
    CLI::App& said = *program.add_subcommand(name, about);
    const auto command = std::make_shared<Command>(said, std::forward<More>(more)...);
    said.callback([command, &deed] { deed = deed_of(command); });
}

// These add the commands, grouped by subject.

/// Adds trace, check, weights and code, which write the contents of a source to files.
void add_commands_of_layers(CLI::App& program, Deed& deed);
/// Adds figure, worksheet, storyboard, handout, notes and slides, which write documents for print.
void add_commands_of_documents(CLI::App& program, Deed& deed);
/// Adds layers, families, tokens, generate and recorded, which read files of other programs.
void add_commands_of_models(CLI::App& program, Deed& deed);
/// Adds new, presets, notations, manual and python, which print or copy parts of the program itself.
void add_commands_of_presets(CLI::App& program, Deed& deed);
/// Adds lesson with its own commands, and lecture.
void add_commands_of_lessons(CLI::App& program, Deed& deed);
/// Adds play and, for a command line without a command, the window.
void add_commands_of_windows(CLI::App& program, Deed& deed);

} // namespace attn
