#pragma once

#include "core/document/figure_request.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace attn {

/// How a worksheet, storyboard or handout shows a layer, as the user wrote it.
struct BookArguments {
    std::optional<std::string> notation;
    bool columns = false;
    std::optional<Index> item, head; // from 1
};

/// Adds the options to a command; the arguments must outlive the parsing.
void add_book_options(CLI::App& command, BookArguments& arguments);

/// What was said, for all pages alike; fails where an option cannot be understood.
Result<FigureRequest> read_book_arguments(const BookArguments& arguments);

/// A number counted from 1, as one counted from 0.
Result<std::optional<Index>> counted_from_0(const char* option, std::optional<Index> from_1);

} // namespace attn
