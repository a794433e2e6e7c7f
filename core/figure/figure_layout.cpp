#include "core/figure/figure_layout.h"

#include "core/figure/caption.h"
#include "core/figure/figure_steps.h"
#include "core/figure/hatch.h"
#include "core/figure/noticed_number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/model/cell.h"
#include "core/notation/in_notation.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <tuple>
#include <vector>

namespace attn {

namespace {

/// The room of a figure if the user gives no width. A wider page allows more height in proportion.
constexpr float text_width = 16;  // cm
constexpr float text_height = 23; // cm
constexpr float formula_size = 15;
constexpr float least_caption = 280; // keeps the caption under a narrow matrix from becoming a column of single words
constexpr float figure_line_height = 16;
constexpr float lowest_picture = 24; // a page that leaves less height for the picture is refused

/// The shorter side of the smallest cell of a picture.
float smallest_cell(const DisplayList& list) {
    float side = farthest_place;
    for (const Item& item : list.items)
        if (const auto* const cell = std::get_if<Rectangle>(&item.shape());
            cell != nullptr && std::holds_alternative<CellId>(item.target))
            side = std::min({side, cell->box.width, cell->box.height});
    return side;
}

/// The remark "No font here has the letters U+0E20, U+0E32 …"; nullopt if the fonts have all letters.
std::optional<std::string> remark_on_letters(const DisplayList& list, const Typesetter& typesetter) {
    constexpr std::size_t most_named = 4;
    std::set<std::uint32_t> letters;
    for (const Item& item : list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape());
            text != nullptr && typesetter.measure(*text).lacks_glyphs)
            for (const char32_t letter : typesetter.letters_without_glyph(*text))
                letters.insert(letter);
    if (letters.empty())
        return std::nullopt;
    std::vector<std::string> names;
    for (const std::uint32_t letter : letters)
        if (names.size() < most_named)
            names.push_back(fmt::format("U+{:04X}", letter));
    return fmt::format("No font here has the letters {}{}.", fmt::join(names, ", "),
                       letters.size() > most_named ? " …" : "");
}

/// The outlined part of a matrix: a cell, or the whole row or column if the request for a single matrix names only a
/// row or a column.
Outlined outlined_in(const FigureKind& kind, const FigureRequest& request) {
    const bool is_matrix = kind.name == heatmap_kind().name || kind.shows_change;
    if (!is_matrix || request.row.has_value() == request.column.has_value())
        return Outlined::cell;
    return request.row ? Outlined::row : Outlined::column;
}

/// True if width and height are given and the page is wider than high.
bool is_low_page(const FigureRequest& request) {
    return request.width && request.height && *request.width > *request.height;
}

} // namespace

FigureLayout::FigureLayout(const FigureKind& kind, const FigureRequest& request, const FigureSource& source,
                           const CellId& cell, const FigureStep& step, const SeriesLayout* series)
    : kind_(kind), request_(request), source_(source), cell_(cell), series_(series),
      drawn_(request, source, cell, step), drawing_(drawn_.drawing()), scale_(drawn_.scale()),
      has_own_cell_(step.cell.has_value()), beside_picture_(2 * margin) {}

Result<void> FigureLayout::lay_out(bool says_enough) {
    if (auto fitting = fits(kind_, drawing_); !fitting)
        return fitting.error();
    const Box covered = put_together();
    if (!is_whole(covered))
        return says_enough ? refusal() : error("this figure does not fit");
    const Point series = series_ == nullptr ? Point() : series_->page;
    const float width = std::max(request_.width ? units_of(*request_.width) : covered.right() + margin, series.x);
    const float height = std::max(std::ceil(covered.bottom() + margin), series.y);
    figure_.page.area = {0, 0, width, request_.height ? std::min(height, units_of(*request_.height)) : height};
    figure_.page.ground = request_.is_grey() ? grey_of(drawing_.theme().panel) : drawing_.theme().panel;
    figure_.scale = scale_;
    if (!says_enough) // only asked if the figure fits
        return {};
    if (!request_.captioned)
        say_of_picture();
    figure_.title = title();
    figure_.words = prose_of(caption_words()).tex().tex;
    figure_.caption = tex_caption();
    figure_.standalone = request_.standalone;
    return {};
}

void FigureLayout::say_width_for_all() {
    // This goes to the author, not into the caption.
    if (const auto enough = width_for_all())
        figure_.remarks.back() += fmt::format(" At a width of {} cm all have room.", *enough);
    else if (const auto page = page_for_all())
        figure_.remarks.back() +=
            fmt::format(" With a height of {} cm and type of {:.3g} pt all have room.", *page->height, page->font_size);
}

Figure FigureLayout::lay_out_on(const FigureLayout& whole) {
    stretch_ = whole.stretch_;
    is_brief_ = whole.is_brief_;
    beside_picture_ = whole.beside_picture_;
    draw_picture();
    covered_ = whole.covered_;
    figure_.remarks = whole.figure_.remarks;
    figure_.is_whole = whole.figure_.is_whole;
    of_picture_ = has_own_cell_ ? claims_of_picture(drawing_, kind_, whole.picture_, whole.noticed_,
                                                    is_brief_) // the caption names the step's cell
                                : whole.of_picture_;
    place();
    figure_.page = whole.figure_.page;
    figure_.scale = scale_;
    figure_.title = whole.figure_.title;
    figure_.words = prose_of(caption_words()).tex().tex;
    figure_.caption = tex_caption();
    figure_.standalone = request_.standalone;
    return take();
}

Result<void> FigureLayout::add_cells_to(SeriesLayout& series) {
    if (auto fitting = fits(kind_, drawing_); !fitting)
        return fitting.error();
    auto matrix = matrix_of(kind_, drawing_, request_, room());
    if (!matrix)
        return {};
    const bool is_first = series.cell == Point();
    series.cell.x = is_first ? matrix->cell_width : std::min(series.cell.x, matrix->cell_width);
    series.cell.y = is_first ? matrix->cell_height : std::min(series.cell.y, matrix->cell_height);
    matrix->cell_width = series.cell.x;
    matrix->cell_height = series.cell.y;
    const float size = number_size(*matrix, drawing_.typesetter);
    series.number_size = is_first ? size : std::min(series.number_size, size);
    return {};
}

Result<void> FigureLayout::add_picture_to(SeriesLayout& series) {
    put_together();
    series.picture = covered_;
    return {};
}

Result<void> FigureLayout::add_page_to(SeriesLayout& series) {
    if (auto laid_out = lay_out(); !laid_out)
        return laid_out;
    const Box& page = figure_.page.area;
    series.page = {std::max(series.page.x, page.width), std::max(series.page.y, page.height)};
    return {};
}

/// Lays out title, picture and caption and returns their box. On a low page, such as a slide, the caption is left out
/// if the words or numbers of the picture have no room beside it.
Box FigureLayout::put_together() {
    const float beside_picture = beside_picture_;
    const auto reach = [&](bool is_brief) {
        is_brief_ = is_brief;
        beside_picture_ = beside_picture;
        return put_together_on_page();
    };
    const bool may_be_brief = is_low_page(request_) && request_.captioned && !is_brief_;
    const Box covered = reach(is_brief_);
    const bool is_enough = is_whole(covered);
    if (!may_be_brief || (is_enough && (is_tried_ || has_its_numbers())))
        return covered;
    const Box brief = reach(true);
    if (is_whole(brief) && (!is_enough || has_its_numbers()))
        return brief;
    return reach(false);
}

/// Lays out title, picture and caption within the height of the page, if the picture can be made low enough.
Box FigureLayout::put_together_on_page() {
    const auto reach = [&](float beside_picture) {
        beside_picture_ = beside_picture;
        put_together_once();
        return bounds(figure_.list, drawing_.typesetter);
    };
    Box covered = reach(beside_picture_);
    if (!request_.height)
        return covered;
    const float page = units_of(*request_.height);
    const auto is_held = [&] { return covered.bottom() + margin <= page; };
    // The room of the picture is what title and caption leave, but a lower picture may need more labels and remarks, so
    // this is done twice.
    for (int round = 0; round < 2 && !is_held(); ++round)
        covered = reach(beside_picture_ + covered.bottom() + margin - page);
    if (is_held())
        return covered;
    float too_little = beside_picture_;
    covered = reach(page); // the lowest possible picture
    if (!is_held())
        return covered;
    constexpr int rounds = 5;
    float enough = page;
    for (int round = 0; round < rounds; ++round) {
        const float middle = (too_little + enough) / 2;
        covered = reach(middle);
        (is_held() ? enough : too_little) = middle;
    }
    return is_held() ? covered : reach(enough);
}

void FigureLayout::put_together_once() {
    figure_ = {};
    draw_picture();
    const bool lacks_something = picture_.lacks_words || (picture_.lacks_numbers && !is_tried_);
    if (kind_.draw == nullptr && lacks_something && !has_images() && !request_.height)
        draw_higher();
    if (request_.captioned) // otherwise the page shows none of it
        say_of_picture();
    covered_ = bounds(picture_, drawing_.typesetter);
    if (series_ != nullptr && !series_->picture.empty())
        covered_ = united(covered_, series_->picture);
    if (auto remark = remark_on_letters(picture_, drawing_.typesetter))
        figure_.remarks.push_back(*std::move(remark));
    figure_.is_whole = figure_.remarks.empty() && !picture_.lacks_words && !picture_.lacks_numbers;
    if (picture_.lacks_terms && !picture_.lacks_numbers)
        figure_.remarks.emplace_back("How the marked cell comes about, term by term, has no room and is left out.");
    if (picture_.lacks_words)
        figure_.remarks.emplace_back("Some words have no room and are left out.");
    if (picture_.lacks_numbers)
        figure_.remarks.emplace_back(picture_.prints_numbers
                                         ? "Some numbers are left out, as they would be too small to read."
                                         : "Numbers are left out, as they would be too small to read.");
    place();
}

void FigureLayout::say_of_picture() {
    noticed_ = is_brief_ ? std::nullopt : noticed_number(drawing_, kind_, picture_);
    of_picture_ = claims_of_picture(drawing_, kind_, picture_, noticed_, is_brief_, outlined_in(kind_, request_));
}

/// True if the picture has images: their matrices have more cells than a page has room for numbers.
bool FigureLayout::has_images() const {
    return std::ranges::any_of(picture_.items,
                               [](const Item& item) { return std::holds_alternative<Image>(item.shape()); });
}

bool FigureLayout::has_its_numbers() const {
    return !picture_.lacks_numbers || has_images();
}

/// Draws the picture without clips: on paper a picture without room asks for a larger page.
void FigureLayout::draw_picture() {
    picture_ = {};
    draw(kind_, picture_, drawing_, request_, room());
    for (Item& item : picture_.items)
        item.clip.reset();
}

/// On a narrow page, tries higher pictures until words and numbers have room. For numbers the picture is stretched only
/// up to `most_stretch`. If none has room for all, the height with clearly larger cells wins.
void FigureLayout::draw_higher() {
    struct Drawn {
        float stretch = 1;
        DisplayList picture;
        bool is_held = true; ///< true: fits the width of the page
        float cell = 0;
    };
    const auto is_held = [&] { return bounds(picture_, drawing_.typesetter).width <= room().width + 0.5F; };
    const auto drawn = [&] { return Drawn{stretch_, picture_, is_held(), smallest_cell(picture_)}; };
    std::vector<Drawn> all{drawn()};
    for (const float stretch : {1.3F, 1.5F, 2.0F, 2.5F, 3.0F}) {
        const bool is_for_words = stretch > kind_.most_stretch;
        if (is_for_words && std::ranges::any_of(all, [](const Drawn& one) { return !one.picture.lacks_words; }))
            break;
        stretch_ = stretch;
        draw_picture();
        if (!picture_.lacks_words && (is_for_words || !picture_.lacks_numbers) && is_held())
            return;
        all.push_back(drawn());
    }
    constexpr float much_larger = 1.15F;
    const auto worth = [](const Drawn& one, float cell) {
        return std::tuple(!one.picture.lacks_words, one.is_held, cell);
    };
    auto best = all.begin();
    for (auto one = all.begin(); one != all.end(); ++one)
        if (worth(*one, one->cell) > worth(*best, best->cell * much_larger))
            best = one;
    stretch_ = best->stretch;
    picture_ = std::move(best->picture);
}

float FigureLayout::units_of(float centimetres) const {
    return centimetres * pixels_a_centimetre / scale_;
}

FigureRoom FigureLayout::room() const {
    const float width = request_.width.value_or(text_width);
    const float height = request_.height ? std::max(units_of(*request_.height) - beside_picture_, lowest_picture)
                                         : units_of(text_height * std::max(1.0F, width / text_width));
    return {.width = units_of(width) - 2 * margin,
            .height = height,
            .fills = request_.width.has_value(),
            .is_limited = request_.height.has_value(),
            .stretch = stretch_,
            .series = series_};
}

/// The title. If a picture has no room for all heads, it names the heads that are shown.
Prose FigureLayout::title() const {
    const Prose title = request_.title.empty() ? figure_title(drawing_, kind_) : Prose::own(request_.title);
    const std::string heads = heads_with_room(drawing_, kind_, picture_);
    return heads.empty() ? title : prose("{}: only {} shown", title, heads);
}

/// Places title, picture and caption one below the other, with a common left edge, in the middle of the page. On a low,
/// wide page, such as a slide, the caption's formula is written in the title's line if it has room.
void FigureLayout::place() {
    const Typesetter& typesetter = drawing_.typesetter;
    const float widest = room().width;
    const float text_room = request_.width ? widest : std::max(covered_.width, least_caption);
    const float left = margin + (request_.width ? std::max(0.0F, std::floor((widest - covered_.width) / 2)) : 0);
    std::optional<Typeset> formula = request_.captioned && !is_brief_ ? caption_formula(text_room) : std::nullopt;
    float y = margin;
    if (request_.titled) {
        float line = 12;
        if (formula && stands_beside_title(*formula, text_room)) {
            const Box ink = bounds(formula->list, typesetter); // larger than ascent and descent for deep limits and
                                                               // tall brackets
            line = std::max(line, -ink.y);
            figure_.list.append(formula->list, {margin + text_room - formula->width, y + line});
            y += std::max(0.0F, ink.bottom() - space::tiny);
            formula.reset();
        }
        y += line - 12 +
             add_paragraph(figure_.list, typesetter, {margin, y + line}, text_room,
                           Claims{{title(), Always{"it names what is shown, and states nothing of it"}}},
                           drawing_.theme().ink, bold(), figure_line_height);
        y += space::medium;
    }
    figure_.list.append(picture_, {left - covered_.x, y - covered_.y});
    y += covered_.height;
    if (request_.captioned)
        add_caption({margin, y + (is_low_page(request_) ? space::small : space::large)}, text_room, formula);
    if (request_.is_grey())
        make_all_grey(figure_.list.items);
}

std::optional<Typeset> FigureLayout::caption_formula(float width) const {
    const std::string tex = figure_formula(drawing_, kind_);
    if (tex.empty())
        return std::nullopt;
    return set_figure_formula(drawing_, tex, formula_size, width, kind_, type_size::small);
}

bool FigureLayout::stands_beside_title(const Typeset& formula, float width) const {
    const float title_width = line_width(drawing_.typesetter, title(), bold());
    return is_low_page(request_) && title_width + space::section + formula.width <= width;
}

void FigureLayout::add_caption(Point at, float width, const std::optional<Typeset>& formula) {
    const Theme& theme = drawing_.theme();
    if (formula) {
        figure_.list.append(formula->list, {at.x, at.y + formula->ascent});
        at.y += formula->ascent + formula->descent + space::small;
    }
    const Claims words = caption_words();
    if (words.empty())
        return;
    add_paragraph(figure_.list, drawing_.typesetter, {at.x, at.y + 11}, width, words, theme.dim, small(),
                  figure_line_height);
}

Claims FigureLayout::caption_words() const {
    Claims words = is_brief_ ? Claims() : figure_claims(drawing_, kind_);
    words.insert(words.end(), of_picture_.begin(), of_picture_.end());
    for (const std::string& remark : figure_.remarks)
        words.emplace_back(remark, Always{"it says what was left out when this picture was laid out"});
    return words;
}

/// The caption that a journal prints beneath the figure: title, formula and words.
std::string FigureLayout::tex_caption() const {
    std::string caption = title().tex().tex;
    const Notation& notation = drawing_.notation;
    if (const std::string formula = figure_formula(drawing_, kind_); !formula.empty())
        caption += fmt::format(": ${}$", tex_formula(names_head(drawing_, kind_)
                                                         ? in_notation(formula, notation, drawing_.view_state.head)
                                                         : in_notation(formula, notation))
                                             .tex);
    return caption + (figure_.words.empty() ? "" : ". " + figure_.words);
}

bool FigureLayout::has_width(const Box& covered) const {
    return !request_.width || covered.right() <= units_of(*request_.width) + 0.5F;
}

bool FigureLayout::has_height(const Box& covered) const {
    return !request_.height || covered.bottom() <= units_of(*request_.height) + 0.5F;
}

/// True if all words are whole, or if the user gave no width. A text that is longer than any sentence may lack words.
bool FigureLayout::has_words() const {
    constexpr Index longest_sentence = 40;
    const Sizes& sizes = drawing_.sizes();
    return !picture_.lacks_words || !request_.width || std::max(sizes.S_q, sizes.S_k) > longest_sentence;
}

} // namespace attn
