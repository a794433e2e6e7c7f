#include "core/document/session/session.h"
#include "core/figure/heatmap.h"
#include "core/figure/lenses/known_model.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/pictures.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float line_height = 18;
constexpr float labels_room = 76;  // height of the words beneath both maps
constexpr float between = 64;      // gap between the maps
constexpr float left_labels = 28;  // width of the layers' numbers
constexpr float largest_cell = 54; // common to both maps, so that they can be compared
constexpr float least_cell = 6;

constexpr Always is_of_models{"shares of two runs of the model around the layer, which tests compare with patch"};

std::vector<std::string> counted_from(Index first, Index count) {
    std::vector<std::string> labels;
    for (Index i = 0; i < count; ++i)
        labels.push_back(std::to_string(first + i));
    return labels;
}

class PatchingPicture : Canvas {
public:
    PatchingPicture(DisplayList& list, const DrawContext& drawing, const Box& area, KnownModel model,
                    const Patching& patching)
        : Canvas(list, drawing, area), model_(std::move(model)), patching_(patching) {}

    void add() {
        float y = area_.y + line_height;
        y +=
            add_paragraph(list_, drawing_.typesetter, {area_.x, y}, area_.width, words(), theme_.ink, {}, line_height) +
            space::large;
        if (!patching_.differs())
            return;
        const auto columns = static_cast<float>(patching_.stream.columns() + patching_.heads.columns());
        const float wide = (area_.width - 2 * left_labels - between) / columns;
        const float high =
            (area_.bottom() - y - line_height - labels_room) / static_cast<float>(patching_.stream.rows());
        const float cell = std::clamp(std::floor(on_paper() ? wide : std::min(wide, high)), least_cell, largest_cell);
        const float x = area_.x + left_labels;
        add_map({x, y + line_height}, patching_.stream, cell, words_of_text(), "row that enters the layer");
        add_map({x + cell * static_cast<float>(patching_.stream.columns()) + between, y + line_height}, patching_.heads,
                cell, counted_from(1, patching_.heads.columns()), "what a head hands over");
    }

private:
    std::vector<std::string> words_of_text() const {
        std::vector<std::string> labels;
        for (Index token = 0; token < patching_.stream.columns(); ++token)
            labels.push_back(token_label(drawing_.layer().sequence, view().item, token));
        return labels;
    }

    Claims words() const {
        if (!patching_.differs())
            return {{fmt::format("Both texts say “{}”: there is no difference to be explained.",
                                 model_.word(patching_.word_now)),
                     is_of_models}};
        return {{fmt::format(
                     "The baseline's text says “{}”, this one “{}”. Each cell: one part of the baseline's run is "
                     "put into this one. How much of the difference between the two words comes back? 1: all of it.",
                     model_.word(patching_.word_before), model_.word(patching_.word_now)),
                 is_of_models}};
    }

    void add_map(Point at, const Matrix& shares, float cell, std::vector<std::string> columns, std::string title) {
        HeatmapOptions options;
        options.matrix = shares;
        options.palette = view().grey ? Palette::grey : Palette::diverging;
        options.look = view().look;
        options.range = {-1, 1};
        options.numbers = on_paper() ? CellNumbers::printed : CellNumbers::fitting;
        options.decimals = 2;
        options.smallest_number = view().smallest_number;
        options.shape = false;
        options.cell_width = options.cell_height = cell;
        options.rows.labels = counted_from(0, shares.rows());
        options.columns.labels = std::move(columns);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        append(map.list, at);
        add_text({at.x, at.y - space::small}, std::move(title), theme_.dim, small());
    }

    KnownModel model_;
    const Patching& patching_;
};

} // namespace

bool shows_patching(const DrawContext& drawing) {
    return shows_model(drawing) && has_other_text(drawing);
}

void patching_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    KnownModel model = known_model(drawing);
    const KnownPatching known = model.opened ? known_patching(drawing, model) : KnownPatching();
    if (known.patching) {
        PatchingPicture(list, drawing, area, std::move(model), *known.patching).add();
        return;
    }
    const std::string& problem = known.problem.empty() ? model.problem : known.problem;
    const std::string words =
        problem.empty() ? "Both runs are being compared …"
                        : fmt::format("The two runs cannot be compared: {}.", text_in(drawing.session, Error{problem}));
    add_paragraph(list, drawing.typesetter, {area.x, area.y + line_height}, area.width,
                  Claims{{words, Always{"it says why something is not shown, which is asked in the same frame"}}},
                  drawing.theme().dim);
}

} // namespace attn
