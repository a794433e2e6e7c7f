#include "ui/document/film.h"

#include "core/explain/explain.h"
#include "core/figure/colour_map.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/softmax_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr double reading_time = 1.8;
constexpr double first_cell_time = 6; // at most, for all its terms
constexpr double slow_term = 0.8;
constexpr double row_time = 4; // at most, for the rest of the first row
constexpr double slow_cell = 0.5;
constexpr double sweep_time = 5; // at most, for all the rest
constexpr double slow_row = 0.5;
constexpr double slide_time = 2.4;

class Film {
public:
    explicit Film(const UiContext& ui) : ui_(ui), cell_(first_cell()), shape_(array_shape(ui, cell_.array)) {}

    std::vector<FilmSegment> by_cells() {
        const Explanation explanation = explain(ui_.trace, cell_);
        const auto terms = static_cast<Index>(explanation.terms.size());
        say(fmt::format("The first cell: {}.{}", cell_words(ui_, cell_), origin(terms)));
        show(FilmSegment::Kind::terms, 0, terms, std::min(slow_term * static_cast<double>(terms), first_cell_time), "");
        say(fmt::format("{}{}.", terms > 1 ? "Their sum is the cell: " : "This is the cell: ",
                        display_number(explanation.value, 2)));
        if (shape_.columns > 1) {
            show(FilmSegment::Kind::cells, 1, shape_.columns,
                 std::min(slow_cell * static_cast<double>(shape_.columns - 1), row_time),
                 "The rest of the row, in the same way.");
        }
        if (shape_.rows > 1) {
            Index there = shape_.columns;
            if (terms > 1 && shows_operands())
                for (const Index place : worth_asking()) {
                    if (place > there)
                        show(FilmSegment::Kind::cells, there, place, slow_cell, "");
                    ask(place);
                    there = place;
                }
            sweep(there);
        }
        say("Done: every cell is there.");
        return std::move(film_);
    }

    std::vector<FilmSegment> by_rows() {
        say("A row of the left matrix times the whole right one is a row of the result.");
        for (Index row = 0; row < shape_.rows; ++row) {
            const bool slow = row < 3;
            show(FilmSegment::Kind::cells, row * shape_.columns, (row + 1) * shape_.columns,
                 slow ? 1.2 : std::min(slow_row, sweep_time / static_cast<double>(shape_.rows)),
                 fmt::format("Row {}, all its cells at once.", row + 1));
        }
        say("Done: every row is there.");
        return std::move(film_);
    }

    std::vector<FilmSegment> by_outer_products() {
        const auto count = static_cast<Index>(explain(ui_.trace, cell_).terms.size());
        say("The same product as a sum: each column on the left times the row above it gives a whole matrix.");
        for (Index c = 0; c < count; ++c)
            show(FilmSegment::Kind::outer_products, c, c + 1,
                 std::min(1.5, 2 * sweep_time / static_cast<double>(count)),
                 c == 0 ? "Column 1 times row 1: every cell gets a term."
                        : fmt::format("Column {} times row {}, added to what is there.", c + 1, c + 1));
        say("Done: the sum of all of them is the product.");
        return std::move(film_);
    }

    std::vector<FilmSegment> softmax_row() {
        constexpr std::array<std::string_view, softmax_level::shares + 1> words{
            "The scores of one row, as the mask leaves them.",
            "Its largest score.",
            "Subtract it from every score: the largest becomes 0, all others are negative.",
            "exp of each: between 0 and 1, larger scores weigh more.",
            "Add them up.",
            "Divide each by the sum: shares that sum to 1."};
        Index level = 0;
        for (const std::string_view line : words) {
            show(FilmSegment::Kind::level, level, level, reading_time, std::string(line));
            ++level;
        }
        say("Done: this is how the row shares its attention.");
        return std::move(film_);
    }

    std::vector<FilmSegment> values() {
        const Index keys = ui_.sizes().S_k;
        const std::string reader = token_name(ui_, false, selected_cell(ui_).row);
        say(fmt::format("The shares of {}. Nothing of V is handed over yet.", reader));
        show(FilmSegment::Kind::terms, 0, keys, std::min(slow_term * static_cast<double>(keys), first_cell_time),
             "The values come, the largest share first, each as strong as its share.");
        say(fmt::format("Done: their sum is what {} takes home.", reader));
        return std::move(film_);
    }

    std::vector<FilmSegment> joined() {
        const bool several = ui_.sizes().H > 1;
        say(several ? "Every head brings an output of its own." : "The only head brings its output.");
        show(FilmSegment::Kind::slide, 0, 1, slide_time,
             several ? "They slide together. No number changes." : "It slides over. No number changes.");
        say(several ? "Done: this is what all heads bring together." : "Done: with one head that is all.");
        return std::move(film_);
    }

private:
    CellId first_cell() const {
        CellId cell = selected_cell(ui_);
        cell.row = cell.column = 0;
        return cell;
    }

    /// Nobody can compute a cell from a matrix alone.
    bool shows_operands() const { return shown_picture(ui_) != PictureId::heatmap; }

    static std::string origin(Index terms) { return terms > 1 ? fmt::format(" It has {} terms.", terms) : ""; }

    void say(std::string words) { append(FilmSegment::Kind::words, 0, 0, reading_time, std::move(words)); }

    void show(FilmSegment::Kind kind, Index first, Index last, double seconds, std::string words) {
        // A picture without words of its own is what was announced.
        append(kind, first, last, seconds, words.empty() && !film_.empty() ? film_.back().words : std::move(words));
    }

    /// Cells beyond the first row, by their places in reading order, whose numbers say whether somebody can compute
    /// them: no zeros, no number twice, and none that the colour bar gives away as the only one at its end.
    std::vector<Index> worth_asking() const {
        constexpr std::size_t most = 3;
        constexpr float least = 0.005F;
        const Matrix matrix = ui_.trace.matrix({cell_.array, cell_.item, cell_.head});
        const Range range = range_of(matrix, Palette::diverging);
        const auto gives_away = [&](float value) {
            if (value != range.data_low && value != range.data_high)
                return false;
            Index count = 0;
            for (Index i = 0; i < matrix.rows(); ++i)
                count += std::ranges::count(matrix.row(i), value);
            return count == 1;
        };
        std::vector<Index> places;
        std::vector<std::string> numbers;
        for (Index place = shape_.columns; place < shape_.rows * shape_.columns && places.size() < most; ++place) {
            const float value = matrix(place / shape_.columns, place % shape_.columns);
            const std::string number = display_number(value, 2);
            if (!std::isfinite(value) || std::abs(value) < least || gives_away(value) ||
                std::ranges::find(numbers, number) != numbers.end())
                continue;
            numbers.push_back(number);
            places.push_back(place);
        }
        return places;
    }

    void ask(Index place) {
        append(FilmSegment::Kind::question, place, place, reading_time,
               "You do the next: type the cell’s number, or go on.");
    }

    void sweep(Index from) {
        append(FilmSegment::Kind::cells, from, shape_.rows * shape_.columns,
               std::min(slow_row * static_cast<double>(shape_.rows - 1), sweep_time), "All the rest.");
    }

    void append(FilmSegment::Kind kind, Index first, Index last, double seconds, std::string words) {
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
    if (!is_played_by_cells(ui) || reveal->reading == Reading::outer_products)
        return true; // until all of it is there
    return cell.row * array_shape(ui, cell.array).columns + cell.column >= reveal->cells;
}

} // namespace attn
