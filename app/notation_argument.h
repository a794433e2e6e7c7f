#pragma once

#include "core/notation/notation.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace attn {

/// Returns a line for each notation that comes with the program: its name, and letters that tell it from the others.
std::string notations_by_their_letters();

/// Warns on standard error about letters that somebody's own notation uses twice.
void say_doubts(const NotationChoice& notation);

/// The option `--notation` of a command that opens the window.
class NotationArgument {
public:
    /// Adds the option to a command. This object must live as long as the command. `about` says whose symbols the
    /// option chooses.
    NotationArgument(CLI::App& command, const std::string& about);
    NotationArgument(const NotationArgument&) = delete;
    NotationArgument& operator=(const NotationArgument&) = delete;

    /// Returns the chosen notation; nullopt if none was given. Fails if neither a notation nor a file of a notation has
    /// that name.
    Result<std::optional<NotationChoice>> chosen() const;

private:
    std::optional<std::string> words_;
};

} // namespace attn
