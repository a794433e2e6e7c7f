#include "core/handouts/storyboard.h"

#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/text_layout.h"
#include "core/handouts/pages.h"
#include "core/handouts/tour.h"

#include <fmt/format.h>

namespace attn {

namespace {

constexpr float margin = 48;
constexpr float words_across = 304;  ///< width of the words right of a picture, in logical pixels
constexpr float words_upright = 330; ///< height of the words beneath it
constexpr float storyboard_formula_size = 18;
constexpr float storyboard_line_height = 20;

class PageLayout {
public:
    PageLayout(const DrawContext& drawing, const Step& step, Point size)
        : drawing_(drawing), step_(step), size_(size), column_(is_upright() ? size.x - 2 * margin : words_across) {}

    DisplayList make(const std::string& foot, const std::string& place) {
        add_heading();
        const float top = margin + 52;
        const float bottom = size_.y - margin - space::section;
        const Point words = is_upright() ? Point{margin, bottom - words_upright}
                                         : Point{size_.x - margin - column_, top + space::small};
        const Point end =
            is_upright() ? Point{size_.x - margin, words.y - space::section} : Point{words.x - space::section, bottom};
        picture(shown_picture(drawing_)).draw(list_, drawing_, {margin, top, end.x - margin, end.y - top});
        add_words(words);
        text({margin, size_.y - margin / 2}, foot, theme().dim, small());
        text({size_.x - margin, size_.y - margin / 2}, place, theme().dim, small(), Horizontal::right);
        return std::move(list_);
    }

private:
    const Theme& theme() const { return drawing_.theme(); }
    bool is_upright() const { return size_.y > size_.x; }

    void text(Point at, std::string words, Colour colour, Font font = {}, Horizontal side = Horizontal::left) {
        add_text(list_, drawing_.typesetter, at, words, colour, font, side);
        attach_claims(list_, {{std::move(words), Always{"it names what is shown, and states nothing of it"}}});
    }

    void add_heading() {
        text({margin, margin + 14}, step_.title.letters(), theme().ink, bold(type_size::large));
        text({size_.x - margin, margin + 14}, step_.whose, theme().dim, {}, Horizontal::right);
        add_rule(list_, {margin, margin + 30}, {size_.x - margin, margin + 30}, theme().hairline);
    }

    float section(float x, float y, std::string title) {
        Font font = bold(type_size::small);
        font.letter_spacing = 0.6F;
        text({x, y + 10}, std::move(title), theme().dim, font);
        return y + 10 + space::medium;
    }

    float add_formula(float x, float y, const std::string& tex) {
        const Typeset set = set_figure_formula(drawing_, tex, storyboard_formula_size, column_);
        list_.append(set.list, {x, y + set.ascent});
        return y + set.ascent + set.descent;
    }

    float add_paragraph(float x, float y, const Claims& words, Colour colour) {
        return y + attn::add_paragraph(list_, drawing_.typesetter, {x, y + 13}, column_, words, colour, {},
                                       storyboard_line_height);
    }

    static constexpr Always is_worked_out{"its numbers are compared where they are written out"};

    void add_words(Point at) {
        const auto [x, top] = at;
        float y = top;
        if (!step_.rules.empty()) {
            y = section(x, y, "FORMULA") - space::medium;
            for (const std::string& rule : step_.rules)
                y = add_formula(x, y + space::medium, rule);
            y += space::section;
        }
        y = section(x, y, "ONE CELL");
        y = add_paragraph(x, y, {{step_.subject, Always{"it names a cell or an array, and states nothing of it"}}},
                          theme().dim);
        y = add_paragraph(x, y + space::tiny, {{step_.worked, is_worked_out}}, theme().ink);
        if (!step_.meaning.empty()) {
            y = section(x, y + space::section, "IN WORDS");
            add_paragraph(x, y, step_.meaning, theme().ink);
        }
    }

    const DrawContext& drawing_;
    const Step& step_;
    Point size_;
    float column_; ///< width of the words
    DisplayList list_;
};

} // namespace

Result<std::vector<StoryPage>> storyboard(const FigureSource& source, const FigureRequest& shown, bool upright) {
    const auto all = tour(source, {shown});
    if (!all)
        return all.error();
    const Point size = upright ? Point{paper::short_side, paper::long_side} : screen_page;
    std::vector<StoryPage> pages;
    for (const Step& step : all->steps) {
        if (source.stop.stop_requested())
            return error("The pages were cancelled.");
        const FigureContext context(step.request, *step.source, step.cell, step.revealed);
        const DrawContext& drawing = context.drawing();
        const std::string place = fmt::format("{} of {}", pages.size() + 1, all->steps.size());
        pages.push_back({fmt::format("{:02}-{}", pages.size() + 1, array_name(step.cell.array)),
                         {PageLayout(drawing, step, size).make(source.session.title, place),
                          {{0, 0, size.x, size.y}, drawing.theme().panel}}});
    }
    return pages;
}

} // namespace attn
