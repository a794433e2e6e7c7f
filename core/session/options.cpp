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

} // namespace attn
