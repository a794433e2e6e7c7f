#include "core/document/session_keys.h"

#include "core/model/arrays.h"
#include "core/model/norm.h"
#include "core/model/options.h"

#include <algorithm>

namespace attn {

std::vector<std::string_view> session_keys() {
    constexpr std::string_view always =
        "version title question about try done layer open left_at tokens sizes split readout seed embeddings positions "
        "norm context heads b_O mask pins given notation "
        "tokens_as_columns figures arrays weights_from claims caveats";
    std::vector<std::string_view> keys;
    for (std::size_t at = 0; at < always.size();) {
        const std::size_t end = std::min(always.find(' ', at), always.size());
        keys.push_back(always.substr(at, end - at));
        at = end + 1;
    }
    for (const HeadNormRow& row : head_norms)
        keys.push_back(row.key);
    for (const Option& option : options()) {
        const FileKey key = file_key(option);
        if (!key.name.empty()) // some have none: arrays say them
            keys.push_back(key.group.empty() ? key.name : key.group);
    }
    return keys;
}

std::vector<std::string_view> keys_in(std::string_view group) {
    std::vector<std::string_view> keys;
    if (group == "mask")
        keys = {"painted", "padding", "given"};
    for (const Option& option : options())
        if (const FileKey key = file_key(option); !key.name.empty() && key.group == group)
            keys.push_back(key.name);
    return keys;
}

std::vector<std::string_view> head_keys() {
    std::vector<std::string_view> keys{"on"};
    for (const Array& row : parameters())
        if (row.heads != Heads::none)
            keys.push_back(row.name);
    return keys;
}

} // namespace attn
