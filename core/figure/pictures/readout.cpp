#include "core/figure/pictures/readout.h"

#include "core/explain/readout.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float reading_line_height = 76;
constexpr float least_reading_column = 44;
constexpr float reading_column_gap = 12;
constexpr float reading_label_size = 20;

std::string sure_percent(double share) {
    return share > 0.99 ? std::string(">99 %") : fmt::format("{:.0f} %", 100 * share);
}

struct ReadingColumn {
    float middle = 0;
    float width = 0;
};

/// As wide as the widest word that stands in it; smaller than that where all of them have no room.
std::vector<ReadingColumn> reading_columns(const DrawContext& drawing, const Box& area) {
    const Index item = drawing.view_state.item;
    std::vector<float> widths;
    for (Index token = 0; token < drawing.sizes().S_q; ++token)
        widths.push_back(drawing.typesetter.measure(token_label(drawing.layer().sequence, item, token), Font{}).width);
    for (const ReadOut& readout : drawing.session.readouts) {
        const auto readings = read_out(drawing.trace, readout, item);
        for (std::size_t token = 0; token < readings.size() && token < widths.size(); ++token)
            widths[token] = std::max(
                widths[token],
                drawing.typesetter.measure(reading_label(readout, readings[token]), bold(reading_label_size)).width);
    }
    float all = 0;
    for (float& width : widths) {
        width = std::max(least_reading_column, std::ceil(width) + reading_column_gap);
        all += width;
    }
    const float squeeze = std::min(1.0F, area.width / all);
    std::vector<ReadingColumn> columns;
    float x = area.x;
    for (const float width : widths) {
        columns.push_back({x + width * squeeze / 2, width * squeeze});
        x += width * squeeze;
    }
    return columns;
}

void add_in_column(DisplayList& list, const DrawContext& drawing, const ReadingColumn& column, float y,
                   const std::string& text, Colour colour, const Font& font) {
    add_text(list, drawing.typesetter, {column.middle, y}, drawing.typesetter.shortened(text, font, column.width - 2),
             colour, font, Horizontal::centre);
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
    const std::vector<ReadingColumn> columns = reading_columns(drawing, area);
    float y = area.y;
    for (const ReadOut& readout : drawing.session.readouts) {
        const auto readings = read_out(drawing.trace, readout, item);
        add_text(list, drawing.typesetter, {area.x, y + 12}, readout.name, theme.dim, small());
        for (std::size_t token = 0; token < readings.size(); ++token) {
            const ReadingColumn& column = columns[token];
            add_in_column(list, drawing, column, y + 40, reading_label(readout, readings[token]), theme.ink,
                          bold(reading_label_size));
            const float width = column.width - reading_column_gap;
            Rectangle bar;
            bar.box = {column.middle - width / 2, y + 48, width, 3};
            bar.fill = theme.hairline;
            list.add(bar);
            bar.box.width = width * static_cast<float>(readings[token].sure);
            bar.fill = drawing.view_state.grey ? theme.ink : theme.attention_high;
            list.add(bar);
            add_in_column(list, drawing, column, y + 64, sure_percent(readings[token].sure), theme.dim, small());
        }
        y += reading_line_height;
    }
    for (Index token = 0; token < drawing.sizes().S_q; ++token)
        add_in_column(list, drawing, columns[static_cast<std::size_t>(token)], y + 12,
                      token_label(drawing.layer().sequence, item, token), theme.ink, Font{});
    add_text(list, drawing.typesetter, {area.x, y + 28}, "tokens", theme.dim, small());
}

std::string readout_words(const DrawContext& drawing, Index item, Index token) {
    std::string words;
    for (const ReadOut& readout : drawing.session.readouts) {
        const auto readings = read_out(drawing.trace, readout, item);
        if (token >= std::ssize(readings))
            continue;
        const TokenReading& reading = readings[static_cast<std::size_t>(token)];
        words +=
            fmt::format("{}{} ({}, {} sure)", words.empty() ? "" : ", ", reading_label(readout, reading), readout.name,
                        reading.sure > 0.99 ? std::string("over 99 %") : fmt::format("{:.0f} %", 100 * reading.sure));
    }
    return words;
}

} // namespace attn
