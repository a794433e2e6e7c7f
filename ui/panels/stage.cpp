#include "ui/panels/stage.h"

#include "core/figure/pictures/equation.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/product.h"
#include "core/figure/pictures/softmax_row.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/slider.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float margin = space::section;
constexpr float header = 104;
constexpr float footer = 58;
constexpr float widest_about = 760;
constexpr float least_height_for_about = 620;

std::string step_line(const Desk& desk) {
    const std::vector<StageId> steps = steps_of(desk.trace);
    const CellId cell = selected_cell(desk);
    const std::string where = fmt::format("{} · {}", array_label(desk, cell.array), cell_words(desk, cell));
    if (desk.workspace.parameter)
        return "Weights. " + where;
    const auto place = std::find(steps.begin(), steps.end(), desk.workspace.step) - steps.begin();
    return fmt::format("Step {} of {}. {}", place + 1, steps.size(), where);
}

void add_header(Scene& scene, const Desk& desk, const Box& area) {
    const Theme& theme = desk.theme();
    const Session& session = desk.session;
    const bool opening = desk.workspace.on_opening && !session.question.empty();
    const std::string title = opening ? session.question : array_title(desk.workspace.array());
    const std::string hint = opening && !session.hint.empty() ? session.hint : array_hint(desk.workspace.array());
    const float x = area.x + margin;
    const float width = area.width - 2 * margin;
    const auto fitting = [&](const std::string& text, const Font& font) {
        return desk.typesetter.shortened(text, font, width);
    };
    add_text(scene, desk, {x, area.y + 40}, fitting(title, bold(type_size::large)), theme.ink, bold(type_size::large),
             Horizontal::left, std::string("stage.title"));
    add_text(scene, desk, {x, area.y + 62}, fitting(step_line(desk), {}), theme.dim, {}, Horizontal::left,
             std::string("stage.step"));
    const Font medium{.weight = FontWeight::medium};
    add_text(scene, desk, {x, area.y + 82}, fitting("Try: " + hint, medium), theme.ink, medium, Horizontal::left,
             std::string("stage.hint"));
}

/// What the session is about, under its question. Returns the height it takes.
float add_about(Scene& scene, const Desk& desk, const Box& area) {
    if (!desk.workspace.on_opening || desk.session.about.empty() || area.height < least_height_for_about)
        return 0;
    const float width = std::min(area.width - 2 * margin, widest_about);
    const float height = add_paragraph(scene, desk, {area.x + margin, area.y + header + space::small}, width,
                                       desk.session.about, desk.theme().dim);
    scene.values.insert_or_assign("stage.about", desk.session.about);
    return height;
}

void add_footer(Scene& scene, const Desk& desk, const Box& area) {
    const Workspace& workspace = desk.workspace;
    const float y = area.bottom() - footer + 8;
    float x = area.x + margin;
    x += add_segments(scene, desk, {x, y},
                      {{.target = "action:first", .label = "|◀"},
                       {.target = "action:previous", .label = "◀ step"},
                       {.target = "action:play", .label = workspace.playback.running ? "❚❚ pause" : "▶ play"},
                       {.target = "action:next", .label = "step ▶"},
                       {.target = "action:last", .label = "▶|"}});
    x += space::small;
    if (!workspace.parameter && shows_softmax_row(desk))
        x += add_segments(
                 scene, desk, {x, y},
                 {{.target = "action:show-row", .label = "row", .chosen = !workspace.shows_whole_matrix()},
                  {.target = "action:show-matrix", .label = "matrix", .chosen = workspace.shows_whole_matrix()}}) +
             space::small;
    add_segments(scene, desk, {x, y},
                 {{.target = "action:zoom-out", .label = "−"},
                  {.target = "action:zoom-reset", .label = fmt::format("{:.0f} %", workspace.zoom * 100), .dim = true},
                  {.target = "action:zoom-in", .label = "+"}});
    const CellId cell = selected_cell(desk);
    const Shape shape = array_shape(desk, cell.array);
    const std::string place =
        fmt::format("cell {} of {}", cell.row * shape.columns + cell.column + 1, shape.rows * shape.columns);
    add_text(scene, desk, {area.right() - margin, y + 20}, place, desk.theme().dim, {}, Horizontal::right);
}

void add_picture(Scene& scene, const Desk& desk, const Box& area) {
    const Workspace& workspace = desk.workspace;
    Rectangle ground;
    ground.box = area;
    scene.list.add(ground, std::string("stage"));
    if (!workspace.parameter && is_product(workspace.step) && has_operands(desk, workspace.step))
        product_picture(scene.list, desk, area);
    else if (!workspace.parameter && !workspace.shows_whole_matrix() && shows_softmax_row(desk))
        add_temperature_slider(scene, desk, softmax_picture(scene.list, desk, area));
    else
        equation_picture(scene.list, desk, area);
}

} // namespace

Box picture_area(const Box& stage) {
    return {stage.x + margin, stage.y + header, std::max(0.0F, stage.width - 2 * margin),
            std::max(0.0F, stage.height - header - footer)};
}

void stage_panel(Scene& scene, const Desk& desk, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = desk.theme().background;
    scene.list.add(ground);
    Box picture = picture_area(area);
    const float about = add_about(scene, desk, area);
    picture.y += about;
    picture.height -= about;
    add_picture(scene, desk, picture);
    add_header(scene, desk, area);
    add_footer(scene, desk, area);
}

} // namespace attn
