#include "ui/actions/menus.h"
#include "ui/document/picture_thumbnails.h"
#include "ui/panels/controls.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <cmath>
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

/// Where each offer stands, the menu's corner at (0, 0), and how large the menu is.
struct TileLayout {
    std::vector<Box> places;
    Point size;
};

/// Groups stand beside each other where all of both has room.
TileLayout lay_out_tiles(const std::vector<Offer>& offers, Index across) {
    TileLayout layout;
    Index column = 0; // of the group that comes
    float y = picture_menu_margin - space::tiny;
    float height = 0; // of the groups of this line
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

/// As few columns as the window's height allows: a column is easier to read than a wall.
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

void picture_menu_panel(Scene& scene, const UiContext& ui, const Box& window, PictureThumbnails& thumbnails) {
    const std::vector<Offer> offers = offers_of_menu(ui, Menu::picture);
    const TileLayout layout = fitting_tiles(offers, window);
    const Point anchor = ui.workspace.overlay->anchor;
    Rectangle veil;
    veil.box = window;
    scene.list.add(veil, std::string("action:close"));
    Rectangle panel;
    const auto within = [](float at, float extent, float whole) {
        return std::floor(std::clamp(at, space::small, std::max(space::small, whole - extent - space::small)));
    };
    const Box box{within(anchor.x, layout.size.x, window.width), within(anchor.y, layout.size.y, window.height),
                  layout.size.x, layout.size.y};
    panel.box = box.grown(-0.5F);
    panel.fill = ui.theme().panel;
    panel.stroke = {ui.theme().connector, 1};
    panel.corner_radius = measure::corner;
    scene.list.add(panel, std::string("menu"));
    for (std::size_t i = 0; i < offers.size(); ++i) {
        const Box place = layout.places[i].moved({box.x, box.y});
        if (is_title(offers[i]))
            add_section(scene, ui, {place.x + tile_padding, place.y + 17}, offers[i].label);
        else
            add_tile(scene, ui, offers[i], place, thumbnails);
    }
}

} // namespace attn
