#include "core/figure/pictures/lens_matrices.h"

#include "core/figure/number.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float lens_text_line = 20;

} // namespace

bool is_at(const DrawContext& drawing, std::initializer_list<ArrayId> stages) {
    return !drawing.view_state.parameter &&
           std::find(stages.begin(), stages.end(), drawing.view_state.step) != stages.end();
}

std::string lens_number(float number) {
    return display_number(number, 3);
}

HeatmapOptions lens_map(const DrawContext& drawing, Matrix matrix, std::optional<Palette> asked) {
    HeatmapOptions options;
    const Palette palette = asked.value_or(palette_of_changes(drawing));
    options.matrix = std::move(matrix);
    options.palette = palette;
    options.look = drawing.view_state.look;
    options.range = range_of(options.matrix, palette);
    options.numbers = drawing.view_state.numbers;
    options.decimals = drawing.view_state.decimals;
    options.smallest_number = drawing.view_state.smallest_number;
    return options;
}

void set_name(const DrawContext& drawing, HeatmapOptions& options, std::string_view formula) {
    options.name = set_formula(drawing, formula, lens_name_size, drawing.theme().ink);
    options.name_place = NamePlace::above;
}

AxisLabels counted_axis(Index count) {
    AxisLabels axis;
    axis.labels = counted(count);
    return axis;
}

ArrayId source_of_keys(const DrawContext& drawing) {
    return drawing.trace.has(ArrayId::context) ? ArrayId::context : ArrayId::X;
}

double product_effort(Index rows, Index inner, Index columns) {
    return static_cast<double>(rows) * static_cast<double>(inner) * static_cast<double>(columns);
}

void add_absence(DisplayList& list, const DrawContext& drawing, const Box& area, std::string_view why) {
    constexpr Always is_of_this_frame{"it says why a picture has no numbers in this frame"};
    add_paragraph(list, drawing.typesetter, {area.x, area.y + lens_text_line}, area.width,
                  Claims{{std::string(why), is_of_this_frame}}, drawing.theme().ink, {}, lens_text_line);
}

void add_matrix_lines(DisplayList& list, const DrawContext& drawing, const Box& area, const MatrixLines& lines,
                      const Claims& said, GridRules rules) {
    float height = lens_text_line;
    for (const Claim& claim : said)
        height += paragraph_height(drawing.typesetter, area.width, claim.text, lens_text_line);
    draw_above_scales(list, drawing, area, [&](DisplayList& to, const DrawContext&, const Box& above) {
        const auto arranged = [&](float foot) {
            rules.foot = foot;
            std::vector<Grid> grids;
            for (const MatrixLines& each : arrangements(lines))
                grids.emplace_back(drawing, above, each, rules);
            return grids;
        };
        const std::vector<Grid> with = arranged(height);
        const std::vector<Grid> without = drawing.view_state.on_paper ? with : arranged(0);
        const bool says = leaves_room_to_say(best_of(with), best_of(without));
        const Grid& grid = best_of(says ? with : without);
        grid.add(to);
        float y = grid.covered().bottom() + lens_text_line;
        const std::size_t sentences = drawing.view_state.says_remarks ? said.size() : 1; // the first sentence is
                                                                                         // arithmetic and always shown
        for (std::size_t i = 0; says && i < std::min(sentences, said.size()); ++i)
            y += add_paragraph(to, drawing.typesetter, {area.x, y}, area.width, Claims{said[i]}, drawing.theme().ink,
                               {}, lens_text_line);
    });
}

} // namespace attn
