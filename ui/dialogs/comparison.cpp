// The result of a check: the first stage that differs (or the one chosen in the list), the numbers of the answer and of
// the layer on one scale, their difference, the likely slip, and a verdict for every stage.

#include "core/check/report.h"
#include "core/figure/colour_bar.h"
#include "core/figure/number.h"
#include "core/figure/pictures/cache.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/tensor/compose.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"
#include "ui/document/computing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float comparison_widest = 1240;
constexpr float least_height = 540;
constexpr float list_width = 272;
constexpr float comparison_tallest_line = 30;
constexpr float name_room = 28;             // height above a matrix, for its name
constexpr float comparison_label_room = 28; // height beneath a matrix, for its labels
constexpr float comparison_title_room = 20; // height of the axis title, beneath the labels
constexpr float upright_most = 72;          // largest height of upright labels
constexpr float comparison_between = 24;
constexpr float comparison_bar_room = 128;
constexpr float largest_cell = 56;
constexpr float stretched_cell = 6;
constexpr float comparison_footer = 54;

const Agreement& shown_stage(const UiContext& ui, const Check& check) {
    const auto chosen = std::ranges::find_if(
        check.stages, [&](const Agreement& stage) { return ui.workspace.compared == stage.stage; });
    return chosen != check.stages.end() ? *chosen : check.stages[check.first.value_or(check.stages.size() - 1)];
}

std::string with_capital(std::string_view words) {
    std::string text(words);
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string title_of(const UiContext& ui, const Check& check) {
    if (check.agrees())
        return check.stages.size() == 1 ? "The one stage given agrees"
                                        : fmt::format("All {} stages given agree", check.stages.size());
    return fmt::format("{} is the first stage that differs", shown_name(ui.session, check.first_difference().stage));
}

std::string explanation_of(const Check& check) {
    if (check.agrees())
        return check.notices.empty() ? "Differences are as small as rounding makes them."
                                     : with_capital(check.notices.front()) + ".";
    if (check.known_bugs.empty())
        return "Unknown: none of the usual slips gives these numbers.";
    return (check.known_bugs.size() == 1 ? "Likely: " : fmt::format("{} slips fit: ", check.known_bugs.size())) +
           slip_words(check) + ".";
}

std::string verdict_of(const Check& check, const Agreement& stage) {
    if (stage.agrees())
        return "agrees";
    if (check.is_explained(stage.stage))
        return "as the slip makes it";
    return fmt::format("{} of {} differ", stage.differing, stage.cells);
}

/// Adds every array with its verdict; a click shows the array.
void add_list(Form& form, const Box& area, const Check& check) {
    const UiContext& ui = form.ui();
    add_section(form.scene(), ui, {area.x, area.y + 12}, "STAGES IN ORDER");
    const float first_line = area.y + 24;
    const float line =
        std::min(comparison_tallest_line, (area.bottom() - first_line) / static_cast<float>(check.stages.size()));
    float y = first_line;
    for (const Agreement& stage : check.stages) {
        const std::string target = fmt::format("action:compare/{}", array_name(stage.stage));
        const bool shown = stage.stage == shown_stage(ui, check).stage;
        form.line_ground({area.x - space::small, y, area.width + space::small, line}, target, shown);
        const std::string verdict = verdict_of(check, stage);
        form.scene().values.insert_or_assign(target, verdict);
        const float baseline = y + line / 2 + 5;
        form.write({area.x, baseline}, shown_name(ui.session, stage.stage), form.theme().ink,
                   stage.agrees() ? Font{} : bold());
        form.write({area.right() - space::small, baseline}, verdict,
                   stage.agrees() ? form.theme().dim : form.theme().ink, {}, Horizontal::right);
        y += line;
    }
}

/// The answer, the layer and their difference, side by side.
class MatricesLayout {
public:
    MatricesLayout(Scene& scene, const UiContext& ui, const Box& area, const Comparison& comparison,
                   const Agreement& stage)
        : scene_(scene), ui_(ui), area_(area), agreement_(stage), cell_(stage.cell),
          here_(options_of_layer(comparison)), yours_(options_of_answer(comparison)), change_(options_of_difference()),
          shape_(shown_shape(here_)), rows_(left_axis_of(ui, cell_.array, cell_)),
          columns_(lower_axis_of(ui, cell_.array, cell_)) {
        const Range both = joined(yours_.range, here_.range);
        yours_.range = here_.range = both;
    }

    void add() {
        const float left = label_width(ui_, rows_) + space::large + (rows_.title.empty() ? 0 : 24);
        const Point cell = cell_size(left);
        const float width = static_cast<float>(shape_.columns) * cell.x;
        const float height = static_cast<float>(shape_.rows) * cell.y;
        Point at{std::floor(area_.x + left), std::floor(area_.y + name_room)};
        yours_.rows = rows_;
        add_matrix(yours_, at, cell, "yours");
        at.x += width + comparison_between;
        add_matrix(here_, at, cell, "in this layer");
        add_bar(here_, {at.x + width, at.y}, height, "one scale for both");
        at.x += width + comparison_bar_room;
        add_matrix(change_, at, cell, "yours − this layer");
        add_bar(change_, {at.x + width, at.y}, height, agreement_.agrees() ? "of rounding" : "beyond rounding");
    }

private:
    Address slot() const { return {cell_.layer, cell_.array, cell_.item, cell_.head}; }

    HeatmapOptions options_of_layer(const Comparison& comparison) const {
        const CellId first{cell_.layer, cell_.array, cell_.item, cell_.head, 0, 0};
        HeatmapOptions options = heat_of(ui_, first);
        options.first_cell.reset();
        const AnsweredStage& answered = *comparison.answer.find(slot().array);
        const IndexRange rows{0, shape_of(comparison.trace.sizes(), slot().array).rows};
        options.matrix = answered.averaged ? expected_rows(comparison.trace, answered, slot().item, slot().head, rows)
                                           : comparison.trace.matrix(slot());
        const bool shares = slot().array == ArrayId::A || slot().array == ArrayId::exp;
        options.palette = ui_.workspace.grey ? (shares ? Palette::grey_attention : Palette::grey)
                                             : (shares ? Palette::attention : Palette::diverging);
        options.range = range_of(options.matrix, options.palette, options.mask);
        return options;
    }

    /// Returns the options without the layer's mask, so that the answer's numbers are shown where the mask hides the
    /// layer's.
    HeatmapOptions options_of_answer(const Comparison& comparison) const {
        HeatmapOptions options = here_;
        options.matrix = comparison.answer.find(slot().array)->matrix(cell_.item, cell_.head);
        options.mask = {};
        options.range = range_of(options.matrix, options.palette);
        return options;
    }

    /// Returns the differences beyond the tolerance; for an array that agrees, all differences.
    Matrix without_rounding(const Matrix& differences) const {
        if (agreement_.agrees())
            return differences;
        return filled(differences.rows(), differences.columns(), [&](Index i, Index j) {
            const float value = differences(i, j);
            return std::abs(static_cast<double>(value)) <= agreement_.tolerance ? 0 : value;
        });
    }

    HeatmapOptions options_of_difference() const {
        HeatmapOptions options = here_;
        options.matrix = without_rounding(difference(yours_.matrix, here_.matrix));
        if (agreement_.agrees())
            options.numbers = CellNumbers::never;
        options.mask = {};
        options.palette = ui_.workspace.grey ? Palette::grey : Palette::diverging;
        options.range = range_of(options.matrix, options.palette);
        return options;
    }

    Point cell_size(float left) {
        const float across = (area_.width - left - comparison_between - 2 * comparison_bar_room) / 3 /
                             static_cast<float>(shape_.columns);
        const float x = std::min(across, largest_cell);
        const float widest_label = label_width(ui_, columns_);
        const float upright = widest_label > x ? std::min(widest_label, upright_most) : 0;
        const float room = area_.height - name_room - comparison_label_room - upright -
                           (columns_.title.empty() ? 0 : comparison_title_room);
        const float y = std::min(room / static_cast<float>(shape_.rows), largest_cell);
        const auto rounded = [](float size) { return size >= 3 ? std::floor(size) : size; };
        return {rounded(std::min(x, std::max(y, stretched_cell))), rounded(std::min(y, std::max(x, stretched_cell)))};
    }

    void add_matrix(HeatmapOptions& options, Point at, Point cell, const std::string& name) {
        options.cell_width = cell.x;
        options.cell_height = cell.y;
        options.columns = columns_;
        const ShownPlace place = shown_place(ui_, cell_);
        options.outlines = chosen_cell(place.row, place.column, shape_);
        const Heatmap map = lay_out(options, ui_.typesetter);
        scene_.list.append(map.list, at, area_);
        add_text(scene_, ui_, {at.x, at.y - space::medium}, name, ui_.theme().ink, bold());
    }

    void add_bar(const HeatmapOptions& options, Point corner, float height, const std::string& caption) {
        ColourBar bar;
        bar.range = options.range;
        bar.range.source = RangeSource::this_matrix;
        bar.palette = options.palette;
        bar.look = options.look;
        bar.height = std::max(40.0F, height);
        DisplayList list = lay_out(bar);
        // The bar's own caption is about one matrix; here the scale is shared by two.
        list.items.pop_back();
        const Point at{corner.x + space::medium, corner.y};
        scene_.list.append(list, at, area_);
        add_text(scene_, ui_, {at.x, at.y + bar.height + space::huge}, caption, ui_.theme().dim, small());
    }

    Scene& scene_;
    const UiContext& ui_;
    Box area_;
    const Agreement& agreement_;
    CellId cell_;
    HeatmapOptions here_;
    HeatmapOptions yours_;
    HeatmapOptions change_;
    Shape shape_;
    AxisLabels rows_;
    AxisLabels columns_;
};

/// A sentence about how much the stage differs, and where most.
std::string place_line(const UiContext& ui, const Comparison& comparison, const Agreement& stage) {
    const std::string verdict = fmt::format("{} {}", shown_name(ui.session, stage.stage), verdict_words(stage));
    if (stage.largest_difference == 0)
        return verdict + ".";
    return fmt::format("{}; most at {}: yours {}, here {}.", verdict, place_in_words(stage, comparison.trace),
                       display_number(stage.answered, 4), display_number(stage.expected, 4));
}

/// Returns the size of the dialog, which is the same for every array, so that nothing jumps, and large enough for all
/// lines of the list if the window has room for them.
Point size_of(const Box& window, const Check& check) {
    const float list = 2 * Form::margin + space::large + space::small +
                       static_cast<float>(check.stages.size()) * comparison_tallest_line;
    return {std::min(comparison_widest, window.width - 2 * space::section),
            std::floor(std::min(std::max(list, least_height), window.height - 2 * space::section))};
}

} // namespace

void draw_comparison(Form& form) {
    const UiContext& ui = form.ui();
    if (ui.status.comparison == nullptr)
        return;
    const Comparison& comparison = *ui.status.comparison;
    const Check& check = comparison.check;
    const Agreement& stage = shown_stage(ui, check);
    form.set_size(size_of(form.around().window, check));
    const Box box = form.box();
    add_list(form,
             {Form::margin, Form::margin, list_width - 2 * Form::margin + space::large, box.height - 2 * Form::margin},
             check);
    form.rule({list_width, 0}, {list_width, box.bottom()});
    const float x = list_width + Form::margin;
    const float width = form.right() - x;
    form.say("comparison.title", {x, 40}, title_of(ui, check), form.theme().ink, bold(type_size::large));
    form.write({form.right(), 40}, comparison.file, form.theme().dim, {}, Horizontal::right, width / 3);
    float y = 66;
    y += form.say_lines("comparison.slip", {x, y}, width, explanation_of(check), form.theme().ink,
                        {.weight = FontWeight::medium});
    y += form.say_lines("comparison.place", {x, y}, width, place_line(ui, comparison, stage), form.theme().dim);
    MatricesLayout(form.scene(), ui, {x, y, width, box.bottom() - comparison_footer - y}, comparison, stage).add();
    form.buttons({x, form.foot_top()}, {{.target = "action:close", .label = "Close"}});
}

} // namespace attn
