#include "ui/picture.h"

#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/png.h"

#include <algorithm>

namespace attn {

namespace {

constexpr float cell = 44;
constexpr float longest_side = 1600;
constexpr float margin = 24;
constexpr float scale = 2;

} // namespace

Result<std::string> picture_of_stage(const Desk& desk) {
    const CellId chosen = selected_cell(desk);
    HeatmapOptions options = heat_of(desk, {chosen.array, chosen.item, chosen.head, 0, 0});
    const Index longest = std::max(options.matrix.rows(), options.matrix.columns());
    options.cell_width = options.cell_height = std::min(cell, longest_side / static_cast<float>(longest));
    options.rows = left_axis_of(desk, chosen.array);
    options.columns = lower_axis_of(desk, chosen.array);
    options.name = set_formula(desk, symbol_of(chosen.array), 17, desk.theme().ink);
    options.name_place = NamePlace::above;
    options.colour_bar = true;
    const Heatmap map = lay_out(options, desk.typesetter);
    const Page page = page_around(map.list, desk.typesetter, margin, desk.theme().panel);
    return write_png(map.list, page, scale, desk.typesetter);
}

} // namespace attn
