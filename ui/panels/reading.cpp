#include "ui/panels/reading.h"

#include "core/document/session/session.h"
#include "ui/actions/lesson_names.h"

#include <fmt/core.h>

namespace attn {

void add_reading(Scene& scene, const UiContext& ui, Index token, const TokenReading& reading, Point at, const Box& bar,
                 float size) {
    const Theme& theme = ui.theme();
    const std::string target = fmt::format("readout:{}", token + 1);
    Text label;
    label.text = reading_label(ui.session.readouts[shown_read_out(ui)], reading);
    label.position = at;
    label.font = {.size = size, .weight = FontWeight::semibold};
    label.colour = theme.ink;
    label.horizontal = Horizontal::centre;
    scene.list.add(label, target);
    scene.values.insert_or_assign(target, label.text);
    Rectangle track;
    track.box = bar;
    track.fill = theme.hairline;
    scene.list.add(track, target);
    track.box.width = bar.width * static_cast<float>(reading.sure);
    track.fill = theme.attention_high;
    scene.list.add(track, target);
}

} // namespace attn
