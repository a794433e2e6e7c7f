#include "core/document/figure_request.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

/// What a figure may take where it goes.
struct Room {
    std::optional<float> width{}; // cm
    std::optional<float> height{};
    float least_font = 0; // points, of the smallest type
};

// Columns and pages of A4 with usual margins; slides of 16:9 as the usual programs have them.
constexpr std::array<Room, 5> rooms{{{}, {.width = 8}, {.width = 16}, {16, 22}, {33.87F, 19.05F, 14}}};

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
    // An article's columns have captions of its own, with the title in them.
    request.titled = request.titled && (request.fit != FigureFit::column || !request.title.empty());
    request.captioned = request.captioned && request.fit != FigureFit::column;
    request.font_size = std::max(request.font_size, room.least_font);
    // A column of an A4 of two, a little narrower, holds what a column holds: with type as much smaller.
    const bool is_usual = request.font_size == FigureRequest().font_size;
    if (request.fit == FigureFit::column && is_usual && *request.width<*room.width&& * request.width> 7)
        request.font_size *= *request.width / *room.width;
    request.fit = FigureFit::free;
    return request;
}

} // namespace attn
