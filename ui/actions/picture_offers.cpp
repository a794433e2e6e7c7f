#include "ui/actions/picture_offers.h"

#include "core/figure/pictures/picture.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <span>

namespace attn {

namespace {

struct OfferedGroup {
    std::string_view title;
    std::array<std::string_view, 12> names{};
};

/// The groups of the menu, in its order.
constexpr std::array picture_kinds{
    OfferedGroup{"THIS STAGE",
                 {"product", "softmax", "spread", "joined", "equation", "heatmap", "values", "sum", "neurons", "lines",
                  "token", "block"}},
    OfferedGroup{"AROUND THE LAYER", {"model", "patching"}},
    OfferedGroup{"HEADS AND ITEMS", {"heads", "parts", "differences", "items"}},
    OfferedGroup{"SEEN OTHERWISE", {"bilinear", "writing", "fused", "one-head", "subspaces", "spectrum", "wrong-axis"}},
    OfferedGroup{"THE IDEA BEHIND IT",
                 {"inner-product", "linear-map", "projection", "conditional-probability", "saturation"}},
    OfferedGroup{"IN LETTERS", {"einsum", "notes", "notations"}},
};

Offer offer_of_picture(const UiContext& ui, PictureId id, std::string label) {
    return {.target = fmt::format("action:picture/{}", picture(id).name),
            .label = std::move(label),
            .about = std::string(picture(id).about),
            .key = {},
            .chosen = shown_picture(ui) == id};
}

} // namespace

std::string_view kind_of_picture(std::string_view name) {
    for (const OfferedGroup& kind : picture_kinds)
        if (std::ranges::find(kind.names, name) != kind.names.end())
            return kind.title;
    return {};
}

std::vector<PictureId> offered_pictures(const UiContext& ui) {
    std::vector<PictureId> offered = fitting_pictures(ui);
    if (ui.scope().names_all || !ui.scope().is_for_learner)
        return offered;
    const PictureId shown = shown_picture(ui);
    const PictureId made = offered.front();
    std::erase_if(offered, [&](PictureId id) {
        const bool is_plain =
            id == PictureId::heatmap || picture(id).stays || (id == made && !picture(id).shows_one_row);
        return !is_plain && id != shown;
    });
    return offered;
}

std::vector<Offer> found_pictures(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const PictureId id : fitting_pictures(ui))
        offers.push_back(offer_of_picture(ui, id, fmt::format("View: {}", picture(id).label)));
    return offers;
}

std::vector<Offer> pictures_by_kind(const UiContext& ui) {
    const std::vector<PictureId> fitting = offered_pictures(ui);
    std::vector<Offer> offers;
    for (const OfferedGroup& kind : picture_kinds) {
        const std::size_t before = offers.size();
        for (const PictureId id : fitting)
            if (kind_of_picture(id.name) == kind.title)
                offers.push_back(offer_of_picture(ui, id, std::string(picture(id).label)));
        if (offers.size() > before)
            offers.insert(offers.begin() + static_cast<std::ptrdiff_t>(before),
                          {.target = {}, .label = std::string(kind.title), .about = {}, .key = {}});
    }
    return offers;
}

} // namespace attn
