#pragma once

#include "core/attention/result.h"
#include "core/figure/pictures/subject.h"
#include "core/session/figure_request.h"

namespace attn {

/// What a picture may take of the page, in units of the figure.
struct FigureRoom {
    float width = 0;
    float height = 0;
    bool fills = false; ///< the width was asked for: cells grow to fill it
};

/// How a kind of figure is drawn.
struct PictureKind {
    FigureKind id{};
    /// Whether the subject can be shown so; the message says what can.
    Result<void> (*fits)(const Subject& subject) = nullptr;
    void (*draw)(DisplayList& list, const Subject& subject, const FigureRequest& request,
                 const FigureRoom& room) = nullptr;
    bool says_numbers = false; ///< every cell is meant to say its number
};

const PictureKind& picture_kind(FigureKind kind);

} // namespace attn
