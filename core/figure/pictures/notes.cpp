#include "core/figure/pictures/notes.h"

#include "core/figure/layout/columns.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/words/note_numbers.h"
#include "core/formula/equation.h"
#include "core/model/arrays.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace attn {

namespace {

constexpr float notes_size = 18;
constexpr float notes_smallest = 13; // formulas that would need smaller type are broken before an equals sign
constexpr float notes_numbers_size = 15;
constexpr float notes_indent = 20;
constexpr float notes_gap = 20;
constexpr float notes_line = 17;
constexpr float between_pieces = 4;    // between the lines of a broken formula, so that fractions do not touch
constexpr float narrowest_notes = 190; // the narrowest column on paper
constexpr float between_notes = 28;    // gap between columns

/// The formulas of the notes for an array. Without an array: all formulas, and those of several arrays only once.
std::vector<const NoteFormula*> formulas_beside(const DrawContext& drawing, std::optional<ArrayId> array) {
    std::vector<const NoteFormula*> found;
    std::set<std::string_view> said;
    for (const NoteFormula& formula : drawing.session.notation.profile().formulas)
        if ((!array || formula.array == *array) && said.insert(formula.tex).second)
            found.push_back(&formula);
    return found;
}

class NotesLayout : Canvas {
public:
    /// `scale` enlarges all type.
    NotesLayout(DisplayList& list, const DrawContext& drawing, const Box& area, float scale)
        : Canvas(list, drawing, area), scale_(scale), numbers_(drawing), x_(area.x), y_(area.y + space::small) {}

    float bottom() const { return y_; }
    /// True if all formulas have the same size.
    bool is_even() const { return is_even_; }

    /// Adds the remark that formulas of the user's own file have not been compared with the layer.
    void say_whether_checked() {
        if (drawing_.session.notation.is_own())
            remark({"These are the formulas of your own notation: shown as they stand, unchecked.",
                    Always{"no notation but those that come with the program has been compared with the layer"}});
    }

    void add_formulas(const std::vector<const NoteFormula*>& formulas, bool with_titles) {
        std::optional<ArrayId> last;
        for (const NoteFormula* formula : formulas) {
            if (with_titles && formula->array != last)
                add_title(formula->array);
            last = formula->array;
            add_formula(*formula);
        }
    }

private:
    void add_title(ArrayId array) {
        y_ += notes_line;
        attn::add_line(list_, drawing_.typesetter, {x_, y_}, name_of(drawing_.notation, array), theme_.ink, bold());
        y_ += space::small;
    }

    void add_formula(const NoteFormula& formula) {
        const float top = y_;
        add_tex(formula.tex, notes_size * scale_, theme_.ink, x_);
        add_place({x_, top, area_.width, y_ - top}, {}).says = ShownFormula{formula.tex};
        const std::optional<Claim> broken = broken_premise(drawing_, formula);
        const std::vector<Prose> more = besides(drawing_, formula);
        if (broken)
            remark({prose("Not so here: {}.", broken->text), broken->when});
        else if (!more.empty())
            remark({prose("Here besides: {}.", joined(more, "; ")),
                    Always{"each part is asked of the layer's options when it is written"}});
        if (!broken && numbers_hold(drawing_, formula) && numbers_.exist(formula))
            add_numbers(formula);
        if (!formula.says.empty())
            remark({words_in(formula.says, drawing_.notation),
                    Always{"it quotes what the notes remark on their own letters"}});
        y_ += notes_gap * scale_;
    }

    void remark(Claim words) {
        y_ += notes_line;
        y_ += add_claims({x_ + notes_indent, y_}, {std::move(words)}, theme_.dim, small(), notes_line) - notes_line +
              space::tiny;
    }

    void add_numbers(const NoteFormula& formula) {
        if (!formula.numbers.empty())
            return add_tex(numbers_.of(formula), std::max(notes_numbers_size * scale_, least_size()), theme_.dim,
                           x_ + notes_indent);
        if (!has_array(drawing_, formula.array))
            return;
        const CellId cell = numbers_.cell(formula.array);
        const Shape shape = shown_shape(drawing_, formula.array);
        y_ += notes_line;
        const float x = x_ + notes_indent;
        const std::string written = fmt::format("{} × {}", shape.rows, shape.columns);
        const std::string words = fmt::format("{}; {} = ", written, short_cell(drawing_, cell));
        add_claim({x, y_}, {words, written_fact(Quantity::shape, cell, written)}, theme_.dim);
        const int decimals = row_of(formula.array).meaning == Meaning::share ? view().fine_decimals() : view().decimals;
        add_text({x + width_of(words), y_}, display_number(drawing_.trace.value(cell), decimals), theme_.ink,
                 {.weight = FontWeight::medium})
            .says = ShownNumber{.cell = cell};
        y_ += space::tiny;
    }

    /// Adds TeX on one line, shrunk to fit in the window; or on several lines, broken before equals signs.
    void add_tex(const std::string& tex, float size, Colour colour, float x) {
        const float room = area_.right() - x;
        const float whole = set_tex(drawing_, tex, size, colour).width;
        const float least = std::max(notes_smallest * scale_, least_size());
        if (whole <= room || (!on_paper() && whole * least <= room * size))
            return add_tex_line(tex, std::min(size, size * room / whole), colour, x);
        std::string line;
        float last = x; // x at which the line begins
        for (const std::string& piece : pieces_of(tex)) {
            std::string longer = line;
            longer.append(line.empty() ? "" : " ").append(piece);
            if (!line.empty() && set_tex(drawing_, longer, size, colour).width > room) {
                add_tex_line(line, size, colour, last);
                y_ += between_pieces;
                line = piece;
                last = x + notes_indent;
            } else {
                line = longer;
            }
        }
        const float width = set_tex(drawing_, line, size, colour).width;
        const float fitting = std::min(size, size * (area_.right() - last) / std::max(width, 1.0F));
        is_even_ = is_even_ && fitting >= size;
        add_tex_line(line, std::max(fitting, least_size()), colour, last);
    }

    void add_tex_line(const std::string& tex, float size, Colour colour, float x) {
        Typeset set = set_tex(drawing_, tex, size, colour);
        set.list.items.front().change_any<FormulaMark>([](FormulaMark& mark) { mark.is_of_notes = true; });
        y_ += set.ascent + space::tiny;
        append(set.list, {x, y_});
        y_ += set.descent;
    }

    /// The least size of type: on paper, the requested size.
    float least_size() const { return on_paper() ? type_size::small : 0; }

    float scale_;
    NoteNumbers numbers_;
    float x_;
    float y_;
    bool is_even_ = true;
};

/// Writes the formulas in one column, as large as they fit.
void write(DisplayList& list, const DrawContext& drawing, const Box& area, std::optional<ArrayId> array) {
    const std::vector<const NoteFormula*> formulas = formulas_beside(drawing, array);
    DisplayList written;
    for (const float scale : {1.0F, 0.85F, 0.7F, 0.6F}) {
        written = {};
        NotesLayout layout(written, drawing, area, scale);
        layout.add_formulas(formulas, !array);
        layout.say_whether_checked();
        if (!array || layout.bottom() <= area.bottom()) // without an array, the list may be longer than the area
            break;
    }
    list.append(written);
}

/// The formulas of the notes, one section for each array that has some; or only the requested section.
std::vector<std::vector<const NoteFormula*>> sections(const DrawContext& drawing) {
    std::vector<std::vector<const NoteFormula*>> all;
    for (const NoteFormula* formula : formulas_beside(drawing, drawing.view_state.section)) {
        if (all.empty() || all.back().front()->array != formula->array)
            all.emplace_back();
        all.back().push_back(formula);
    }
    return all;
}

/// Lays out the sections on paper in columns. No section is split.
class NotesOnPaper {
public:
    NotesOnPaper(const DrawContext& drawing, const Box& area, std::size_t columns, float scale)
        : width_((area.width - between_notes * static_cast<float>(columns - 1)) / static_cast<float>(columns)) {
        std::vector<float> heights;
        for (const auto& section : sections(drawing)) {
            NotesLayout layout(written_.emplace_back(), drawing, {0, 0, width_, area.height}, scale);
            layout.add_formulas(section, !drawing.view_state.section);
            heights.push_back(layout.bottom());
            is_even_ = is_even_ && layout.is_even();
            is_held_ = is_held_ && bounds(written_.back(), drawing.typesetter).right() <= width_ + between_notes / 2;
        }
        columns_ = in_columns(heights, columns, width_ + between_notes);
    }

    float height() const { return columns_.height; }
    /// True if no formula reaches into the next column.
    bool is_held() const { return is_held_; }
    bool is_even() const { return is_even_; }

    void add(DisplayList& list, Point at) const {
        for (std::size_t i = 0; i < written_.size(); ++i)
            list.append(written_[i], at + columns_.places[i]);
    }

private:
    float width_;
    std::vector<DisplayList> written_;
    bool is_held_ = true;
    bool is_even_ = true; ///< true: all formulas have the same size
    Columns columns_;
};

/// Writes the formulas in as few columns as the area allows, with all of them at the same large size. If that is
/// impossible: in as many columns, and as small, as possible.
void write_on_paper(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const auto most = std::max<std::size_t>(
        1, to_integer<std::size_t>((area.width + between_notes) / (narrowest_notes + between_notes)));
    std::optional<NotesOnPaper> best;
    for (const float scale : {1.0F, 0.85F, notes_smallest / notes_size})
        for (std::size_t columns = 1; columns <= most; ++columns) {
            NotesOnPaper notes(drawing, area, columns, scale);
            if (columns > 1 && !notes.is_held())
                continue;
            const auto worth = [&](const NotesOnPaper& one) {
                return std::tuple(one.height() <= area.height, one.is_even(), -one.height());
            };
            const bool is_good = notes.height() <= area.height && notes.is_even();
            if (!best || worth(notes) > worth(*best))
                best.emplace(std::move(notes));
            if (is_good)
                return best->add(list, {area.x, area.y});
        }
    best->add(list, {area.x, area.y});
}

} // namespace

std::vector<NoteLine> note_lines(const DrawContext& drawing, ArrayId array, const NotePlaces& places) {
    const NoteNumbers numbers(drawing, places);
    std::vector<NoteLine> lines;
    for (const NoteFormula* formula : formulas_beside(drawing, array)) {
        if (!besides(drawing, *formula).empty())
            continue;
        const std::optional<Claim> broken = broken_premise(drawing, *formula);
        const bool has_numbers = !broken && numbers_hold(drawing, *formula) && numbers.exist(*formula);
        lines.push_back({formula->tex, broken ? broken->text : Prose(), has_numbers ? numbers.of(*formula) : "",
                         words_in(formula->says, drawing.notation), has_numbers ? numbers.whose(*formula) : ""});
    }
    return lines;
}

bool shows_notes(const DrawContext& drawing) {
    return !formulas_beside(drawing, drawing.view_state.array()).empty();
}

void notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    write(list, drawing, area, drawing.view_state.array());
}

Result<void> has_notes(const DrawContext& drawing) {
    if (formulas_beside(drawing, std::nullopt).empty())
        return error("the notation “{}” comes without formulas; one that has some is d_h",
                     drawing.session.notation.name());
    const std::optional<ArrayId> section = drawing.view_state.section;
    if (!section || !formulas_beside(drawing, section).empty())
        return {};
    std::string there;
    for (const NoteFormula* formula : formulas_beside(drawing, std::nullopt))
        if (const std::string name = named(formula->array);
            (" " + there + " ").find(" " + name + " ") == std::string::npos)
            there += (there.empty() ? "" : " ") + name;
    return error("the notes have no formula beside {}; their sections are {}", named(*section), there);
}

void all_notes_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    if (drawing.view_state.on_paper)
        return write_on_paper(list, drawing, area);
    write(list, drawing, area, std::nullopt);
}

} // namespace attn
