#include "core/document/session_notation.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/formula/formula.h"
#include "core/notation/in_notation.h"
#include "core/notation/notation.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr float largest_letters = 22;
constexpr float letters_of_line = 0.56F; // their size, as a share of a line's height
constexpr float highest_line = 42;
constexpr float lowest_line = 18;
constexpr float lowest_line_on_paper = 20; // whose letters are as large as was asked
constexpr float fullest_cell = 0.92F;      // of a line's height, by what reaches above and below its letters
constexpr float widest_column = 190;
constexpr float narrowest_column = 24;
constexpr float between_names = 6; // in columns beside each other, at least

/// The lecture notes that are compared.
constexpr std::array<std::string_view, 5> compared{"d_h", "paper", "Txd", "nxd", "sum"};

/// One thing of the layer, as formulas with <names> have it.
struct ComparedRow {
    std::string_view words;
    std::string_view formula;
    std::optional<ArrayId> step{}; ///< notes that take no such step have no name for it
    std::string_view otherwise{};  ///< what those write in its place; empty: nothing
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

/// Those of lecture notes, and the session's own before them where it is another.
std::vector<NotationChoice> compared_notations(const Session& session) {
    std::vector<NotationChoice> notations;
    if (std::ranges::find(compared, session.notation.name()) == compared.end())
        notations.push_back(session.notation);
    for (const std::string_view name : compared)
        notations.emplace_back(name);
    return notations;
}

/// A line for each thing of the layer, a column for each notation; the session's own is darker, as is the line of the
/// stage in sight.
class NotationsTable : Canvas {
public:
    NotationsTable(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), notations_(compared_notations(drawing.session)),
          line_(bounded(area.height / static_cast<float>(compared_rows.size() + 1),
                        on_paper() ? lowest_line_on_paper : lowest_line, highest_line)),
          letters_(std::min(largest_letters, letters_of_line * line_)),
          label_(widest_words() + space::small + space::tiny),
          column_(bounded((area.width - label_) / static_cast<float>(notations_.size()), narrowest_column,
                          widest_column)) {}

    void add() {
        add_grounds();
        for (std::size_t i = 0; i < notations_.size(); ++i)
            add_text_about({column_middle(i), line_middle(0)}, notations_[i].profile().label, theme_.ink, heading(i),
                           Horizontal::centre);
        if (on_paper() && heading(0).size < type_size::small)
            list_.lacks_words = true;
        for (std::size_t row = 0; row < compared_rows.size(); ++row)
            add_row(row);
    }

private:
    bool is_own(std::size_t column) const { return notations_[column] == drawing_.session.notation; }
    float left() const {
        return area_.x + std::max(0.0F, (area_.width - label_ - column_ * static_cast<float>(notations_.size())) / 2);
    }
    float column_middle(std::size_t column) const {
        return left() + label_ + (static_cast<float>(column) + 0.5F) * column_;
    }
    float line_middle(std::size_t line) const { return area_.y + (static_cast<float>(line) + 0.5F) * line_; }
    float words_size() const { return std::min(letters_, type_size::large); }

    float widest_words() const {
        float widest = 0;
        for (const ComparedRow& row : compared_rows)
            widest = std::max(widest, width_of(std::string(row.words), {.size = words_size()}));
        return widest;
    }

    /// All of one size, at which each has room in its column.
    Font heading(std::size_t column) const {
        const Font font{.size = words_size(), .weight = is_own(column) ? FontWeight::bold : FontWeight::regular};
        float share = 1;
        for (const NotationChoice& notation : notations_)
            share =
                std::min(share, (column_ - space::tiny) / width_of(notation.profile().label,
                                                                   {.size = font.size, .weight = FontWeight::bold}));
        return {.size = font.size * share, .weight = font.weight};
    }

    /// Behind the session's own column, and behind the line of what is in sight.
    void add_grounds() {
        const float height = line_ * static_cast<float>(compared_rows.size() + 1);
        const float width = label_ + column_ * static_cast<float>(notations_.size());
        for (std::size_t i = 0; i < notations_.size(); ++i)
            if (is_own(i))
                add_box({column_middle(i) - column_ / 2, area_.y, column_, height}, faded(theme_.ink, 0.06F), {},
                        measure::corner);
        for (std::size_t row = 0; row < compared_rows.size(); ++row) {
            const float top = area_.y + static_cast<float>(row + 1) * line_;
            if (compared_rows.at(row).step == view().array())
                add_box({left(), top, width, line_}, faded(theme_.ink, 0.06F), {}, measure::corner);
            add_line({left(), top}, {left() + width, top}, {theme_.hairline, 1});
        }
    }

    void add_row(std::size_t row) {
        const ComparedRow& compared_row = compared_rows.at(row);
        const float middle = line_middle(row + 1);
        add_text_about({left() + space::small, middle}, std::string(compared_row.words), theme_.dim,
                       {.size = words_size()}, Horizontal::left);
        for (std::size_t i = 0; i < notations_.size(); ++i)
            add_name(formula_in(notations_[i], compared_row), notations_[i], {column_middle(i), middle});
    }

    static std::string_view formula_in(const NotationChoice& notation, const ComparedRow& row) {
        const std::vector<ArrayId>& steps = notation.profile().steps;
        const bool takes_step = !row.step || steps.empty() || std::ranges::find(steps, *row.step) != steps.end();
        return takes_step ? row.formula : row.otherwise;
    }

    /// In the middle of its cell, smaller where it has no room.
    void add_name(std::string_view formula, const NotationChoice& notation, Point middle) {
        if (formula.empty()) {
            add_text_about(middle, "–", theme_.dim, {.size = letters_}, Horizontal::centre);
            return;
        }
        Notation letters = notation_of(drawing_.session);
        letters.chosen = notation;
        const NamedTex named = named_in_notation(formula, letters);
        Typeset set = set_tex(drawing_, named, letters_, theme_.ink);
        const float room =
            std::min((column_ - between_names) / std::max(set.width, 1.0F),
                     fullest_cell * line_ / std::max(bounds(set.list, drawing_.typesetter).height, 1.0F));
        if (room < 1)
            set = set_tex(drawing_, named, std::max(letters_ * room, on_paper() ? type_size::small : 0), theme_.ink);
        if (on_paper() && letters_ * room < type_size::small)
            list_.lacks_words = true;
        // Each column has its own letters, of which one may name two things beside each other.
        set.list.items.front().change_any<FormulaMark>([](FormulaMark& mark) { mark.is_of_notes = true; });
        const Box ink = bounds(set.list, drawing_.typesetter);
        append(set.list, {middle.x - set.width / 2, middle.y - ink.centre().y});
    }

    std::vector<NotationChoice> notations_;
    float line_;
    float letters_;
    float label_; ///< wide, for the words at the left
    float column_;
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
