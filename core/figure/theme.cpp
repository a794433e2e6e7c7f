#include "core/figure/theme.h"

namespace attn {

namespace {

constexpr Theme light{
    .look = Look::light,
    .background = rgb(0xf6f5f2),
    .panel = rgb(0xffffff),
    .field = rgb(0xf6f5f2),
    .ink = rgb(0x1d1d1f),
    .dim = rgb(0x6b6b70),
    .hairline = rgb(0xe2e0da),
    .connector = rgb(0xa9a8a4),
    .negative = rgb(0x2166ac),
    .zero = rgb(0xf4f2ee),
    .positive = rgb(0xc2571a),
    .attention_low = rgb(0xf7f5fb),
    .attention_high = rgb(0x3b2a78),
    .grey_low = rgb(0xfafafa),
    .grey_high = rgb(0x1c1c1c),
    .masked = rgb(0xeeede9),
    .hatch = rgb(0xbfbdb5),
    .not_a_number = rgb(0xe6c317),
    .minus_infinity = rgb(0x0c2d52),
    .plus_infinity = rgb(0x5c2405),
    .heads = {rgb(0x5a8971), rgb(0xb89159), rgb(0x87597c), rgb(0x6c9cab), rgb(0x727234), rgb(0xab716c), rgb(0x6f77a8),
              rgb(0x6c645a)},
};

constexpr Theme dark{
    .look = Look::dark,
    .background = rgb(0x17181b),
    .panel = rgb(0x1f2125),
    .field = rgb(0x17181b),
    .ink = rgb(0xececee),
    .dim = rgb(0x9a9ba1),
    .hairline = rgb(0x303239),
    .connector = rgb(0x5d5f66),
    .negative = rgb(0x6aaee8),
    .zero = rgb(0x2a2c31),
    .positive = rgb(0xf0995a),
    .attention_low = rgb(0x23222b),
    .attention_high = rgb(0xd9ccff),
    .grey_low = rgb(0x272727),
    .grey_high = rgb(0xececec),
    .masked = rgb(0x222428),
    .hatch = rgb(0x4d5059),
    .not_a_number = rgb(0xe6c317),
    .minus_infinity = rgb(0xcfe6fb),
    .plus_infinity = rgb(0xffe0c9),
    .heads = {rgb(0x7eaf95), rgb(0xdeb980), rgb(0xac7ea1), rgb(0x94c5d4), rgb(0xcece90), rgb(0xd19793), rgb(0x989fd0),
              rgb(0x91897f)},
};

} // namespace

const Theme& theme(Look look) {
    return look == Look::light ? light : dark;
}

} // namespace attn
