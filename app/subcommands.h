#pragma once

#include "core/tensor/result.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace attn {

/// What is to be done once all words are understood; gives the exit status.
using Deed = std::function<Result<int>()>;

/// The deed of running a command: a Command is what it was told, and `run` gives a Result<void> or a Result<int>.
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

/// Makes a command known: its constructor adds its options, and where it is said it becomes the deed, which must
/// outlive the parsing. The order of commands is that of the help.
template <class Command, class... More>
void add_command(CLI::App& program, Deed& deed, const std::string& name, const std::string& about, More&&... more) {
    CLI::App& said = *program.add_subcommand(name, about);
    const auto command = std::make_shared<Command>(said, std::forward<More>(more)...);
    said.callback([command, &deed] { deed = deed_of(command); });
}

// The commands, by what they are about.

/// trace, check, weights, code: what a source holds, as files.
void add_commands_of_layers(CLI::App& program, Deed& deed);
/// figure, worksheet, storyboard, handout, notes, slides: what is printed.
void add_commands_of_documents(CLI::App& program, Deed& deed);
/// layers, families, tokens, recorded: files that others made.
void add_commands_of_models(CLI::App& program, Deed& deed);
/// new, presets, notations, manual: what the program brings with it.
void add_commands_of_presets(CLI::App& program, Deed& deed);
/// lesson and what it does, lecture.
void add_commands_of_lessons(CLI::App& program, Deed& deed);
/// play; and where no command is said, the window itself.
void add_commands_of_windows(CLI::App& program, Deed& deed);

} // namespace attn
