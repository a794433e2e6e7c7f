#include "core/figure/figure.h"

#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/hatch.h"
#include "core/figure/pdf.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/png.h"
#include "core/figure/svg.h"
#include "core/figure/tex.h"
#include "core/model/arrays.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr float pixels_a_centimetre = 96 / 2.54F;
/// What a figure may take of a page where no width is asked for; a wider page is as much higher.
constexpr float text_width = 16;  // cm
constexpr float text_height = 23; // cm
constexpr float margin = 4;
constexpr float formula_size = 15;
constexpr float least_caption = 280; // so that a caption under a narrow matrix is not a column of words
constexpr float figure_line_height = 16;

Result<Index> counted_from_1(std::string_view what, std::optional<Index> asked, Index fallback, Index count,
                             std::string_view of) {
    const Index index = asked.value_or(std::min(fallback, count - 1));
    if (index < 0 || index >= count)
        return error("{} {}: {} has {}", what, index + 1, of, count);
    return index;
}

std::string names_of_arrays(const Trace& trace) {
    std::string names;
    for (const ArrayId id : stages_of(trace))
        names += (names.empty() ? "" : " ") + std::string(array_name(id));
    return names + " W_Q W_K W_V W_O";
}

bool exists(const FigureSource& source, ArrayId array, Index head) {
    if (is_stage(array))
        return source.trace.has(array);
    return !parameter(source.session.layer(), array, head).empty();
}

/// The array that is asked for; else the one that the session opens on, if the kind can show it, or the first that it
/// can.
ArrayId array_of(const FigureRequest& request, const FigureSource& source, Index item, Index head) {
    const ArrayId opened = source.session.opening.stage;
    const FigureKind* const kind = find_figure_kind(request.kind);
    if (request.array || kind == nullptr)
        return request.array.value_or(opened);
    const FigureContext drawn(request, source, {opened, item, head, 0, 0});
    if (source.trace.has(opened) && fits(*kind, drawn.drawing()))
        return opened;
    return first_fitting_stage(*kind, drawn.drawing()).value_or(opened);
}

/// Images are for matrices of more cells than any page has room for numbers.
bool has_images(const DisplayList& list) {
    return std::ranges::any_of(list.items,
                               [](const Item& item) { return std::holds_alternative<Image>(item.shape()); });
}

Typeset one_head(const DrawContext& drawing, std::string_view tex, float size, Colour colour) {
    return set_formula(drawing, tex, size, colour);
}

class FigureLayout {
public:
    FigureLayout(const FigureKind& kind, const FigureRequest& request, const FigureSource& source, const CellId& cell,
                 const FigureStep& step = {})
        : kind_(kind), request_(request), source_(source), cell_(cell), drawn_(request, source, cell, step),
          drawing_(drawn_.drawing()), scale_(drawn_.scale()) {}

    Result<void> lay_out() {
        if (auto fitting = fits(kind_, drawing_); !fitting)
            return fitting.error();
        const Box covered = put_together();
        if (!is_held(covered))
            return error("this figure needs a width of {:.1f} cm for type of {} pt", width_that_holds(covered),
                         request_.font_size);
        const float width = request_.width ? units_of(*request_.width) : covered.right() + margin;
        figure_.page.area = {0, 0, width, std::ceil(covered.bottom() + margin)};
        figure_.page.ground = request_.grey ? grey_of(drawing_.theme().panel) : drawing_.theme().panel;
        figure_.scale = scale_;
        figure_.title = title();
        return {};
    }

    Figure take() { return std::move(figure_); }

    /// A step of a figure that was laid out whole.
    Figure lay_out_on(const FigureLayout& whole) {
        stretch_ = whole.stretch_;
        draw_picture();
        covered_ = whole.covered_;
        figure_.remarks = whole.figure_.remarks;
        place();
        figure_.page = whole.figure_.page;
        figure_.scale = scale_;
        figure_.title = whole.figure_.title;
        return take();
    }

private:
    /// Draws all that stands on the page, and says how far it reaches.
    Box put_together() {
        draw_picture();
        if (kind_.draw == nullptr && picture_.lacks_numbers && !has_images(picture_))
            draw_higher();
        covered_ = bounds(picture_, drawing_.typesetter);
        if (picture_.lacks_numbers)
            figure_.remarks.emplace_back(picture_.prints_numbers
                                             ? "Some numbers are left out, as they would be too small to read."
                                             : "Numbers are left out, as they would be too small to read.");
        place();
        return bounds(figure_.list, drawing_.typesetter);
    }

    bool is_held(const Box& covered) const {
        return !request_.width || covered.right() <= units_of(*request_.width) + 0.5F;
    }

    /// Centimetres, in tenths. On a wider page things stand otherwise and may need more again, or less: what is found
    /// holds, and a tenth less does not.
    float width_that_holds(const Box& covered) const {
        auto narrow = to_integer<Index>(std::floor(*request_.width * 10));
        Index wide = held_from(tenths_of(covered));
        while (wide - narrow > 1) {
            const Index middle = (narrow + wide) / 2;
            (needed_in(middle) ? narrow : wide) = middle;
        }
        return static_cast<float>(wide) / 10;
    }

    /// A width that holds, in tenths of a centimetre: this one, or what is asked for there, and so on.
    Index held_from(Index tenths) const {
        constexpr int most_tries = 40;
        for (int tries = 0; tries < most_tries; ++tries) {
            const std::optional<Index> needed = needed_in(tenths);
            if (!needed)
                break;
            tenths = std::max(tenths + 1, *needed);
        }
        return tenths;
    }

    /// What the figure needs where it may be so wide, both in tenths of a centimetre; nothing where that is enough.
    std::optional<Index> needed_in(Index tenths) const {
        FigureRequest other = request_;
        other.width = static_cast<float>(tenths) / 10;
        FigureLayout layout(kind_, other, source_, cell_);
        const Box covered = layout.put_together();
        return layout.is_held(covered) ? std::nullopt : std::optional(tenths_of(covered));
    }

    Index tenths_of(const Box& covered) const {
        return to_integer<Index>(std::ceil((covered.right() + margin) * scale_ / pixels_a_centimetre * 10));
    }

    /// On a narrow page a picture is as high as its numbers need; as before where that does not help.
    void draw_higher() {
        const float drawn = stretch_;
        DisplayList as_it_was = picture_;
        for (const float stretch : {1.5F, 2.0F, 2.5F}) {
            stretch_ = stretch;
            draw_picture();
            if (!picture_.lacks_numbers)
                return;
        }
        stretch_ = drawn;
        picture_ = std::move(as_it_was);
    }

    /// Nothing is cut off on paper: what does not fit asks for a wider page.
    void draw_picture() {
        picture_ = {};
        draw(kind_, picture_, drawing_, request_, room());
        for (Item& item : picture_.items)
            item.clip.reset();
    }

    float units_of(float centimetres) const { return centimetres * pixels_a_centimetre / scale_; }

    FigureRoom room() const {
        const float width = request_.width.value_or(text_width);
        const float height = text_height * std::max(1.0F, width / text_width);
        return {units_of(width) - 2 * margin, units_of(height), request_.width.has_value(), stretch_};
    }

    std::string title() const { return request_.title.empty() ? figure_title(drawing_, kind_) : request_.title; }

    /// Title, picture and caption below each other, one left edge for all; the block in the middle of the page.
    void place() {
        const Typesetter& typesetter = drawing_.typesetter;
        const float widest = room().width;
        const float text_room = request_.width ? widest : std::max(covered_.width, least_caption);
        const float left = margin + (request_.width ? std::max(0.0F, std::floor((widest - covered_.width) / 2)) : 0);
        float y = margin;
        if (request_.titled) {
            y += add_paragraph(figure_.list, typesetter, {margin, y + 12}, text_room, title(), drawing_.theme().ink,
                               bold(), figure_line_height) +
                 space::medium;
        }
        figure_.list.append(picture_, {left - covered_.x, y - covered_.y});
        y += covered_.height;
        if (request_.captioned)
            add_caption({margin, y + space::large}, text_room);
        if (request_.grey)
            make_all_grey(figure_.list.items);
    }

    void add_caption(Point at, float width) {
        const Theme& theme = drawing_.theme();
        if (const std::string tex = figure_formula(drawing_, kind_); !tex.empty()) {
            const auto set = names_head(drawing_, kind_) ? one_head : set_general_formula;
            Typeset formula = set(drawing_, tex, formula_size, theme.ink);
            if (formula.width > width)
                formula = set(drawing_, tex, std::max(9.0F, formula_size * width / formula.width), theme.ink);
            figure_.list.append(formula.list, {at.x, at.y + formula.ascent});
            at.y += formula.ascent + formula.descent + space::small;
        }
        std::string words = figure_words(drawing_, kind_);
        if (has_hatched_cells(picture_))
            words += " Hatched: masked.";
        for (const std::string& remark : figure_.remarks)
            words += " " + remark;
        add_paragraph(figure_.list, drawing_.typesetter, {at.x, at.y + 11}, width, words, theme.dim, small(),
                      figure_line_height);
    }

    const FigureKind& kind_;
    const FigureRequest& request_;
    const FigureSource& source_;
    CellId cell_;
    FigureContext drawn_;
    const DrawContext& drawing_;
    float scale_;
    float stretch_ = 1; ///< of the picture's height
    DisplayList picture_;
    Box covered_; ///< by the picture, when all of it is there
    Figure figure_;
};

} // namespace

Result<CellId> figure_cell(const FigureRequest& request, const FigureSource& source) {
    const Opening& opening = source.session.opening;
    const Sizes& sizes = source.trace.sizes();
    const auto item = counted_from_1("item", request.item, opening.item, sizes.B, "this source");
    if (!item)
        return item.error();
    const auto head = counted_from_1("head", request.head, opening.head, sizes.H, "this layer");
    if (!head)
        return head.error();
    const ArrayId array = array_of(request, source, *item, *head);
    const bool as_opened = array == ArrayId(opening.stage);
    if (!exists(source, array, *head))
        return error("this layer has no {}; it has {}", array_name(array), names_of_arrays(source.trace));
    const FigureKind* const kind = find_figure_kind(request.kind);
    if (kind != nullptr && kind->choices != nullptr) {
        const FigureContext drawn(request, source, {array, *item, *head, 0, 0});
        const auto choice =
            counted_from_1("column", request.column, 0, kind->choices(drawn.drawing()), "the " + request.kind);
        if (!choice)
            return choice.error();
        return CellId{array, *item, *head, 0, *choice};
    }
    const Matrix matrix = source.trace.array(array, *item, *head);
    const auto row = counted_from_1("row", request.row, as_opened ? opening.row : 0, matrix.rows(), array_name(array));
    if (!row)
        return row.error();
    const auto column =
        counted_from_1("column", request.column, as_opened ? opening.column : 0, matrix.columns(), array_name(array));
    if (!column)
        return column.error();
    return CellId{array, *item, *head, *row, *column};
}

Result<void> can_be_drawn(const FigureRequest& request, const FigureSource& source) {
    const auto kind = figure_kind(request.kind);
    if (!kind)
        return kind.error();
    const auto cell = figure_cell(request, source);
    if (!cell)
        return cell.error();
    return fits(**kind, FigureContext(request, source, *cell).drawing());
}

Result<Figure> lay_out(const FigureRequest& request, const FigureSource& source) {
    const auto kind = figure_kind(request.kind);
    if (!kind)
        return kind.error();
    const auto cell = figure_cell(request, source);
    if (!cell)
        return cell.error();
    FigureLayout layout(**kind, request, source, *cell);
    if (auto laid_out = layout.lay_out(); !laid_out)
        return laid_out.error();
    return layout.take();
}

Result<std::vector<Figure>> lay_out_steps(const FigureRequest& request, const FigureSource& source,
                                          std::span<const FigureStep> steps) {
    const auto kind = figure_kind(request.kind);
    if (!kind)
        return kind.error();
    const auto cell = figure_cell(request, source);
    if (!cell)
        return cell.error();
    FigureLayout whole(**kind, request, source, *cell);
    if (auto laid_out = whole.lay_out(); !laid_out)
        return laid_out.error();
    std::vector<Figure> figures;
    figures.reserve(steps.size());
    for (const FigureStep& step : steps)
        figures.push_back(FigureLayout(**kind, request, source, step.cell.value_or(*cell), step).lay_out_on(whole));
    return figures;
}

std::optional<FigureFormat> figure_format(std::string_view ending) {
    if (ending == "png")
        return FigureFormat::png;
    if (ending == "svg")
        return FigureFormat::svg;
    if (ending == "pdf")
        return FigureFormat::pdf;
    if (ending == "tex")
        return FigureFormat::tex;
    return std::nullopt;
}

Result<std::string> write(const Figure& figure, FigureFormat format, float dpi, const Typesetter& typesetter) {
    switch (format) {
    case FigureFormat::png:
        return write_png(figure.list, figure.page, figure.scale * dpi / 96, typesetter);
    case FigureFormat::svg:
        return write_svg(figure.list, figure.page, figure.scale, typesetter);
    case FigureFormat::pdf:
        return write_pdf(figure.list, figure.page, figure.scale, figure.title, typesetter);
    case FigureFormat::tex:
        break;
    }
    return write_tex(figure.list, figure.page, figure.scale, figure.title, typesetter);
}

} // namespace attn
