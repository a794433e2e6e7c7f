#include "app/handout_arguments.h"

#include "core/notation/notation.h"

#include <CLI/CLI.hpp>

namespace attn {

void add_book_options(CLI::App& command, BookArguments& arguments) {
    command.add_option("--head", arguments.head, "counted from 1")->type_name("H");
    command.add_option("--item", arguments.item, "counted from 1")->type_name("B");
    command.add_option("--notation", arguments.notation, notation_list() + ", or the file of another")
        ->type_name("NAME");
    command.add_flag("--columns", arguments.columns, "tokens are columns");
}

Result<std::optional<Index>> counted_from_0(const char* option, std::optional<Index> from_1) {
    if (!from_1)
        return std::optional<Index>();
    if (*from_1 < 1)
        return error("{} {}: they are counted from 1", option, *from_1);
    return std::optional(*from_1 - 1);
}

Result<FigureRequest> read_book_arguments(const BookArguments& arguments) {
    FigureRequest request;
    const auto item = counted_from_0("--item", arguments.item);
    if (!item)
        return item.error();
    const auto head = counted_from_0("--head", arguments.head);
    if (!head)
        return head.error();
    request.item = *item;
    request.head = *head;
    if (arguments.notation) {
        auto notation = notation_of_words(*arguments.notation);
        if (!notation)
            return error("--notation {}", notation.error().message);
        request.notation = *std::move(notation);
    }
    if (arguments.columns)
        request.tokens_as_columns = true;
    return request;
}

} // namespace attn
