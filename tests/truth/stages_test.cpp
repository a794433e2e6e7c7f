// The pictures of presets on the stages of windows as small, and as large, as people have.

#include "core/figure/pictures/picture.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/layout.h"

#include <fmt/core.h>
#include <gmock/gmock.h>

namespace attn {
namespace {

using test::Shown;

TEST(Explore, Stages) {
    for (const char* const preset : {"who-and-where", "eight-heads", "four-letters", "why-scale"}) {
        Shown shown = Shown::preset(preset);
        for (const Point size : {Point{395, 300}, Point{660, 330}, Point{1290, 690}, Point{3200, 1800}})
            for (const ArrayId array : {ArrayId::X, ArrayId::Q, ArrayId::scores, ArrayId::scaled, ArrayId::masked, ArrayId::A, ArrayId::O, ArrayId::concat, ArrayId::Y}) {
                shown.at(array);
                for (const PictureId id : fitting_pictures(shown.drawing())) {
                    const Box area{24, 24, size.x, size.y};
                    const DisplayList list = shown.draw(id, area);
                    Box all = bounds(list, typesetter());
                    float least = 1e9F;
                    int n = 0;
                    for (const Item& item : list.items)
                        if (const auto* image = std::get_if<Image>(&item.shape())) {
                            ++n;
                            least = std::min({least, image->box.width / static_cast<float>(image->shown_columns()), image->box.height / static_cast<float>(image->shown_rows())});
                        }
                    fmt::print("{:13} {:4}x{:4} {:8} {:24} cell {:6.1f} n {:2} ink {:.2f} x {:.2f}\n", preset, size.x, size.y, row_of(array).name, id.name, n ? least : -1, n, all.width/size.x, all.height/size.y);
                    for (const std::string& complaint : test::layout_complaints(list, area.grown(24)))
                        fmt::print("    ! {}\n", complaint);
                }
            }
    }
}

} // namespace
} // namespace attn
