#include "core/document/session/figure_request.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

/// The limits of a figure for the place where it will be used.
struct Room {
    std::optional<float> width{}; // cm
    std::optional<float> height{};
    float least_font = 0;      // size of the smallest type, in points
    bool has_captions = false; // the place has captions with titles of its own
    bool has_own_type = false; // least_font is the default size of type
};

constexpr float centimetres_a_tex_point = 2.54F / 72.27F;
// In the order of FigureFit: columns and pages of A4 with usual margins; lines of LaTeX's article at 10 pt; slides of
// 16:9 as usual programs have them; frames of beamer below their title, for which type is reduced in proportion.
constexpr std::array<Room, 7> rooms{{{},
                                     {.width = 8, .has_captions = true},
                                     {.width = 345 * centimetres_a_tex_point, .has_captions = true},
                                     {.width = 16},
                                     {16, 22},
                                     {33.87F, 19.05F, 14},
                                     {13.9F, 7.1F, 14 * 16 / 33.87F, true, true}}};

} // namespace

std::vector<Index> heads_of(const FigureRequest& request) {
    std::vector<Index> heads = request.more_heads;
    if (request.head)
        heads.insert(heads.begin(), *request.head);
    return heads;
}

FigureRequest with_size(FigureRequest request) {
    const Room& room = rooms.at(static_cast<std::size_t>(request.fit));
    if (!request.width)
        request.width = room.width;
    if (!request.height)
        request.height = room.height;
    request.titled = request.titled && (!room.has_captions || !request.title.empty());
    request.captioned = request.captioned && !room.has_captions;
    const bool is_usual = request.font_size == FigureRequest().font_size;
    request.font_size = is_usual && room.has_own_type ? room.least_font : std::max(request.font_size, room.least_font);
    // In a column slightly narrower than usual, type is reduced in proportion, so that the same figure fits.
    constexpr float narrowest_column = 7; // cm
    const bool is_of_column = request.fit == FigureFit::column && is_usual;
    if (is_of_column && *request.width > narrowest_column && *room.width > *request.width)
        request.font_size *= *request.width / *room.width;
    request.fit = FigureFit::free;
    return request;
}

} // namespace attn
