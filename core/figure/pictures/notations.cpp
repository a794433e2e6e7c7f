#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/formula/formula.h"
#include "core/notation/in_notation.h"
#include "core/notation/notation.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr float largest_letters = 22;
constexpr float letters_of_line = 0.6F; // size of letters as a part of a line's height
constexpr float highest_line = 42;
constexpr float lowest_line = 18;
constexpr float lowest_line_on_paper = 18.4F; // gives letters the requested size
constexpr float fullest_line = 1.02F;         // on paper, the part of a line's height that a name may take; ink is
                                              // smaller than its box
constexpr float fullest_cell = 0.92F;         // the part of a line's height that a name may take
constexpr float widest_column = 190;
constexpr float narrowest_column = 24;
constexpr float least_shrunk = 0.5F; // factor by which letters shrink at most, so that all names have one size
constexpr float between_names = 14;  // least gap between names in neighbouring columns

/// The lecture notes that the table compares.
constexpr std::array<std::string_view, 5> compared{"d_h", "paper", "Txd", "nxd", "sum"};

/// A row of the table: a thing of the layer, and its formula with <names>.
struct ComparedRow {
    std::string_view words;
    std::string_view formula;
    std::optional<ArrayId> step{}; ///< the stage; notes without this step have no name for it
    std::string_view otherwise{};  ///< the formula of notes without the step; empty: none
};

constexpr std::array compared_rows{
    ComparedRow{"tokens × width", R"(<S> \times <D>)", ArrayId::X},
    ComparedRow{"heads, counted", R"(<head> = <first>, \ldots, <last>)"},
    ComparedRow{"width of a query", "<d_k>"},
    ComparedRow{"queries", "<rows(><Q> = <X><W_Q><+b_Q><)rows><columns(><Q> = <W_Q T><X><+b_Q><)columns>", ArrayId::Q},
    ComparedRow{"keys, values", R"(<K>,\; <V>)", ArrayId::K},
    ComparedRow{"products", "<scores>"},
    ComparedRow{"products, divided", "<scaled>", ArrayId::scaled, R"(<scores> / \sqrt{<d_k>})"},
    ComparedRow{"shares", "<A>", ArrayId::A},
    ComparedRow{"one share", "<share>"},
    ComparedRow{"output of a head", "<O>", ArrayId::O},
    ComparedRow{"side by side", "<C>", ArrayId::concat},
    ComparedRow{"output weights", "<all W_O>"},
    ComparedRow{"output", "<Y>", ArrayId::Y},
};

/// The columns of the table: the lecture notes, and before them the session's notation if it is another.
std::vector<NotationChoice> compared_notations(const Session& session) {
    std::vector<NotationChoice> notations;
    if (std::ranges::find(compared, session.notation.name()) == compared.end())
        notations.push_back(session.notation);
    for (const std::string_view name : compared)
        notations.emplace_back(name);
    return notations;
}

/// A table with a line for each thing of the layer and a column for each notation. The session's own column and the
/// line of the selected stage have a ground.
class NotationsTable : Canvas {
public:
    NotationsTable(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), notations_(compared_notations(drawing.session)) {
        float lines = 1; // the heading's line; then the height of each row as a multiple of a line
        for (const ComparedRow& row : compared_rows)
            lines += std::max(1.0F, letters_of_line * height_of_names(row, type_size::small) / type_size::small);
        line_ = bounded(area.height / lines, on_paper() ? lowest_line_on_paper : lowest_line, highest_line);
        settle_letters();
        float top = area.y + line_;
        for (const ComparedRow& row : compared_rows) {
            tops_.push_back(top);
            top += std::max(line_, height_of_names(row, letters_));
        }
        tops_.push_back(top);
    }

    void add() {
        add_grounds();
        for (std::size_t i = 0; i < notations_.size(); ++i)
            add_heading(i, {column_middle(i), area_.y + line_ / 2});
        for (std::size_t row = 0; row < compared_rows.size(); ++row)
            add_row(row);
    }

private:
    /// Sets the size of names: as large as lines allow, or smaller so that all columns fit. On paper names keep the
    /// requested size, so the table may be wider than its area; in the window long names are shrunk further.
    void settle_letters() {
        letters_ = std::min(largest_letters, letters_of_line * line_);
        const float least = std::min(letters_, on_paper() ? type_size::small : letters_ * least_shrunk);
        const float apart = space::small + space::tiny + between(letters_) * static_cast<float>(notations_.size());
        constexpr float rounded = 1; // rounding of widths
        constexpr int rounds = 3;    // each round shrinks letters; words at the left stop growing at the largest type
        for (int round = 0; round < rounds; ++round) {
            const float share = (area_.width - rounded - apart) / (label_width() + total(widths_of_columns()) - apart);
            letters_ = std::clamp(letters_ * share, least, letters_);
        }
        label_ = label_width();
        columns_ = widths_of_columns();
        const float room = area_.width - label_;
        const float taken = total(columns_);
        for (float& column : columns_)
            if (taken < room)
                column = std::min(std::max(column, widest_column),
                                  column + (room - taken) / static_cast<float>(columns_.size()));
            else if (!on_paper())
                column = std::max(narrowest_column, column * room / taken);
    }

    /// The gap between columns: about the width of a letter, so that two names are not read as one.
    float between(float letters) const { return on_paper() ? between_names : std::max(between_names, letters); }

    static float total(const std::vector<float>& widths) { return std::accumulate(widths.begin(), widths.end(), 0.0F); }

    bool is_own(std::size_t column) const { return notations_[column] == drawing_.session.notation; }
    float width() const { return label_ + total(columns_); }
    float left() const { return area_.x + std::max(0.0F, (area_.width - width()) / 2); }
    float column_middle(std::size_t column) const {
        float x = left() + label_;
        for (std::size_t i = 0; i < column; ++i)
            x += columns_[i];
        return x + columns_[column] / 2;
    }
    float words_size() const { return std::min(letters_, type_size::large); }

    /// The width of the words at the left.
    float label_width() const {
        float widest = 0;
        for (const ComparedRow& row : compared_rows)
            widest = std::max(widest, width_of(std::string(row.words), {.size = words_size()}));
        return widest + space::small + space::tiny;
    }

    /// The width of each column: that of its widest name or its heading.
    std::vector<float> widths_of_columns() const {
        std::vector<float> widths;
        for (const NotationChoice& notation : notations_) {
            float widest = width_of(notation.profile().label, {.size = words_size(), .weight = FontWeight::bold});
            for (const ComparedRow& row : compared_rows)
                widest = std::max(widest, set_name(row, notation, letters_).width);
            widths.push_back(widest + between(letters_));
        }
        return widths;
    }

    /// The height of a line for the tallest name in the row.
    float height_of_names(const ComparedRow& row, float letters) const {
        float tallest = 0;
        for (const NotationChoice& notation : notations_)
            tallest = std::max(tallest, height_of(set_name(row, notation, letters)));
        return tallest / (on_paper() ? fullest_line : fullest_cell);
    }

    float height_of(const Typeset& set) const { return bounds(set.list, drawing_.typesetter).height; }

    /// The font of a column's heading. All headings have one size, at which each fits its column.
    Font heading(std::size_t column) const {
        float share = 1;
        for (std::size_t i = 0; i < notations_.size(); ++i)
            share = std::min(
                share, (columns_[i] - space::tiny) /
                           width_of(notations_[i].profile().label, {.size = words_size(), .weight = FontWeight::bold}));
        return {.size = words_size() * share, .weight = is_own(column) ? FontWeight::bold : FontWeight::regular};
    }

    /// Adds the heading of a column. A notation that is named after one of its symbols, "d_h", gets it set as a
    /// formula.
    void add_heading(std::size_t column, Point middle) {
        const std::string& label = notations_[column].profile().label;
        if (label.find('_') == std::string::npos) {
            add_text_about(middle, label, theme_.ink, heading(column), Horizontal::centre);
            return;
        }
        Typeset set = set_tex(drawing_, NamedTex{label, {}}, heading(column).size, theme_.ink);
        set.list.items.front().change_any<FormulaMark>([](FormulaMark& mark) { mark.is_of_notes = true; });
        const Box ink = bounds(set.list, drawing_.typesetter);
        append(set.list, {middle.x - set.width / 2, middle.y - ink.centre().y});
    }

    /// Adds the grounds of the session's own column and of the selected stage's line.
    void add_grounds() {
        for (std::size_t i = 0; i < notations_.size(); ++i)
            if (is_own(i))
                add_box({column_middle(i) - columns_[i] / 2, area_.y, columns_[i], tops_.back() - area_.y},
                        faded(theme_.ink, 0.06F), {}, measure::corner);
        for (std::size_t row = 0; row < compared_rows.size(); ++row) {
            const float top = tops_[row];
            if (compared_rows.at(row).step == view().array())
                add_box({left(), top, width(), tops_[row + 1] - top}, faded(theme_.ink, 0.06F), {}, measure::corner);
            add_line({left(), top}, {left() + width(), top}, {theme_.hairline, 1});
        }
    }

    void add_row(std::size_t row) {
        const ComparedRow& compared_row = compared_rows.at(row);
        const float middle = (tops_[row] + tops_[row + 1]) / 2;
        add_text_about({left() + space::small, middle}, std::string(compared_row.words), theme_.dim,
                       {.size = words_size()}, Horizontal::left);
        for (std::size_t i = 0; i < notations_.size(); ++i)
            add_name(compared_row, i, {column_middle(i), middle}, tops_[row + 1] - tops_[row]);
    }

    static std::string_view formula_in(const NotationChoice& notation, const ComparedRow& row) {
        const std::vector<ArrayId>& steps = notation.profile().steps;
        const bool takes_step = !row.step || steps.empty() || std::ranges::find(steps, *row.step) != steps.end();
        return takes_step ? row.formula : row.otherwise;
    }

    /// The name of a row's thing in a notation; empty if the notes have no such step.
    Typeset set_name(const ComparedRow& row, const NotationChoice& notation, float size) const {
        const std::string_view formula = formula_in(notation, row);
        if (formula.empty())
            return {};
        Notation letters = drawing_.notation;
        letters.chosen = notation;
        return set_tex(drawing_, named_in_notation(formula, letters), size, theme_.ink);
    }

    /// Adds a name in the middle of its cell, shrunk if it is too large.
    void add_name(const ComparedRow& row, std::size_t column, Point middle, float line) {
        Typeset set = set_name(row, notations_[column], letters_);
        if (set.list.items.empty()) {
            add_text_about(middle, "–", theme_.dim, {.size = letters_}, Horizontal::centre);
            return;
        }
        const float room = std::min((columns_[column] - between(letters_)) / std::max(set.width, 1.0F),
                                    fullest_cell * line / std::max(height_of(set), 1.0F));
        if (room < 1 && !on_paper())
            set = set_name(row, notations_[column], letters_ * room);
        // Each column has letters of its own, and one letter may have different meanings in two columns.
        set.list.items.front().change_any<FormulaMark>([](FormulaMark& mark) { mark.is_of_notes = true; });
        const Box ink = bounds(set.list, drawing_.typesetter);
        append(set.list, {middle.x - set.width / 2, middle.y - ink.centre().y});
    }

    std::vector<NotationChoice> notations_;
    float line_ = 0;
    float letters_ = 0;
    float label_ = 0;            ///< width of the words at the left
    std::vector<float> tops_;    ///< top of each row, and the bottom of the last
    std::vector<float> columns_; ///< width of each column
};

} // namespace

bool shows_notations(const DrawContext& drawing) {
    return !drawing.view_state.parameter &&
           std::ranges::find(compared_rows, drawing.view_state.array(), &ComparedRow::step) != compared_rows.end();
}

void notations_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    NotationsTable(list, drawing, area).add();
}

} // namespace attn
