#include "ui/document/film.h"

#include "core/explain/explain.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/softmax_row.h"
#include "core/model/operation.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <fmt/core.h>
#include <limits>
#include <utility>

namespace attn {

namespace {

constexpr double reading_time = 1.8;
constexpr double first_cell_time = 6; // seconds at most, for all its terms
constexpr double slow_term = 0.8;
constexpr double row_time = 4; // seconds at most, for the rest of the first row
constexpr double slow_cell = 0.5;
constexpr double sweep_time = 5; // seconds at most, for all other rows
constexpr double slow_row = 0.5;
constexpr double slide_time = 2.4;

class Film {
public:
    explicit Film(const UiContext& ui) : ui_(ui), cell_(first_cell()), shape_(array_shape(ui, cell_.array)) {}

    std::vector<FilmSegment> by_cells() {
        const Explanation explanation = explain(ui_.trace, cell_);
        const auto terms = static_cast<Index>(explanation.terms.size());
        const bool is_sum = explanation.rule == Rule::sum_of_products || explanation.rule == Rule::sum;
        Prose first = prose("The first cell: {}.", cell_words(ui_, cell_));
        if (is_sum && terms > 1)
            first += fmt::format(" It has {} terms.", terms);
        const bool is_product = is_stage(cell_.array) &&
                                operation(ui_.trace.recipe(cell_.array).operation).picture == NaturalPicture::product;
        if (is_sum && terms > 1 && is_product)
            say({std::move(first), fact(Quantity::terms, cell_, static_cast<double>(terms))});
        else
            say({std::move(first), is_told});
        show(FilmSegment::Kind::terms, 0, terms, std::min(slow_term * static_cast<double>(terms), first_cell_time),
             nothing());
        const std::string value = display_number(explanation.value, 2);
        say({fmt::format("{}{}.",
                         explanation.rule == Rule::pinned ? "Another number was given in its place: "
                         : is_sum && terms > 1            ? "Their sum is the cell: "
                                                          : "This is the cell: ",
                         value),
             {written_fact(Quantity::value, cell_, value),
              fact(Quantity::is_given, cell_,
                   explanation.rule == Rule::pinned || explanation.rule == Rule::given ? 1 : 0)}});
        if (shape_.columns > 1) {
            show(FilmSegment::Kind::cells, 1, shape_.columns,
                 std::min(slow_cell * static_cast<double>(shape_.columns - 1), row_time),
                 {fmt::format("The rest of the {}, in the same way.", line()), is_told});
        }
        if (shape_.rows > 1) {
            show(FilmSegment::Kind::cells, shape_.columns, shape_.rows * shape_.columns,
                 std::min(slow_row * static_cast<double>(shape_.rows - 1), sweep_time), {"All the rest.", is_told});
        }
        say({"Done: every cell is there.", is_told});
        return std::move(film_);
    }

    std::vector<FilmSegment> by_rows() {
        if (is_transposed(ui_, cell_.array))
            say({"The whole left matrix times a column of the right one is a column of the result.", is_algebra});
        else
            say({"A row of the left matrix times the whole right one is a row of the result.", is_algebra});
        for (Index row = 0; row < shape_.rows; ++row) {
            const bool slow = row < 3;
            show(FilmSegment::Kind::cells, row * shape_.columns, (row + 1) * shape_.columns,
                 slow ? 1.2 : std::min(slow_row, sweep_time / static_cast<double>(shape_.rows)),
                 {fmt::format("{} {}, all its cells at once.", is_transposed(ui_, cell_.array) ? "Column" : "Row",
                              row + 1),
                  is_told});
        }
        say({fmt::format("Done: every {} is there.", line()), is_told});
        return std::move(film_);
    }

    std::vector<FilmSegment> by_outer_products() {
        const auto count = static_cast<Index>(explain(ui_.trace, cell_).terms.size());
        say({"The same product as a sum: each column on the left times the row above it gives a whole matrix.",
             is_algebra});
        for (Index c = 0; c < count; ++c)
            show(FilmSegment::Kind::outer_products, c, c + 1,
                 std::min(1.5, 2 * sweep_time / static_cast<double>(count)),
                 {c == 0 ? std::string("Column 1 times row 1: every cell gets a term.")
                         : fmt::format("Column {} times row {}, added to what is there.", c + 1, c + 1),
                  is_told});
        say({"Done: the sum of all of them is the product.", is_algebra});
        return std::move(film_);
    }

    std::vector<FilmSegment> softmax_row() {
        Index level = 0;
        for (Claim& words : words_of_softmax()) {
            show(FilmSegment::Kind::level, level, level, reading_time, std::move(words));
            ++level;
        }
        say({fmt::format("Done: this is how the {} shares its attention.", line()), is_told});
        return std::move(film_);
    }

    std::vector<FilmSegment> values() {
        const Index keys = ui_.sizes().S_k;
        const Prose reader = token_name(ui_, false, selected_cell(ui_).row);
        say({prose("The shares of {}. Nothing of {} is handed over yet.", reader, name_of(ui_.notation, ArrayId::V)),
             is_told});
        show(FilmSegment::Kind::terms, 0, keys, std::min(slow_term * static_cast<double>(keys), first_cell_time),
             {"The values come, the largest share first, each as strong as its share.", is_told});
        const CellId first =
            canonical(ui_, {ui_.layer().number, ArrayId::O, ui_.workspace.item, ui_.workspace.head, 0, 0});
        const auto is_of_output = [](const auto& entry) { return entry.first.array == ArrayId::O; };
        const bool is_given =
            std::ranges::any_of(ui_.layer().pins, is_of_output) || std::ranges::any_of(ui_.layer().given, is_of_output);
        if (!ui_.layer().heads.at(static_cast<std::size_t>(ui_.workspace.head)).on)
            say({prose("Done: the head is off, and {} takes zeros home.", reader),
                 fact(Quantity::is_head_on, first, 0)});
        else if (is_given)
            say({"Done: their sum; a given number stands in its place where there is one.", is_told});
        else
            say({prose("Done: their sum is what {} takes home.", reader),
                 {fact(Quantity::is_head_on, first, 1), fact(Quantity::given_count, first, 0)}});
        return std::move(film_);
    }

    std::vector<FilmSegment> joined() {
        const bool several = ui_.sizes().H > 1;
        Fact heads = fact(Quantity::length, {0, ArrayId{}}, static_cast<double>(ui_.sizes().H));
        heads.length = &Sizes::H;
        say({several ? "Every head brings an output of its own." : "The only head brings its output.", heads});
        show(FilmSegment::Kind::slide, 0, 1, slide_time,
             {several ? "They slide together. No number changes." : "It slides over. No number changes.", is_told});
        say({several ? "Done: this is what all heads bring together." : "Done: with one head that is all.",
             std::move(heads)});
        return std::move(film_);
    }

private:
    CellId first_cell() const {
        CellId cell = selected_cell(ui_);
        cell.row = cell.column = 0;
        return cell;
    }

    static constexpr Always is_told{"it says which part of the film is shown"};
    static constexpr Always is_algebra{"it is how matrices are multiplied, whatever their numbers are"};
    static Claim nothing() { return {{}, is_told}; }

    std::string_view line() const { return token_line(is_transposed(ui_, cell_.array)); }

    /// Returns the sentences for the steps from the scores of the selected row to its attention weights. If a number is
    /// pinned or given, they say less.
    std::vector<Claim> words_of_softmax() const {
        const CellId selected = selected_cell(ui_);
        const auto in_row = [&](ArrayId array) {
            return canonical(ui_, {selected.layer, array, selected.item, selected.head, selected.row, 0});
        };
        const auto row = [&](ArrayId array) {
            return ui_.trace.matrix({selected.layer, array, selected.item, selected.head}).row_block(selected.row, 1);
        };
        const std::string_view token = token_line(ui_.session.tokens_as_columns);
        std::vector<Claim> words{{fmt::format("The scores of one {}, as the mask leaves them.", token), is_told}};
        const Matrix masked = row(ArrayId::masked);
        const float largest = ui_.trace.value(in_row(ArrayId::row_max));
        const bool is_largest = *std::ranges::max_element(masked.row(0)) == largest;
        Fact of_largest = fact(Quantity::row_largest, in_row(ArrayId::masked), 0);
        of_largest.other = in_row(ArrayId::row_max);
        if (largest == -std::numeric_limits<float>::infinity() && is_largest) {
            const Fact nothing_read = fact(Quantity::readable_in_row, in_row(ArrayId::masked), 0);
            words.emplace_back("No score is above −∞.", nothing_read);
            words.emplace_back("There is nothing to subtract.", nothing_read);
            words.emplace_back("exp of each is 0.", nothing_read);
            words.emplace_back("Their sum is 0.", nothing_read);
            words.emplace_back(fmt::format("0 / 0 counts as 0: this {} is no distribution.", token), nothing_read);
            return words;
        }
        if (is_largest) {
            words.emplace_back("Its largest score.", of_largest);
            words.emplace_back("Subtract it from every score: the largest becomes 0, and none is above.", of_largest);
        } else {
            words.emplace_back("The number that was given as its largest.", is_told);
            words.emplace_back("Subtract it from every score.", is_told);
        }
        const auto has_pins = [&](ArrayId array) {
            const auto is_in_row = [&](const auto& pin) {
                return pin.first.array == array && pin.first.item == selected.item && pin.first.head == selected.head &&
                       pin.first.row == selected.row;
            };
            const auto is_whole = [&](const auto& given) { return given.first.array == array; };
            return std::ranges::any_of(ui_.layer().pins, is_in_row) || std::ranges::any_of(ui_.layer().given, is_whole);
        };
        const Matrix exponentials = row(ArrayId::exp);
        const bool is_small =
            std::ranges::all_of(exponentials.row(0), [](float number) { return number >= 0 && number <= 1; });
        if (is_small) {
            Fact least = fact(Quantity::row_least, in_row(ArrayId::exp), 0);
            Fact most = fact(Quantity::row_largest, in_row(ArrayId::exp), 1);
            least.at_most = std::numeric_limits<double>::infinity();
            most.at_least = -least.at_most;
            words.emplace_back("exp of each: between 0 and 1, larger scores weigh more.",
                               std::vector{std::move(least), std::move(most)});
        } else
            words.emplace_back("exp of each.", is_told);
        words.emplace_back("Add them up.", is_told);
        Fact sum = fact(Quantity::row_sum, in_row(ArrayId::A), 1);
        constexpr double slack = 1e-3;
        sum.at_least -= slack;
        sum.at_most += slack;
        if (has_pins(ArrayId::A) || has_pins(ArrayId::row_sum))
            words.emplace_back("Divide each by the sum; numbers that were given stay as they are.", is_told);
        else
            words.emplace_back("Divide each by the sum: shares that sum to 1.", std::move(sum));
        return words;
    }

    void say(Claim words) { append(FilmSegment::Kind::words, 0, 0, reading_time, std::move(words)); }

    void show(FilmSegment::Kind kind, Index first, Index last, double seconds, Claim words) {
        // A picture without words of its own keeps the words that announced it.
        append(kind, first, last, seconds,
               words.text.empty() && !film_.empty() ? film_.back().words : std::move(words));
    }

    void append(FilmSegment::Kind kind, Index first, Index last, double seconds, Claim words) {
        const double begin = film_.empty() ? 0 : film_.back().end;
        film_.push_back({kind, begin, begin + seconds, first, last, std::move(words)});
    }

    const UiContext& ui_;
    CellId cell_;
    Shape shape_;
    std::vector<FilmSegment> film_;
};

} // namespace

std::vector<FilmSegment> film(const UiContext& ui, Reading reading) {
    Film film(ui);
    switch (picture(shown_picture(ui)).played) {
    case Picture::Steps::softmax_levels:
        return film.softmax_row();
    case Picture::Steps::values:
        return film.values();
    case Picture::Steps::joining:
        return film.joined();
    case Picture::Steps::none:
    case Picture::Steps::cells:
    case Picture::Steps::terms:
        break;
    }
    switch (reading) {
    case Reading::cells:
        return film.by_cells();
    case Reading::rows:
        return film.by_rows();
    case Reading::outer_products:
        return film.by_outer_products();
    }
    return {};
}

bool is_played_by_cells(const UiContext& ui) {
    const Picture::Steps steps = picture(shown_picture(ui)).played;
    return steps == Picture::Steps::none || steps == Picture::Steps::cells || steps == Picture::Steps::terms;
}

bool is_still_hidden(const UiContext& ui, const CellId& cell) {
    const auto& reveal = ui.workspace.reveal;
    if (!reveal || cell.array != ui.workspace.array())
        return false;
    // A picture that hides nothing already shows the number, and its film tells it.
    if (picture(shown_picture(ui)).played == Picture::Steps::none)
        return false;
    if (!is_played_by_cells(ui) || reveal->reading == Reading::outer_products)
        return true; // until the whole stage is there
    return cell.row * array_shape(ui, cell.array).columns + cell.column >= reveal->cells;
}

} // namespace attn
