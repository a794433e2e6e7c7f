#include "core/document/session/column_names.h"

#include "core/document/session/places.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace attn {

namespace {

/// The array whose numbers, for one head, the edit replaces completely; nullopt if some of them stay or are only
/// scaled.
struct Replaced {
    const Sizes& sizes;

    std::optional<ArrayId> operator()(const SetMatrix& edit) const { return edit.array; }
    std::optional<ArrayId> operator()(const SetPart& edit) const {
        const bool is_whole = edit.numbers.shape() == shape_of(sizes, edit.first.array);
        return is_whole ? std::optional(edit.first.array) : std::nullopt;
    }
    std::optional<ArrayId> operator()(const Fill& edit) const {
        const bool is_whole = edit.rows == 0 && edit.columns == 0;
        const bool means_as_before = edit.with == Fill::With::scaled || edit.with == Fill::With::zero;
        return is_whole && !means_as_before ? std::optional(edit.array) : std::nullopt;
    }
    template <class Other>
    std::optional<ArrayId> operator()(const Other& /*edit*/) const {
        return std::nullopt;
    }
};

/// True if the stage has the same columns as one of `others`: a product has those of its right factor, a sum those of
/// its terms.
bool has_columns_of(const Array& stage, const std::vector<ArrayId>& others) {
    const auto hands_on = [&](const OperandRow& operand) {
        return std::ranges::any_of(operand.arrays, [&](ArrayId array) {
            const bool is_term = operand.reads == Reads::cell && row_of(array).columns == stage.columns;
            return (operand.reads == Reads::column || is_term) && std::ranges::find(others, array) != others.end();
        });
    };
    return std::ranges::any_of(stage.recipes, [&](const RecipeRow& recipe) {
        return std::ranges::any_of(recipe.operands,
                                   [&](const OperandRow& operand) { return operand.required && hands_on(operand); });
    });
}

/// The stages that have the same columns as the weight.
std::vector<ArrayId> stages_with_columns_of(ArrayId weight) {
    std::vector<ArrayId> made{weight};
    for (const Array& stage : stages())
        if (has_columns_of(stage, made))
            made.push_back(stage.id);
    made.erase(made.begin());
    return made;
}

/// The first names, for a sentence: “odd”, “left” …
std::string first_of(const std::vector<std::string>& names) {
    constexpr std::size_t shown = 2;
    std::string first;
    for (std::size_t i = 0; i < std::min(shown, names.size()); ++i)
        first += fmt::format("{}“{}”", i == 0 ? "" : ", ", printable(names[i], 40));
    return names.size() > shown ? first + " …" : first;
}

void drop_names_without_column(Session& session) {
    const Sizes sizes = sizes_of(session.layer());
    std::erase_if(session.column_names,
                  [&](const auto& names) { return std::ssize(names.second) != shape_of(sizes, names.first).columns; });
}

} // namespace

LostColumnNames drop_untrue_column_names(Session& session, const Edit& edit) {
    drop_names_without_column(session);
    const Sizes sizes = sizes_of(session.layer());
    const auto replaced = std::visit(Replaced{sizes}, edit);
    if (!replaced || !is_parameter(*replaced) || row_of(*replaced).rows == Axis::one)
        return {};
    LostColumnNames lost;
    NamedWords arrays;
    std::string examples;
    for (const ArrayId stage : stages_with_columns_of(*replaced)) {
        const auto named = session.column_names.find(stage);
        if (named == session.column_names.end())
            continue;
        if (examples.empty())
            examples = first_of(named->second);
        session.column_names.erase(named);
        lost.arrays.push_back(stage);
        arrays += (arrays.empty() ? "" : " and ") + NamedWords::array(stage);
    }
    if (!lost.arrays.empty())
        lost.words = "New weights: the columns of " + arrays +
                     " mean something else now, and are numbered instead of named (" + examples +
                     "). There is nothing to do.";
    return lost;
}

} // namespace attn
