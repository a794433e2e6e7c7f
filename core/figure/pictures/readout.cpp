#include "core/figure/pictures/readout.h"

#include "core/explain/readout.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"
#include "core/tensor/decimal.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <span>
#include <utility>

namespace attn {

namespace {

constexpr float reading_line_height = 76;
constexpr float least_reading_column = 44;
constexpr float reading_column_gap = 12;
constexpr float large_reading = 20;
constexpr float small_reading = 9; // size of type in the window

std::string sure_percent(double share) {
    return share > 0.99 ? std::string(">99 %") : percent_digits(static_cast<float>(share)) + " %";
}

float widest_label(const DrawContext& drawing, const ReadOut& readout, const std::vector<TokenReading>& readings) {
    float widest = 0;
    for (const TokenReading& reading : readings)
        widest =
            std::max(widest, drawing.typesetter.measure(reading_label(readout, reading), bold(large_reading)).width);
    return widest;
}

void add_in_column(DisplayList& list, const DrawContext& drawing, Point middle, float width, const std::string& text,
                   Colour colour, const Font& font) {
    add_text(list, drawing.typesetter, middle, fitting_text(list, drawing.typesetter, text, font, width), colour, font,
             Horizontal::centre);
}

} // namespace

Result<void> has_readout(const DrawContext& drawing) {
    if (drawing.session.readouts.empty())
        return error("this session says of no columns of Y what they mean: it has no readout");
    if (!can_be_read_out(drawing.trace))
        return error("there is no Y in this layer that could be read out");
    return {};
}

void readout_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const Theme& theme = drawing.theme();
    const Index item = drawing.view_state.item;
    const Index count = drawing.sizes().S_q;
    std::vector<std::vector<TokenReading>> lines;
    float widest = least_reading_column;
    for (const ReadOut& readout : drawing.session.readouts) {
        lines.push_back(read_out(drawing.trace, readout, item));
        widest = std::max(widest, widest_label(drawing, readout, lines.back()) + reading_column_gap);
    }
    for (Index token = 0; token < count; ++token)
        widest = std::max(widest,
                          drawing.typesetter.measure(token_label(drawing.layer().sequence, item, token), Font{}).width +
                              reading_column_gap);
    const float column = std::min(std::ceil(widest), area.width / static_cast<float>(count));
    const auto middle = [&](Index token) { return area.x + (static_cast<float>(token) + 0.5F) * column; };
    const float room = column - reading_column_gap / 2;
    float y = area.y;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const ReadOut& readout = drawing.session.readouts[i];
        const float natural = widest_label(drawing, readout, lines[i]);
        constexpr float rounding = 0.99F; // letters are not exactly as wide as the size of type says
        const float fitting = large_reading * rounding * room / natural;
        const float size = natural > room
                               ? std::max(drawing.view_state.on_paper ? type_size::small : small_reading, fitting)
                               : large_reading;
        add_text(list, drawing.typesetter, {area.x, y + 12}, readout.name, theme.dim, small());
        Index token = 0;
        for (const TokenReading& reading : lines[i]) {
            const float x = middle(token++);
            add_in_column(list, drawing, {x, y + 40}, room, reading_label(readout, reading), theme.ink, bold(size));
            Rectangle bar;
            bar.box = {x - room / 2, y + 48, room, 3};
            bar.fill = theme.hairline;
            list.add(bar);
            bar.box.width = room * static_cast<float>(reading.sure);
            bar.fill = drawing.view_state.grey ? theme.ink : theme.attention_high;
            list.add(bar);
            add_in_column(list, drawing, {x, y + 64}, column, sure_percent(reading.sure), theme.dim, small());
        }
        y += reading_line_height;
    }
    for (Index token = 0; token < count; ++token)
        add_in_column(list, drawing, {middle(token), y + 12}, room, token_label(drawing.layer().sequence, item, token),
                      theme.ink, Font{});
    add_text(list, drawing.typesetter, {area.x, y + 28}, "tokens", theme.dim, small());
}

} // namespace attn
