#include "core/figure/pictures/fitted_matrix.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr float fitted_matrix_stretched_cell = 12;
constexpr int fitted_matrix_rounds = 4; // labels turn and thin as cells shrink

} // namespace

HeatmapOptions fitted(HeatmapOptions options, const MatrixRoom& room, const Typesetter& typesetter) {
    const auto rows = static_cast<float>(options.transposed ? options.matrix.columns() : options.matrix.rows());
    const auto columns = static_cast<float>(options.transposed ? options.matrix.rows() : options.matrix.columns());
    const CellNumbers numbers = options.numbers;
    options.numbers = CellNumbers::never;
    for (int round = 0; round < fitted_matrix_rounds; ++round) {
        const Heatmap map = lay_out(options, typesetter);
        const Box all = bounds(map.list, typesetter);
        const float across = std::max(1.0F, room.width - (all.width - map.cells.width)) / columns;
        const float down = std::max(1.0F, room.height - (all.height - map.cells.height)) / rows;
        const float width = std::max(
            room.least_cell, std::min({across, room.largest_cell, std::max(down, fitted_matrix_stretched_cell)}));
        const float height = std::max(
            room.least_cell, std::min({down, room.largest_cell, std::max(width, fitted_matrix_stretched_cell)}));
        if (std::abs(width - options.cell_width) + std::abs(height - options.cell_height) < 0.01F)
            break;
        options.cell_width = width;
        options.cell_height = height;
    }
    options.numbers = numbers;
    return options;
}

} // namespace attn
