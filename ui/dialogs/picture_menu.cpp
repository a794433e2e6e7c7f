// The menu of the stage's pictures, each with a thumbnail.

#include "core/figure/pictures/text_layout.h"
#include "ui/actions/menus.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr float tile_label = 24;
constexpr float tile_padding = space::small;
constexpr float tile_width = PictureThumbnails::size.x + 2 * tile_padding;
constexpr float tile_height = PictureThumbnails::size.y + tile_padding + tile_label;
constexpr float kind_title = 26;
constexpr float picture_menu_margin = space::medium;
constexpr std::string_view picture_prefix = "action:picture/";

bool is_title(const Offer& offer) {
    return offer.target.empty();
}

/// The position of each offer, relative to the menu's corner, and the menu's size.
struct TileLayout {
    std::vector<Box> places;
    Point size;
};

/// Places groups side by side if both fit as a whole in `across` columns.
TileLayout lay_out_tiles(const std::vector<Offer>& offers, Index across) {
    TileLayout layout;
    Index column = 0; // first column of the next group
    float y = picture_menu_margin - space::tiny;
    float height = 0; // height of the tallest group in this row of groups
    for (auto group = offers.begin(); group != offers.end();) {
        const bool has_title = is_title(*group);
        const auto first = group + (has_title ? 1 : 0);
        const auto end = std::find_if(first, offers.end(), is_title);
        const auto count = static_cast<Index>(end - first);
        if (column > 0 && column + count > across) {
            y += height;
            column = 0;
            height = 0;
        }
        const float left = picture_menu_margin + static_cast<float>(column) * tile_width;
        const Index wide = std::min(count, across);
        if (has_title)
            layout.places.push_back({left, y, static_cast<float>(wide) * tile_width, kind_title});
        for (Index i = 0; i < count; ++i) {
            const Index line = i / across;
            layout.places.push_back({left + static_cast<float>(i % across) * tile_width,
                                     y + kind_title + static_cast<float>(line) * tile_height, tile_width, tile_height});
        }
        const Index lines = (count + across - 1) / across;
        height = std::max(height, kind_title + static_cast<float>(lines) * tile_height);
        column += wide;
        group = end;
    }
    layout.size = {static_cast<float>(across) * tile_width + 2 * picture_menu_margin, y + height + picture_menu_margin};
    return layout;
}

/// Uses as few columns as the window's height allows: a narrow menu is easier to read.
TileLayout fitting_tiles(const std::vector<Offer>& offers, const Box& window) {
    constexpr Index least = 3;
    const auto most = std::max<Index>(least, static_cast<Index>((window.width - 4 * picture_menu_margin) / tile_width));
    for (Index across = least; across < most; ++across)
        if (TileLayout layout = lay_out_tiles(offers, across); layout.size.y <= window.height - 2 * space::small)
            return layout;
    return lay_out_tiles(offers, most);
}

void add_tile(Scene& scene, const UiContext& ui, const Offer& offer, const Box& tile, PictureThumbnails& thumbnails) {
    const Theme& theme = ui.theme();
    const Box picture{tile.x + tile_padding, tile.y + tile_padding / 2, PictureThumbnails::size.x,
                      PictureThumbnails::size.y};
    Rectangle ground;
    ground.box = tile.grown(-2);
    ground.corner_radius = measure::corner;
    if (ui.workspace.hovered == offer.target)
        ground.fill = faded(theme.ink, 0.07F);
    if (offer.chosen)
        ground.stroke = {theme.ink, 1.5F};
    scene.list.add(ground);
    const PictureId id = PictureName{std::string_view(offer.target).substr(picture_prefix.size())};
    const std::size_t first = scene.list.items.size();
    scene.list.append(thumbnails.of(ui, id), {picture.x, picture.y});
    for (std::size_t i = first; i < scene.list.items.size(); ++i)
        scene.list.items[i].clip = picture;
    add_text(scene, ui, {tile.centre().x, tile.bottom() - 9},
             ui.typesetter.shortened(offer.label, Font{}, tile.width - 2 * tile_padding), theme.ink,
             {.weight = offer.chosen ? FontWeight::semibold : FontWeight::regular}, Horizontal::centre);
    Rectangle place;
    place.box = tile;
    scene.list.add(place, offer.target);
    scene.values.insert_or_assign(offer.target, offer.label);
}

} // namespace

void draw_picture_menu(Form& form) {
    const UiContext& ui = form.ui();
    const std::vector<Offer> offers = offers_of_menu(ui, Menu::picture);
    const TileLayout layout = fitting_tiles(offers, form.around().window);
    form.hang(ui.workspace.overlay->anchor, "menu");
    form.set_size(layout.size);
    for (std::size_t i = 0; i < offers.size(); ++i) {
        const Box& place = layout.places[i];
        if (is_title(offers[i]))
            add_section(form.scene(), ui, {place.x + tile_padding, place.y + 17}, offers[i].label);
        else
            add_tile(form.scene(), ui, offers[i], place, form.around().thumbnails);
    }
}

} // namespace attn
