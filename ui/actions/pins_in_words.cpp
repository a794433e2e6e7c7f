#include "ui/actions/pins_in_words.h"

#include "core/explain/pins_upstream.h"
#include "core/figure/pictures/labels.h"
#include "ui/actions/lesson_names.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

std::optional<PinsUpstream> pins_upstream_of(const UiContext& ui, const CellId& cell) {
    std::vector<CellId> pins = pins_upstream(ui.trace, cell);
    // A lesson does not mention pins in arrays that it has not named yet.
    if (!ui.scope().names_all) {
        const std::vector<ArrayId> named = named_arrays(ui);
        std::erase_if(pins, [&](const CellId& pin) { return std::ranges::find(named, pin.array) == named.end(); });
    }
    if (pins.empty())
        return std::nullopt;
    if (pins.size() > 1)
        return PinsUpstream{fmt::format("with {} pins", pins.size()), "action:pins"};
    const CellId& pin = pins.front();
    return PinsUpstream{prose("with 1 pin: {}, {}", name_of(ui, pin.array, pin.head), cell_words(ui, pin)).letters(),
                        "link:" + cell_name(pin)};
}

} // namespace attn
