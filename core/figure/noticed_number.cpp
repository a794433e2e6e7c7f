#include "core/figure/noticed_number.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace attn {

namespace {

/// A row of attention weights, and the keys with the largest ones.
struct MostRead {
    CellId row{0, ArrayId{}}; ///< the first cell of the row
    float share = 0;
    std::vector<Index> keys; ///< several if the figure shows them with the same digits
    bool are_all = false;    ///< true: all keys that are not masked
    bool has_choice = false; ///< true: more than one key has attention
};

class Noticed {
public:
    Noticed(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture)
        : drawing_(drawing), kind_(kind), drawn_(matrices_in(picture, false)), compared_(matrices_in(picture, true)) {}

    std::optional<Claim> claim() const {
        if (kind_.picture == PictureId::token)
            return most_read(all_matrices(ArrayId::A), drawing_.view_state.row);
        const bool shows_an_array = kind_.scope != FigureScope::layer && kind_.caption == nullptr;
        if (!shows_an_array || kind_.shows_change || kind_.shows_baseline) // a single number would belong to only one
                                                                           // of the two states
            return std::nullopt;
        if (kind_.shows_one_row && array_of_row(drawing_) != ArrayId::A)
            return std::nullopt;
        if (kind_.shows_one_row)
            return most_read({first_cell(ArrayId::A, drawing_.view_state.head)}, selected_cell(drawing_).row);
        const std::vector<CellId> matrices = shown_matrices();
        return row_of(matrices.front().array).meaning == Meaning::share ? most_read(matrices, std::nullopt)
                                                                        : largest(matrices);
    }

private:
    /// The first cells of the layer's matrices that the picture shows, each once. `as_difference`: those that are shown
    /// as a difference from another; else the others.
    std::vector<CellId> matrices_in(const DisplayList& picture, bool as_difference) const {
        std::vector<CellId> matrices;
        for (const Item& item : picture.items)
            if (const auto* const colours = std::get_if<ShownColours>(&item.says);
                colours && colours->first && colours->is_difference == as_difference) {
                CellId first = canonical(drawing_, *colours->first);
                first.row = first.column = 0;
                if (std::ranges::find(matrices, first) == matrices.end())
                    matrices.push_back(first);
            }
        return matrices;
    }

    /// The drawn matrices of the figure's array. If none is drawn, and all drawn matrices belong to one other array,
    /// such as the heads' parts of an output: those.
    std::vector<CellId> shown_matrices() const {
        const ArrayId array = drawing_.view_state.array();
        std::vector<CellId> matrices = drawn_;
        std::erase_if(matrices, [&](const CellId& first) { return first.array != array; });
        if (!matrices.empty())
            return matrices;
        const auto is_of_another = [&](const CellId& first) { return first.array != drawn_.front().array; };
        return drawn_.empty() || std::ranges::any_of(drawn_, is_of_another) ? all_matrices(array) : drawn_;
    }

    /// The matrices of the array that the figure is about: the selected head's for one matrix, otherwise those of all
    /// shown heads.
    std::vector<CellId> all_matrices(ArrayId array) const {
        const ViewState& view = drawing_.view_state;
        if (kind_.scope == FigureScope::matrix || !has_heads(array))
            return {first_cell(array, view.head)};
        std::vector<CellId> all;
        for (Index head = 0; head < drawing_.sizes().H; ++head)
            if (view.heads.empty() || std::ranges::find(view.heads, head) != view.heads.end())
                all.push_back(first_cell(array, head));
        return all;
    }

    CellId first_cell(ArrayId array, Index head) const {
        return canonical(drawing_, {drawing_.layer().number, array, drawing_.view_state.item, head, 0, 0});
    }

    std::string number(float value) const { return display_number(value, drawing_.view_state.decimals); }

    /// The words that distinguish a cell's matrix from the others: "in head 2 ", "in item 1 ".
    Prose in_matrix(const CellId& cell, const std::vector<CellId>& matrices) const {
        const auto has_other = [&](Index CellId::*part) {
            const auto is_other = [&](const CellId& first) { return first.*part != cell.*part; };
            return std::ranges::any_of(matrices, is_other) || std::ranges::any_of(compared_, is_other);
        };
        return (has_other(&CellId::item) ? prose("in item {} ", cell.item + 1) : Prose()) +
               (has_other(&CellId::head) ? prose("in head {} ", head_number(drawing_.session, cell.head)) : Prose());
    }

    /// The key with the most attention in `row`. Without a row: the largest attention weight of all queries that have
    /// more than one key; if several are equal, the selected row wins.
    std::optional<Claim> most_read(const std::vector<CellId>& matrices, std::optional<Index> row) const {
        if (!drawing_.trace.has(ArrayId::A))
            return std::nullopt;
        std::optional<MostRead> most;
        std::vector<MostRead> all;
        const auto is_selected = [&](const MostRead& one) { return one.row.row == drawing_.view_state.row; };
        const auto is_before = [&](const MostRead& one, const MostRead& other) {
            return is_shown_alike(one.share, other.share) && is_selected(one) != is_selected(other)
                       ? is_selected(one)
                       : one.share > other.share;
        };
        for (const CellId& first : matrices) {
            const Matrix shares = drawing_.trace.array(first.array, first.item, first.head);
            for (Index i = row.value_or(0); i < (row ? *row + 1 : shares.rows()); ++i) {
                const auto one = row_of_shares(shares, i, first);
                if (one && !row)
                    all.push_back(*one);
                if (one && (row || one->has_choice) && (!most || is_before(*one, *most)))
                    most = one;
            }
        }
        if (!most)
            return std::nullopt;
        const std::string share = number(most->share);
        std::vector<Fact> facts{written_fact(Quantity::row_largest, most->row, share)};
        for (const Index key : most->keys) {
            CellId cell = most->row;
            cell.column = key;
            facts.push_back(written_fact(Quantity::value, cell, share));
        }
        ViewState of_item = drawing_.view_state;
        of_item.item = most->row.item;
        const DrawContext there = drawing_.seen_as(of_item);
        Prose words = in_matrix(most->row, matrices) + token_name(there, false, most->row.row);
        words += most->are_all ? prose(" reads all alike, each with {}", share)
                               : prose(" reads {} most, {}with {}", token_names(there, true, most->keys),
                                       most->keys.size() > 1 ? "each " : "", share);
        Index others = 0;
        for (const MostRead& other : all)
            if (other.row != most->row && is_shown_alike(other.share, most->share)) {
                ++others;
                facts.push_back(written_fact(Quantity::row_largest, other.row, share));
            }
        if (others > 0)
            words +=
                prose(", as in {} other {}", others, noun_for(others, token_line(drawing_.session.tokens_as_columns)));
        return Claim{std::move(words), std::move(facts)};
    }

    /// True if the figure shows both numbers with the same digits.
    bool is_shown_alike(float one, float other) const {
        return are_shown_alike(one, other, [this](float value) { return number(value); });
    }

    /// True if another cell's magnitude is shown with the same digits. Magnitudes of less than half of it cannot be.
    bool has_another_alike(const std::vector<CellId>& matrices, const CellId& cell, float magnitude) const {
        for (const CellId& first : matrices) {
            const Matrix numbers = drawing_.trace.array(cell.array, first.item, first.head);
            for (Index i = 0; i < numbers.rows(); ++i)
                for (Index j = 0; j < numbers.columns(); ++j) {
                    const float other = std::abs(numbers(i, j));
                    if (other >= magnitude / 2 && std::isfinite(other) &&
                        CellId{first.layer, cell.array, first.item, first.head, i, j} != cell &&
                        is_shown_alike(other, magnitude))
                        return true;
                }
        }
        return false;
    }

    std::optional<MostRead> row_of_shares(const Matrix& shares, Index row, const CellId& first) const {
        const auto numbers = shares.row(row);
        if (std::ranges::any_of(numbers, [](float share) { return !std::isfinite(share); }))
            return std::nullopt;
        MostRead most{first, *std::ranges::max_element(numbers), {}};
        most.row.row = row;
        const auto readable = std::ranges::count_if(numbers, [](float share) { return share > 0; });
        if (readable == 0)
            return std::nullopt;
        most.has_choice = readable > 1;
        most.keys = places_of_largest(numbers, [this](float share) { return number(share); });
        most.are_all = most.has_choice && std::ssize(most.keys) == readable;
        return most;
    }

    /// The number with the largest magnitude, and if another is shown with the same digits.
    std::optional<Claim> largest(const std::vector<CellId>& matrices) const {
        const ArrayId array = matrices.front().array;
        std::optional<CellId> most;
        float value = 0;
        for (const CellId& first : matrices) {
            const Matrix numbers = drawing_.trace.array(array, first.item, first.head);
            for (Index i = 0; i < numbers.rows(); ++i)
                for (Index j = 0; j < numbers.columns(); ++j) {
                    const float one = numbers(i, j);
                    if (!std::isfinite(one))
                        continue;
                    if (!most || std::abs(one) > std::abs(value)) {
                        most = {first.layer, first.array, first.item, first.head, i, j};
                        value = one;
                    }
                }
        }
        if (!most || value == 0)
            return std::nullopt;
        const bool is_one_of_several = has_another_alike(matrices, *most, std::abs(value));
        const std::string text = number(value);
        ViewState of_item = drawing_.view_state;
        of_item.item = most->item;
        const bool is_pair = row_role(array) == Role::queries && column_role(array) == Role::keys;
        Prose words =
            prose("{}the {} is {}, {}{} {}", in_matrix(*most, matrices),
                  value < 0 ? "number furthest from zero" : "largest number", text, is_one_of_several ? "as " : "",
                  is_pair ? "where" : "of", cell_words(drawing_.seen_as(of_item), *most));
        std::vector<Fact> facts{written_fact(Quantity::value, *most, text)};
        if (value > 0) // beside −∞ there is no least number
            facts.push_back(written_fact(Quantity::largest, {most->layer, array, most->item, most->head, 0, 0}, text));
        return Claim{std::move(words), std::move(facts)};
    }

    const DrawContext& drawing_;
    const FigureKind& kind_;
    std::vector<CellId> drawn_;
    std::vector<CellId> compared_; ///< matrices that are drawn as a difference from another
};

} // namespace

std::optional<Claim> noticed_number(const DrawContext& drawing, const FigureKind& kind, const DisplayList& picture) {
    return Noticed(drawing, kind, picture).claim();
}

} // namespace attn
