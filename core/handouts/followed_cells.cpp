#include "core/handouts/followed_cells.h"

#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace attn {

namespace {

constexpr ArrayId head_output = ArrayId::O; ///< the output of a single head
constexpr float walk_small_size = 8.25F;    ///< points: 11 logical pixels

class Walk {
public:
    Walk(const FigureSource& source, const FigureRequest& shown, const CellId& opened)
        : source_(source), shown_(shown), opened_(opened) {
        const Opening& opening = source.session.opening;
        if (!shown.column && column_role(opening.stage) == Role::width)
            opened_column_ = opening.column;
        pair_ = pair_that_is_followed();
    }

    std::vector<FigureRequest> steps() const {
        const NotationChoice& notation = shown_.notation ? *shown_.notation : source_.session.notation;
        std::vector<FigureRequest> steps;
        for (const ArrayId id : steps_of(source_.trace, notation, shown_.steps))
            if (shown_.steps == StepsShown::all || !is_before_notes(id, notation))
                for (const Index head : heads_with_own(id))
                    steps.push_back(step(id, head));
        return steps;
    }

private:
    /// The queries and the keys whose product the scores are.
    auto operands_of_score() const { return product_operands(source_.trace.structure(), ArrayId::scores); }

    /// True if the array comes before the first step of the notes, which begin with given arrays.
    static bool is_before_notes(ArrayId id, const NotationChoice& notation) {
        return id < std::ranges::min(steps_of_notes(notation));
    }

    /// The heads to show for an array: the requested ones, but one for each matrix that several of them share. One head
    /// if none was requested, or if the array has a single matrix for all heads.
    std::vector<Index> heads_with_own(ArrayId id) const {
        std::vector<Index> heads;
        std::set<Index> stored;
        std::vector<Index> asked = heads_of(shown_);
        if (asked.empty() || !has_heads(id))
            asked = {opened_.head};
        for (const Index head : asked)
            if (stored
                    .insert(source_.trace.canonical(Address{source_.trace.layer().number, id, opened_.item, head}).head)
                    .second)
                heads.push_back(head);
        return heads;
    }

    FigureRequest step(ArrayId id, Index head) const {
        FigureRequest step = shown_;
        step.array = id;
        step.item = opened_.item;
        step.head = head;
        step.more_heads.clear();
        const Matrix matrix = source_.trace.array(id, opened_.item, head);
        const Index row = std::min(place_of(row_role(id)), matrix.rows() - 1);
        const Role columns = column_role(id);
        step.row = row;
        step.column =
            std::min(columns == Role::width ? number_of(id, row, head) : place_of(columns), matrix.columns() - 1);
        step.font_size = walk_small_size;
        return step;
    }

    /// The column that is followed in a row of the array.
    Index number_of(ArrayId id, Index row, Index head) const {
        if (const auto opened = opened_number(id))
            return *opened;
        switch (row_of(id).columns) {
        case Axis::key_width:
            return number_of_match(head);
        case Axis::value_width:
            return number_handed_over(head);
        case Axis::concat_width:
            return head * source_.trace.sizes().d_v + number_handed_over(head);
        default:
            break;
        }
        if (reads_heads(id))
            return number_added_to(head);
        return largest_in(source_.trace.array(id, opened_.item, head), row);
    }

    /// The column that the session opens on, if the array has the same columns as the opened one.
    std::optional<Index> opened_number(ArrayId id) const {
        const ArrayId opened = source_.session.opening.stage;
        if (!opened_column_ || reads_heads(id) != reads_heads(opened))
            return std::nullopt;
        return row_of(id).columns == row_of(opened).columns ? opened_column_ : std::nullopt;
    }

    /// True if the array is as wide as the model and made from the heads' outputs.
    static bool reads_heads(ArrayId id) { return row_of(id).columns == Axis::model && id >= ArrayId::parts; }

    /// The column in which the product of query and key is largest. If the query matches nothing, the column of its
    /// largest number.
    Index number_of_match(Index head) const {
        const auto operands = operands_of_score();
        if (!operands)
            return 0;
        const Matrix queries = source_.trace.array(operands->left, opened_.item, head);
        const Matrix keys = source_.trace.array(operands->right, opened_.item, head);
        const Index query = std::min(place_of(Role::queries), queries.rows() - 1);
        const Index key = std::min(place_of(Role::keys), keys.rows() - 1);
        Index best = largest_in(queries, query);
        const auto product = [&](Index column) { return std::abs(queries(query, column) * keys(key, column)); };
        for (Index column = 0; column < queries.columns(); ++column)
            if (product(column) > product(best))
                best = column;
        return best;
    }

    Index number_handed_over(Index head) const {
        if (const auto opened = opened_number(head_output))
            return *opened;
        if (!source_.trace.has(head_output))
            return 0;
        const Matrix outputs = source_.trace.array(head_output, opened_.item, head);
        return largest_in(outputs, std::min(place_of(Role::queries), outputs.rows() - 1));
    }

    /// The output's column to which the followed column of the head's output adds most.
    Index number_added_to(Index head) const {
        const Matrix weights = source_.trace.array(ArrayId::W_O, opened_.item, head); // empty: a recording has none
        const Index handed_over = number_handed_over(head);
        return handed_over < weights.rows() ? largest_in(weights, handed_over) : 0;
    }

    /// The row of a query and the row of a key.
    struct Pair {
        Index query = 0;
        Index key = 0;
    };

    /// The followed row, for an axis of queries or keys; 0 for other axes.
    Index place_of(Role role) const { return role == Role::queries ? pair_.query : role == Role::keys ? pair_.key : 0; }

    /// The requested pair, or the one that the session opens on. A token with itself is replaced by two different
    /// tokens unless it was requested: readers could not tell its two indices apart.
    Pair pair_that_is_followed() const {
        const Opening& opening = source_.session.opening;
        Pair pair;
        if (row_role(opening.stage) == Role::queries)
            pair.query = opening.row;
        pair.key = column_role(opening.stage) == Role::keys ? opening.column : opening.row;
        pair = {shown_.row.value_or(pair.query), shown_.column.value_or(pair.key)};
        if (pair.query != pair.key || (shown_.row && shown_.column))
            return pair;
        return telling_pair().value_or(pair);
    }

    /// The pair of different tokens that teaches most: its score and its row of attention weights have the most terms
    /// that matter. Masked pairs, and pairs that do not fit the request, are excluded.
    std::optional<Pair> telling_pair() const {
        constexpr Index most_tried = 24;         // tokens at the beginning that are tried
        constexpr double enough = 3;             // terms that matter; more teach nothing more
        constexpr double least_difference = 0.2; // by which a later pair must be better
        const std::optional<Matrix> shares =
            matrix_of(std::ranges::find(stages(), Meaning::share, &Array::meaning)->id);
        const auto operands = operands_of_score();
        const std::optional<Matrix> queries = operands ? matrix_of(operands->left) : std::nullopt;
        const std::optional<Matrix> keys = operands ? matrix_of(operands->right) : std::nullopt;
        const Sizes& sizes = source_.trace.sizes();
        const auto range = [&](const std::optional<Index>& asked, Index count) {
            return asked ? Pair{*asked, *asked + 1} : Pair{0, std::min(count, most_tried)};
        };
        const auto [first_query, last_query] = range(shown_.row, sizes.S_q);
        const auto [first_key, last_key] = range(shown_.column, sizes.S_k);
        std::optional<Pair> best;
        double most = 0;
        for (Index query = first_query; query < last_query; ++query)
            for (Index key = first_key; key < last_key; ++key) {
                if (query == key || (shares && !((*shares)(query, key) > 0)))
                    continue;
                const double terms =
                    (queries && keys ? std::min(enough, terms_of_product(*queries, query, *keys, key)) : 0) +
                    (shares ? std::min(enough, effective_count(shares->row(query))) : 0);
                if (!best || terms > most + least_difference) {
                    best = Pair{query, key};
                    most = terms;
                }
            }
        return best;
    }

    std::optional<Matrix> matrix_of(ArrayId array) const {
        if (is_stage(array) && !source_.trace.has(array))
            return std::nullopt;
        return source_.trace.array(array, opened_.item, opened_.head);
    }

    /// The number of terms that matter, (Σ|x|)² / Σx²: 3 for (1, 1, 1), 1 for (1, 0, 0).
    template <class Numbers>
    static double effective_count(const Numbers& numbers) {
        double sum = 0;
        double squares = 0;
        for (const float number : numbers) {
            sum += std::abs(static_cast<double>(number));
            squares += static_cast<double>(number) * static_cast<double>(number);
        }
        return squares > 0 && std::isfinite(squares) ? sum * sum / squares : 0;
    }

    static double terms_of_product(const Matrix& queries, Index query, const Matrix& keys, Index key) {
        std::vector<float> products;
        for (Index column = 0; column < queries.columns(); ++column)
            products.push_back(queries(query, column) * keys(key, column));
        return effective_count(products);
    }

    static Index largest_in(const Matrix& matrix, Index row) {
        const auto numbers = matrix.row(row);
        const auto found = std::ranges::max_element(numbers, {}, [](float number) { return std::abs(number); });
        return found - numbers.begin();
    }

    const FigureSource& source_;
    const FigureRequest& shown_;
    CellId opened_;
    std::optional<Index> opened_column_; ///< the column, if the session opens on a number
    Pair pair_;                          ///< the pair whose cells are worked out
};

} // namespace

Result<std::vector<FigureRequest>> followed_cells(const FigureSource& source, const FigureRequest& shown) {
    const auto opened = figure_cell(shown, source);
    if (!opened)
        return opened.error();
    return Walk(source, shown, *opened).steps();
}

CellId cell_of(const FigureRequest& step) {
    return {0,
            step.array.value_or(ArrayId::A),
            step.item.value_or(0),
            step.head.value_or(0),
            step.row.value_or(0),
            step.column.value_or(0)};
}

} // namespace attn
