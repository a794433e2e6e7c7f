#include "core/handouts/storyboard.h"

#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/words.h"
#include "core/handouts/pages.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_cell.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn {

namespace {

constexpr float width = paper::long_side;
constexpr float height = paper::short_side;
constexpr float margin = 48;
constexpr float column = 304; ///< of words, at the right
constexpr float storyboard_formula_size = 18;
constexpr float storyboard_line_height = 20;

class PageLayout {
public:
    PageLayout(const DrawContext& drawing, const CellId& cell) : drawing_(drawing), cell_(cell) {}

    DisplayList make(const std::string& foot, const std::string& place) {
        add_heading();
        const float top = margin + 52;
        const float words = width - margin - column;
        picture(shown_picture(drawing_))
            .draw(list_, drawing_,
                  {margin, top, words - space::section - margin, height - margin - space::section - top});
        add_words({words, top + space::small});
        text({margin, height - margin / 2}, foot, theme().dim, small());
        text({width - margin, height - margin / 2}, place, theme().dim, small(), Horizontal::right);
        return std::move(list_);
    }

private:
    const Theme& theme() const { return drawing_.theme(); }

    void text(Point at, std::string words, Colour colour, Font font = {}, Horizontal side = Horizontal::left) {
        add_text(list_, drawing_.typesetter, at, words, colour, font, side);
        attach_claims(list_, {{std::move(words), Always{"it names what is shown, and states nothing of it"}}});
    }

    void add_heading() {
        text({margin, margin + 14}, array_title(drawing_.session, drawing_.view_state.array()), theme().ink,
             bold(type_size::large));
        text({width - margin, margin + 14}, whose(drawing_), theme().dim, {}, Horizontal::right);
        add_rule(list_, {margin, margin + 30}, {width - margin, margin + 30}, theme().hairline);
    }

    float section(float x, float y, std::string title) {
        Font font = bold(type_size::small);
        font.letter_spacing = 0.6F;
        text({x, y + 10}, std::move(title), theme().dim, font);
        return y + 10 + space::medium;
    }

    Typeset formula(const std::string& tex, float size) const {
        return names_head(drawing_) ? set_formula(drawing_, tex, size, theme().ink)
                                    : set_general_formula(drawing_, tex, size, theme().ink);
    }

    float add_formula(float x, float y, const std::string& tex) {
        Typeset set = formula(tex, storyboard_formula_size);
        if (set.width > column)
            set = formula(tex, storyboard_formula_size * column / set.width);
        list_.append(set.list, {x, y + set.ascent});
        return y + set.ascent + set.descent;
    }

    float add_paragraph(float x, float y, const Claims& words, Colour colour) {
        return y + attn::add_paragraph(list_, drawing_.typesetter, {x, y + 13}, column, words, colour, {},
                                       storyboard_line_height);
    }

    static constexpr Always is_worked_out{"its numbers are compared where they are written out"};

    void add_words(Point at) {
        const auto [x, top] = at;
        float y = top;
        const std::string tex = figure_formula(drawing_);
        if (!tex.empty()) {
            y = section(x, y, "FORMULA");
            y = add_formula(x, y, tex);
            const std::string of_cell = cell_formula_of(drawing_.session, cell_.array);
            if (!of_cell.empty() && of_cell != tex)
                y = add_formula(x, y + space::medium, of_cell);
            y += space::section;
        }
        const CellId shown = canonical(drawing_, cell_);
        y = section(x, y, "ONE CELL");
        y = add_paragraph(
            x, y, {{cell_words(drawing_, shown), Always{"it names a cell or an array, and states nothing of it"}}},
            theme().dim);
        y = add_paragraph(x, y + space::tiny, {{worked_cell(drawing_, shown, most_summands), is_worked_out}},
                          theme().ink);
        const Claims meaning = claims_about(drawing_, explain(drawing_.trace, shown));
        if (!meaning.empty()) {
            y = section(x, y + space::section, "IN WORDS");
            add_paragraph(x, y, meaning, theme().ink);
        }
    }

    const DrawContext& drawing_;
    CellId cell_;
    DisplayList list_;
};

} // namespace

Result<std::vector<StoryPage>> storyboard(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = walk(source, shown);
    if (!steps)
        return steps.error();
    std::vector<StoryPage> pages;
    for (const FigureRequest& step : *steps) {
        const CellId cell = cell_of(step);
        const FigureContext drawing(step, source, cell, {.name = {}, .page_grows = false});
        const std::string place = fmt::format("{} of {}", pages.size() + 1, steps->size());
        const Page page{{0, 0, width, height}, drawing.drawing().theme().panel};
        pages.push_back({fmt::format("{:02}-{}", pages.size() + 1, array_name(cell.array)),
                         {PageLayout(drawing.drawing(), cell).make(source.session.title, place), page}});
    }
    return pages;
}

} // namespace attn
