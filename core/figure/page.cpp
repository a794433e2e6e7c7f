#include "core/figure/page.h"

#include <cmath>

namespace attn {

Page page_around(const DisplayList& list, const Typesetter& typesetter, float margin, Colour ground) {
    const Box covered = bounds(list, typesetter).grown(margin);
    const float left = std::floor(covered.x);
    const float top = std::floor(covered.y);
    return {{left, top, std::ceil(covered.right()) - left, std::ceil(covered.bottom()) - top}, ground};
}

} // namespace attn
