#include "ui/document/offered_notations.h"

#include "ui/document/workspace.h"

#include <algorithm>

namespace attn {

std::vector<NotationChoice> offered_notations(const UiContext& ui) {
    std::vector<NotationChoice> own = ui.workspace.own_notations;
    note_own_notation(own, ui.session.notation);
    std::vector<NotationChoice> all;
    for (const auto& profile : shipped_notations())
        all.emplace_back(profile->name);
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

std::optional<NotationChoice> offered_notation(const UiContext& ui, std::string_view name) {
    const std::vector<NotationChoice> all = offered_notations(ui);
    const auto found = std::find_if(all.rbegin(), all.rend(), // from the end: the user's own first
                                    [&](const NotationChoice& choice) { return choice.name() == name; });
    return found == all.rend() ? std::nullopt : std::optional(*found);
}

void note_own_notation(std::vector<NotationChoice>& own, const NotationChoice& shown) {
    if (!shown.is_own() || std::ranges::find(own, shown) != own.end())
        return;
    std::erase_if(own, [&](const NotationChoice& other) { return other.name() == shown.name(); });
    own.push_back(shown);
}

} // namespace attn
