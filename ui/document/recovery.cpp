#include "ui/document/recovery.h"

#include <algorithm>
#include <utility>

namespace attn {

Recovery::Recovery(FoundLeftWork found) : works_(std::move(found.works)) {
    for (const LeftWork& work : works_)
        labels_.push_back(work.label());
}

std::optional<LeftWork> Recovery::take(const std::filesystem::path& folder) {
    const auto at = std::ranges::find(works_, folder, [](const LeftWork& work) { return work.label().folder; });
    if (at == works_.end())
        return std::nullopt;
    LeftWork taken = std::move(*at);
    labels_.erase(labels_.begin() + (at - works_.begin()));
    works_.erase(at);
    return taken;
}

} // namespace attn
