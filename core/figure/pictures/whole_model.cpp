#include "core/document/session/session.h"
#include "core/figure/heatmap.h"
#include "core/figure/number.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/model_canvas.h"
#include "core/figure/pictures/pictures.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float line_height = 20;
constexpr float widest_side = 250; // width of the column with the words that may follow and the parts of a logit
constexpr float least_side = 170;
constexpr float would_say_width = 84;
constexpr float spine_width = 44; // width of the longest row of the residual stream
constexpr double much = 0.3;      // a head is described if its gain over even attention is at least this
constexpr float between_maps = 8;
constexpr float least_map = 7;
constexpr float largest_map = 160;
constexpr float bar_of_head = 5; // beneath its map
constexpr float head_row = 20;
constexpr float legend_row = 5 * 14 + space::medium + space::tiny;
constexpr std::string_view changed_mark = "•"; // marks the number of a layer that was edited

class ModelPicture : ModelCanvas {
public:
    ModelPicture(DisplayList& list, const DrawContext& drawing, const Box& area, const KnownModel& known)
        : ModelCanvas(list, drawing, area, known),
          token_(token_label(drawing.layer().sequence, reading_.item, reading_.row)) {
        const bool has_output = !reading_.next.empty();
        labels_ =
            std::ceil(width_of(std::to_string(layers() - 1), small())) + space::medium + spine_width + space::large;
        side_ = has_output ? std::clamp(std::floor(area.width * 0.3F), least_side, widest_side) : 0;
        would_say_ = has_output ? would_say_width : 0;
        const float beside = labels_ + would_say_ + side_ + (has_output ? space::small + space::section : 0);
        const float wide = (area.width - beside) / static_cast<float>(heads()) - between_maps;
        const float down = (area.height - head_row - legend_row) / static_cast<float>(layers()) - line_gap();
        // A page grows as high as its maps are wide.
        map_ = std::clamp(std::floor(on_paper() ? wide : std::min(wide, down)), least_map, largest_map);
        const float drawn =
            beside + (map_ + between_maps) * static_cast<float>(heads()); // centred if the maps do not fill the width
        left_ = area.x + std::max(0.0F, std::floor((area.width - drawn) / 2));
    }

    void add() {
        add_spine();
        add_head_numbers();
        for (Index layer = 0; layer < layers(); ++layer)
            add_layer(layer);
        const float beneath = area_.y + head_row + static_cast<float>(layers()) * (map_ + line_gap());
        add_legend({left_ + labels_, beneath + space::medium});
        if (reading_.next.empty())
            return;
        const float x = left_ + labels_ + (map_ + between_maps) * static_cast<float>(heads()) + space::small +
                        would_say_ + space::section;
        const float high =
            on_paper() ? std::max(beneath + legend_row - area_.y, least_height_of_next_words) : area_.height;
        add_next_words(list_, drawing_, {x, area_.y, side_, high}, known_);
    }

private:
    Index layers() const { return std::ssize(reading_.heads); }
    Index heads_of(Index layer) const { return std::ssize(reading_.heads[static_cast<std::size_t>(layer)]); }
    /// The largest number of heads of a layer. An edit may have changed how many the selected layer has.
    Index heads() const {
        Index most = 0;
        for (Index layer = 0; layer < layers(); ++layer)
            most = std::max(most, heads_of(layer));
        return most;
    }
    float line_gap() const { return between_maps + (has_parts() ? bar_of_head + space::tiny : 0); }
    float x_of(Index head) const { return left_ + labels_ + static_cast<float>(head) * (map_ + between_maps); }
    float y_of(Index layer) const { return area_.y + head_row + static_cast<float>(layer) * (map_ + line_gap()); }

    /// Adds the residual stream from layer to layer, as wide as its row is long, with the length as a number.
    void add_spine() {
        const double longest = *std::ranges::max_element(reading_.norms);
        const float middle = left_ + spine_width / 2;
        const auto width = [&](double norm) {
            return longest > 0 ? std::max(1.0F, static_cast<float>(norm / longest) * spine_width) : 1.0F;
        };
        add_text({middle, area_.y + 12}, "stream", theme_.dim, small(), Horizontal::centre);
        for (Index layer = 0; layer < layers(); ++layer) {
            const float before = width(reading_.norms[static_cast<std::size_t>(layer)]);
            const double norm = reading_.norms[static_cast<std::size_t>(layer) + 1];
            const float behind = width(norm);
            const float top = y_of(layer);
            const float end = top + map_ + line_gap();
            const float widens = top + map_ / 2;
            add_box({middle - before / 2, top, before, widens - top}, theme_.hairline);
            add_box({middle - behind / 2, widens, behind, end - widens},
                    layer == known_.layer ? theme_.connector : theme_.hairline);
            if (map_ >= 2 * type_size::normal)
                add_fact({middle, widens + type_size::normal}, display_number(static_cast<float>(norm), 1), theme_.ink,
                         small(), Horizontal::centre);
        }
    }

    void add_head_numbers() {
        if (map_ < 2 * type_size::small && heads() > 9)
            return;
        if (!on_paper())
            add_text({left_ + spine_width + space::large, area_.y + 12}, "all", theme_.dim, small()).target =
                "lines:all";
        for (Index head = 0; head < heads(); ++head)
            add_fact({x_of(head) + map_ / 2, area_.y + 12}, std::to_string(head + 1),
                     head == view().head ? theme_.ink : theme_.dim,
                     head == view().head ? bold(type_size::small) : small(), Horizontal::centre);
    }

    void add_layer(Index layer) {
        const bool is_chosen = layer == known_.layer;
        const float middle = y_of(layer) + map_ / 2 + (has_layer_switches() ? -4.0F : 4.0F);
        add_fact({left_ + spine_width + space::large, middle}, std::to_string(layer),
                 is_chosen ? theme_.ink : theme_.dim, is_chosen ? bold(type_size::small) : small());
        list_.items.back().target = fmt::format("lines:{}", layer);
        add_marks_of_layer(layer);
        for (Index head = 0; head < heads_of(layer); ++head)
            add_map(layer, head);
        if (!reading_.would_say.empty())
            add_would_say(layer);
    }

    /// Adds, beneath a layer's number, the switch of all that the layer adds, and the mark of an edited layer that is
    /// not shown.
    void add_marks_of_layer(Index layer) {
        Point at{left_ + spine_width + space::large, y_of(layer) + map_ / 2 + legend_line - 4};
        if (has_layer_switches()) {
            at.y += 2;
            const bool is_on = std::ranges::any_of(reading_.parts, [&](const LogitPart& part) {
                return part.layer == layer && part.is_on && !switch_of(part).empty();
            });
            add_switch(at, fmt::format("layer:{}", layer), is_on);
            at.y += legend_line;
        }
        if (drawing_.session.changed_layers.contains(layer) && map_ >= 3 * legend_line)
            add_fact({at.x, at.y}, std::string(changed_mark), theme_.ink, small());
    }

    const HeadSeen& seen(Index layer, Index head) const {
        return reading_.heads[static_cast<std::size_t>(layer)][static_cast<std::size_t>(head)];
    }

    void add_map(Index layer, Index head) {
        const Matrix& shares = seen(layer, head).A;
        const Box box{x_of(head), y_of(layer), map_, map_};
        HeatmapOptions options;
        options.matrix = shares;
        options.mask = seen(layer, head).mask;
        options.palette = palette_of(drawing_, ArrayId::A);
        options.look = view().look;
        options.range = {0, 1};
        options.numbers = CellNumbers::never;
        options.shape = false;
        options.transposed = drawing_.session.tokens_as_columns;
        options.cell_width = map_ / static_cast<float>(std::max<Index>(shares.columns(), 1));
        options.cell_height = map_ / static_cast<float>(std::max<Index>(shares.rows(), 1));
        if (options.transposed)
            std::swap(options.cell_width, options.cell_height);
        append(lay_out(options, drawing_.typesetter).list, {box.x, box.y});
        if (!seen(layer, head).is_on) { // a head that is off has an output of zeros
            add_box(box, faded(theme_.panel, 0.75F));
            if (map_ >= 2 * type_size::small)
                add_fact(box.centre() + Point{0, 4}, "off", theme_.ink, small(), Horizontal::centre);
        }
        add_chosen_row(box);
        const bool is_chosen = is_in_sight(layer, head);
        add_box(box.grown(is_chosen ? 1.0F : 0), transparent,
                {is_chosen ? theme_.ink : theme_.hairline, is_chosen ? 2.0F : 1.0F});
        if (layer == known_.layer || !view().in_lesson()) // a lesson does not leave its layer
            add_place(box, fmt::format("action:head-of-layer/{}:{}", layer, head + 1));
        if (const LogitPart* const part = part_of(layer, head))
            add_part_bar({box.x, box.bottom() + space::tiny, map_, bar_of_head}, *part);
    }

    /// True if the rows of maps are high enough to outline that of the selected token.
    bool outlines_row() const {
        constexpr float least = 6;
        return map_ >= least * static_cast<float>(reading_.tokens);
    }

    void add_chosen_row(const Box& map) {
        if (!outlines_row())
            return;
        const float high = map.height / static_cast<float>(reading_.tokens);
        const float before = high * static_cast<float>(reading_.row);
        const Box line = drawing_.session.tokens_as_columns ? Box{map.x + before, map.y, high, map.height}
                                                            : Box{map.x, map.y + before, map.width, high};
        add_box(line, transparent, {theme_.dim, 1});
    }

    const LogitPart* part_of(Index layer, Index head) const {
        const auto found = std::ranges::find_if(reading_.parts, [&](const LogitPart& part) {
            return part.kind == LogitPart::Kind::head && part.layer == layer && part.head == head;
        });
        return found == reading_.parts.end() ? nullptr : &*found;
    }

    double largest_of_heads() const {
        double largest = 0;
        for (const LogitPart& part : reading_.parts)
            if (part.kind == LogitPart::Kind::head)
                largest = std::max(largest, std::abs(part.logit));
        return largest;
    }

    /// Adds a bar from the middle of the box: to the right if the part raises the logit, to the left if it lowers it.
    void add_part_bar(const Box& box, const LogitPart& part) {
        const double largest = largest_of_heads();
        const float middle = box.x + box.width / 2;
        const auto length = largest > 0 ? static_cast<float>(std::abs(part.logit) / largest) * (box.width / 2) : 0.0F;
        add_box({part.logit < 0 ? middle - length : middle, box.y, length, box.height}, logit_colour(part.logit));
        add_box({std::floor(middle), box.y - 1, 1, box.height + 2}, theme_.connector);
    }

    void add_would_say(Index layer) {
        const LikelyWord& word = reading_.would_say[static_cast<std::size_t>(layer)];
        const float x = x_of(heads() - 1) + map_ + between_maps + space::small;
        if (layer == 0)
            add_text({x, area_.y + 12}, "would say", theme_.dim, small());
        const bool is_low = map_ < 2 * type_size::normal;
        const Font font = layer + 1 == layers() ? bold() : Font();
        const std::string share = share_words(word.probability);
        const float y = y_of(layer) + map_ / 2;
        if (is_low) {
            add_fact({x, y + 4}, fitting(fmt::format("{} {}", known_.word(word.word), share), would_say_, small()),
                     quiet(), small());
            return;
        }
        add_fact({x, y - 1}, fitting(known_.word(word.word), would_say_, font), quiet(), font);
        add_fact({x, y + 13}, share, theme_.dim, small());
    }

    /// Adds the meaning of colours and bars, and as many findings about heads as fit.
    void add_legend(Point at) {
        if (!drawing_.session.changed_layers.empty())
            at.y = add_words_on_changes(at);
        std::string words = "Layers from 0 down, heads from 1 across; dark: a share of 1";
        if (outlines_row())
            words += fmt::format("; outlined: “{}”", token_);
        words += ". Left: the length of the stream's row.";
        if (has_parts())
            words += fmt::format(" Beneath: what the head adds to the logit of “{}”; the longest bar is {}.",
                                 known_.word(reading_.next.front().word),
                                 display_number(static_cast<float>(largest_of_heads()), 2));
        if (has_layer_switches())
            words += " Boxes switch parts off.";
        const float width = x_of(heads() - 1) + map_ + space::small + would_say_ - at.x;
        const float height = add_claims_within(at, width, {{std::move(words), is_of_model}});
        const std::string found = heads_found(width, legend_row - space::medium - space::tiny - height);
        if (!found.empty())
            add_claims_within({at.x, at.y + height + space::tiny}, width, {{found, is_of_model}});
    }

    /// Adds the meaning of the mark at edited layers, and a link that drops the edits; returns the y of what follows.
    float add_words_on_changes(Point at) {
        const std::string words = fmt::format("{} changed, and computed with its changes.", changed_mark);
        add_fact({at.x, at.y + 8}, words, theme_.ink, small());
        if (has_switches()) {
            const float x = at.x + width_of(words, small()) + space::small;
            const std::string back = "take back";
            add_text({x, at.y + 8}, back, theme_.ink, small()).target = "action:restore-layers";
            add_rule(list_, {x, at.y + 11}, {x + width_of(back, small()), at.y + 11}, theme_.connector);
        }
        return at.y + legend_line;
    }

    struct FoundHead {
        Index layer = 0;
        Index head = 0;
        const FittingHypothesis* does = nullptr;
    };

    /// The heads with a clear pattern on this text, the clearest first.
    std::vector<FoundHead> clear_heads() const {
        std::vector<FoundHead> all;
        for (Index layer = 0; layer < layers(); ++layer)
            for (Index head = 0; head < heads_of(layer); ++head)
                if (const auto& does = seen(layer, head).does;
                    does && does->hypothesis.id != HypothesisId::evenly && does->measure.gain() >= much)
                    all.push_back({layer, head, &*does});
        std::ranges::stable_sort(all, std::ranges::greater(),
                                 [](const FoundHead& found) { return found.does->measure.gain(); });
        return all;
    }

    /// The findings about heads on this text: "Head 1:3 reads the previous token (91 %), …"; as many as fit.
    std::string heads_found(float width, float height) const {
        std::string words;
        for (const FoundHead& found : clear_heads()) {
            const std::string more =
                fmt::format("{}{}:{} {} ({})", words.empty() ? "Head " : words + ", ", found.layer, found.head + 1,
                            hypothesis_words(found.does->hypothesis), share_words(found.does->measure.share));
            const float lines = paragraph_height(drawing_.typesetter, width * type_size::normal / type_size::small,
                                                 Prose(more + "."), legend_line);
            if (lines > height)
                break;
            words = more;
        }
        return words.empty() ? words : words + ".";
    }

    /// True if there is room for a switch beneath each layer's number.
    bool has_layer_switches() const { return has_switches() && has_parts() && map_ >= 3 * legend_line; }

    std::string token_;
    float labels_ = 0;
    float side_ = 0;
    float would_say_ = 0;
    float map_ = 0;
    float left_ = 0;
};

} // namespace

bool shows_model(const DrawContext& drawing) {
    const ArrayId array = drawing.view_state.array();
    const bool has_rows_of_tokens = array == ArrayId::A || array == ArrayId::Y;
    return has_rows_of_tokens && drawing.trace.has(ArrayId::Y) && bool{has_model_around(drawing.session)};
}

void model_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const KnownModel known = known_model(drawing);
    if (known.reading && known.problem.empty()) {
        ModelPicture(list, drawing, area, known).add();
        return;
    }
    const std::string words = known.problem.empty() ? "The model is being computed …"
                                                    : fmt::format("The model around this layer is not shown: {}.",
                                                                  text_in(drawing.session, Error{known.problem}));
    add_paragraph(list, drawing.typesetter, {area.x, area.y + line_height}, area.width,
                  Claims{{words, Always{"it says why something is not shown, which is asked in the same frame"}}},
                  drawing.theme().dim);
}

} // namespace attn
