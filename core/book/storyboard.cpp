#include "core/book/storyboard.h"

#include "core/book/paper.h"
#include "core/book/walk.h"
#include "core/book/worked_cell.h"
#include "core/figure/caption.h"
#include "core/figure/figure_subject.h"
#include "core/figure/pictures/lettering.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/words.h"

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
    PageLayout(const Subject& subject, const CellId& cell) : subject_(subject), cell_(cell) {}

    DisplayList make(const std::string& foot, const std::string& place) {
        add_heading();
        const float top = margin + 52;
        const float words = width - margin - column;
        picture(shown_picture(subject_))
            .draw(list_, subject_,
                  {margin, top, words - space::section - margin, height - margin - space::section - top});
        add_words({words, top + space::small});
        text({margin, height - margin / 2}, foot, theme().dim, small());
        text({width - margin, height - margin / 2}, place, theme().dim, small(), Horizontal::right);
        return std::move(list_);
    }

private:
    const Theme& theme() const { return subject_.theme(); }

    void text(Point at, std::string words, Colour colour, Font font = {}, Horizontal side = Horizontal::left) {
        add_text(list_, subject_.typesetter, at, std::move(words), colour, font, side);
    }

    void add_heading() {
        text({margin, margin + 14}, array_title(subject_.sight.array()), theme().ink, bold(type_size::large));
        text({width - margin, margin + 14}, whose(subject_), theme().dim, {}, Horizontal::right);
        add_rule(list_, {margin, margin + 30}, {width - margin, margin + 30}, theme().hairline);
    }

    float section(float x, float y, std::string title) {
        Font font = bold(type_size::small);
        font.letter_spacing = 0.6F;
        text({x, y + 10}, std::move(title), theme().dim, font);
        return y + 10 + space::medium;
    }

    Typeset formula(const std::string& tex, float size) const {
        return names_head(subject_) ? set_formula(subject_, tex, size, theme().ink)
                                    : set_general_formula(subject_, tex, size, theme().ink);
    }

    float add_formula(float x, float y, const std::string& tex) {
        Typeset set = formula(tex, storyboard_formula_size);
        if (set.width > column)
            set = formula(tex, storyboard_formula_size * column / set.width);
        list_.append(set.list, {x, y + set.ascent});
        return y + set.ascent + set.descent;
    }

    float add_paragraph(float x, float y, const std::string& words, Colour colour) {
        return y + attn::add_paragraph(list_, subject_.typesetter, {x, y + 13}, column, words, colour, {},
                                       storyboard_line_height);
    }

    void add_words(Point at) {
        const auto [x, top] = at;
        float y = top;
        const std::string tex = figure_formula(subject_);
        if (!tex.empty()) {
            y = section(x, y, "FORMULA");
            y = add_formula(x, y, tex);
            const std::string of_cell = cell_formula_of(cell_.array);
            if (!of_cell.empty() && of_cell != tex)
                y = add_formula(x, y + space::medium, of_cell);
            y += space::section;
        }
        const CellId shown = canonical(subject_, cell_);
        y = section(x, y, "ONE CELL");
        y = add_paragraph(x, y, cell_words(subject_, shown), theme().dim);
        y = add_paragraph(x, y + space::tiny, worked_cell(subject_, shown, most_summands), theme().ink);
        const std::string meaning = in_words(subject_, explain(subject_.trace, shown));
        if (!meaning.empty()) {
            y = section(x, y + space::section, "IN WORDS");
            add_paragraph(x, y, meaning, theme().ink);
        }
    }

    const Subject& subject_;
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
        const FigureSubject subject(step, source, cell);
        const std::string place = fmt::format("{} of {}", pages.size() + 1, steps->size());
        const Page page{{0, 0, width, height}, subject.subject().theme().panel};
        pages.push_back({fmt::format("{:02}-{}", pages.size() + 1, array_name(cell.array)),
                         {PageLayout(subject.subject(), cell).make(source.session.title, place), page}});
    }
    return pages;
}

} // namespace attn
