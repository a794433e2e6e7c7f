#include "core/session/options.h"

namespace attn {

std::string notation_list() {
    std::string list;
    for (const std::string_view name : notation_names) {
        list += list.empty() ? "" : ", ";
        list += name;
    }
    return list;
}

Scale plain_scale(Scale scale) {
    if (scale.kind == Scale::Kind::value && scale.value != 1)
        return scale;
    return {scale.kind == Scale::Kind::value ? Scale::Kind::one : scale.kind, 1};
}

} // namespace attn
