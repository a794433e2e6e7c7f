#include "core/figure/heatmap.h"

#include "core/figure/hatch.h"
#include "core/figure/heatmap_cells.h"
#include "core/figure/heatmap_numbers.h"
#include "core/figure/heatmap_surroundings.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

/// The largest number of cells that are drawn as rectangles; larger matrices are drawn as an image.
constexpr Index most_rectangles = 2500;
/// The least width of a cell that is drawn as a rectangle (logical pixels). Narrower cells are drawn as an image,
/// because a printer would turn them into noise.
constexpr float narrowest_rectangle = 3;
constexpr float overlap = 0.5F;

class HeatmapLayout {
public:
    HeatmapLayout(const HeatmapOptions& options, const Typesetter& typesetter)
        : options_(options), typesetter_(typesetter), theme_(theme(options.look)), cells_(options),
          numbers_(options, cells_, typesetter), heatmap_(cells_.places()) {}

    Heatmap lay_out() {
        as_rectangles() ? add_rectangles() : add_image();
        add_frame();
        numbers_.add_to(heatmap_.list, theme_);
        const bool wants_numbers = options_.numbers == CellNumbers::printed || options_.numbers == CellNumbers::fitting;
        if (wants_numbers && cells_.has_unmasked())
            (numbers_.are_all_shown() ? heatmap_.list.prints_numbers : heatmap_.list.lacks_numbers) = true;
        add_surroundings(heatmap_, options_, cells_.seen(), typesetter_);
        for (const auto kind : {Outline::Kind::thin, Outline::Kind::dashed, Outline::Kind::strong})
            for (const Outline& outline : options_.outlines)
                if (outline.kind == kind)
                    add_outline(heatmap_.list, outline.kind,
                                heatmap_.block(outline.row, outline.column, outline.rows, outline.columns), theme_,
                                is_grey(options_.palette));
        return std::move(heatmap_);
    }

private:
    bool as_rectangles() const {
        return heatmap_.rows * heatmap_.columns <= most_rectangles &&
               std::min(options_.cell_width, options_.cell_height) >= narrowest_rectangle;
    }

    void add_rectangles() {
        for (Index i = 0; i < heatmap_.rows; ++i)
            for (Index j = 0; j < heatmap_.columns; ++j) {
                Rectangle cell;
                cell.box = heatmap_.cell(i, j);
                cell.overlap_right = j + 1 < heatmap_.columns ? overlap : 0;
                cell.overlap_below = i + 1 < heatmap_.rows ? overlap : 0;
                if (cells_.is_missing(i, j)) {
                    cell.fill = theme_.panel;
                } else if (cells_.masked(i, j)) {
                    cell.fill = theme_.masked;
                    cell.hatch = theme_.hatch;
                } else {
                    cell.fill = cells_.fill(i, j);
                    if (cells_.is_hatched(i, j))
                        hatch(cell, cell.fill);
                }
                heatmap_.list.add(cell, cells_.target(i, j));
            }
        if (!options_.before.empty())
            add_changes();
    }

    void hatch(Rectangle& rectangle, Colour ground) {
        hatch_as_negative(rectangle, ground);
        heatmap_.list.marks.signs = true;
    }

    void pale() {
        Rectangle veil;
        veil.box = heatmap_.cells;
        veil.fill = faded(theme_.panel, pale_values);
        heatmap_.list.add(veil);
    }

    void add_changes() {
        const float strip = numbers_.change_strip();
        if (strip == 0)
            pale();
        cells_.for_each_seen([&](Index i, Index j) {
            if (!cells_.has_change(i, j))
                return;
            const float by = cells_.change(i, j);
            const Box cell = heatmap_.cell(i, j);
            Rectangle over;
            over.box = strip > 0 ? Box{cell.x, cell.bottom() - strip, cell.width, strip} : cell;
            over.fill = cells_.change_fill(i, j);
            if (options_.change_palette == Palette::grey && by < 0)
                hatch(over, over.fill);
            if (strip == 0)
                over.fill = faded(over.fill, strength_of_change(by, options_.change_range));
            else
                over.stroke = {theme_.panel, 1};
            heatmap_.list.add(over);
        });
    }

    /// Draws the change of each cell over its value, which is made pale first.
    void add_image_of_changes() {
        pale();
        Image image = image_of_values();
        image.before = options_.before;
        image.mask = options_.change_mask;
        image.palette = options_.change_palette;
        image.range = options_.change_range;
        heatmap_.list.add(std::move(image));
    }

    Image image_of_values() const {
        Image image;
        image.box = heatmap_.cells;
        image.matrix = options_.matrix;
        image.mask = options_.mask;
        image.palette = options_.palette;
        image.look = options_.look;
        image.range = options_.range;
        image.transposed = options_.transposed;
        return image;
    }

    void add_image() {
        if (heatmap_.cells.empty())
            return;
        if (!options_.mask.empty()) {
            Rectangle beneath;
            beneath.box = heatmap_.cells;
            beneath.fill = theme_.masked;
            beneath.hatch = theme_.hatch;
            heatmap_.list.add(beneath);
        }
        // If all cells belong to one matrix, their targets follow from the first.
        heatmap_.list.add(image_of_values(), options_.heads.empty() ? cells_.target(0, 0) : Target());
        hatch_negative_cells(heatmap_.list, options_);
        if (!options_.before.empty())
            add_image_of_changes();
        if (options_.revealed)
            cover_missing();
    }

    /// Covers the cells of an image that are not revealed yet: whole rows, or whole columns if it is transposed.
    void cover_missing() {
        const auto share = static_cast<float>(*options_.revealed) /
                           static_cast<float>(std::max<Index>(1, heatmap_.rows * heatmap_.columns));
        Rectangle cover;
        cover.box = heatmap_.cells;
        cover.fill = theme_.panel;
        const float there = std::clamp(share, 0.0F, 1.0F);
        if (options_.transposed) {
            cover.box.x += cover.box.width * there;
            cover.box.width *= 1 - there;
        } else {
            cover.box.y += cover.box.height * there;
            cover.box.height *= 1 - there;
        }
        heatmap_.list.add(cover);
    }

    void add_frame() {
        Rectangle frame;
        frame.box = heatmap_.cells.grown(0.5F);
        frame.stroke = {theme_.hairline, 1};
        heatmap_.list.add(frame);
        if (!options_.is_plain)
            heatmap_.list.items.back().says = ShownColours{options_.palette, options_.range, options_.first_cell,
                                                           options_.scale_name, options_.numbers_are.less.has_value()};
        if (options_.before.empty())
            return;
        frame.stroke = {};
        heatmap_.list.add(frame).says =
            ShownColours{options_.change_palette, options_.change_range, options_.first_cell, std::string(change_name)};
    }

    const HeatmapOptions& options_;
    const Typesetter& typesetter_;
    const Theme& theme_;
    const HeatmapCells cells_;
    const HeatmapNumbers numbers_;
    Heatmap heatmap_;
};

} // namespace

void hatch_negative_cells(DisplayList& list, const HeatmapOptions& options) {
    constexpr Index most_cells = 16384;
    if (options.palette != Palette::grey)
        return;
    const HeatmapCells cells(options);
    const CellBlock& seen = cells.seen();
    if (std::min(options.cell_width, options.cell_height) < measure::hatched_cell ||
        (seen.last_row - seen.first_row) * (seen.last_column - seen.first_column) > most_cells) {
        list.marks.no_signs = list.marks.no_signs || options.range.data_low < 0;
        return;
    }
    cells.for_each_seen([&](Index i, Index j) {
        if (!cells.is_hatched(i, j))
            return;
        Rectangle over;
        over.box = cells.places().cell(i, j);
        hatch_as_negative(over, cells.fill(i, j));
        list.add(over);
        list.marks.signs = true;
    });
}

Heatmap lay_out(const HeatmapOptions& options, const Typesetter& typesetter) {
    return HeatmapLayout(options, typesetter).lay_out();
}

} // namespace attn
