#include "ui/recovery.h"

#include <algorithm>
#include <utility>

namespace attn {

Recovery::Recovery(std::filesystem::path home, std::function<void()> wake) {
    search_.emplace([home = std::move(home)](
                        const std::stop_token& /*stop*/) -> Result<FoundLeftWork> { return find_left_work(home); },
                    std::move(wake));
}

bool Recovery::take_found(std::chrono::milliseconds patience) {
    if (!search_ || !search_->is_done(patience))
        return false;
    Result<FoundLeftWork> found = search_->take();
    search_.reset();
    if (!found) {
        problem_ = "Work that was not saved cannot be looked for: " + found.error().message + ".";
        return true;
    }
    works_ = std::move(found->works);
    problem_ = std::move(found->problem);
    for (const LeftWork& work : works_)
        labels_.push_back(work.label());
    return true;
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
