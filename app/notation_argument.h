#pragma once

#include "core/notation/notation.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace attn {

/// The notations that come with the program, a line each: its name, and the letters by which it can be told.
std::string notations_by_their_letters();

/// Says on standard error what is doubtful in somebody's own notation.
void say_doubts(const NotationChoice& notation);

/// `--notation` of a command that opens the window.
class NotationArgument {
public:
    /// Adds the option to a command, which `this` must outlive; `about` says whose symbols it chooses.
    NotationArgument(CLI::App& command, const std::string& about);
    NotationArgument(const NotationArgument&) = delete;
    NotationArgument& operator=(const NotationArgument&) = delete;

    /// What was said; none where nothing was. Fails where there is no such notation, and it is no file of one.
    Result<std::optional<NotationChoice>> chosen() const;

private:
    std::optional<std::string> words_;
};

} // namespace attn
