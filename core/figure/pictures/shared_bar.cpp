#include "core/figure/pictures/shared_bar.h"

#include "core/figure/colour_bar.h"

#include <algorithm>
#include <cmath>

namespace attn {

void add_shared_bar(DisplayList& list, const HeatmapOptions& options, const Heatmap& map, Point at, const Box& clip,
                    const std::string& caption) {
    ColourBar bar = colour_bar_of(options);
    bar.caption = options.range.source == RangeSource::fixed ? "" : caption;
    bar.height = std::round(std::clamp(map.cells.height * 0.7F, lowest_colour_bar, tallest_colour_bar));
    const float spare = map.cells.height - bar.height - colour_bar_caption;
    const float highest = clip.y + space::small - at.y; // its uppermost number is seen
    const float down = std::max(spare < 0 ? spare : std::round((map.cells.height - bar.height) / 2), highest);
    // A name above a narrow matrix reaches further than its cells.
    const float name = options.name_place == NamePlace::above ? options.name.width : 0;
    const float width = std::max(map.cells.width, name);
    list.append(lay_out(bar), {at.x + width + space::huge + space::tiny, at.y + down}, clip);
}

} // namespace attn
