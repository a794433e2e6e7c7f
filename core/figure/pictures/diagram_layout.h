#pragma once

#include "core/figure/geometry.h"
#include "core/figure/layout/grid.h"
#include "core/figure/pictures/diagram.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The direction in which the diagram is read. down: bands are rows, one below the other; across: bands are columns
/// from left to right.
enum class Flow : std::uint8_t { down, across };

/// The size of the diagram and the limits of its pictures' size, in logical pixels.
struct DiagramRoom {
    float width = 0;
    std::optional<float> height{}; ///< nullopt: as high as it needs
    float least_picture = 18;
    float most_picture = 40;
};

/// A stage of the diagram.
struct DiagramNode {
    ArrayId stage{};
    std::size_t band = 0;
    float place = 0;         ///< position of the node's centre across the flow, in units of the table of arrays
    float sheets = 0;        ///< distance by which the sheets of other heads reach beyond its picture
    Typeset symbol{};        ///< used on paper, which has no tooltips
    std::string name{};      ///< used in the window
    float caption_width = 0; ///< width of symbol, name or shape, whichever is the widest
};

/// The places of the diagram's stages and arrows. Bands are lines of a grid, which sets the size of pictures. Stages of
/// a band are side by side if the diagram runs down, one below the other if it runs across. The upper left corner is
/// (0, 0).
class DiagramLayout {
public:
    DiagramLayout(const DrawContext& drawing, Flow flow, const DiagramRoom& room);

    const std::vector<ArrayId>& steps() const { return steps_; }
    bool is_shown(ArrayId stage) const { return bands_.is_shown(stage); }
    const std::vector<DiagramNode>& nodes() const { return nodes_; }
    const DiagramNode& node(ArrayId stage) const;
    const std::vector<Arrow>& arrows() const { return arrows_; }

    Point size() const;
    /// True if the diagram fits into its room with pictures that are large enough.
    bool fits() const;
    /// The largest size of a picture.
    Point thumb() const { return thumb_; }

    /// The place along the flow at which a band's pictures begin.
    float begin(std::size_t band) const { return extents_[band].begin + static_cast<float>(band) * spread_; }
    float length(std::size_t band) const { return extents_[band].length; }

    Box picture(const DiagramNode& node) const;
    /// The box around a stage's picture, its sheets and its captions.
    Box covered(const DiagramNode& node) const;
    /// The y at which captions begin: beneath the stage's picture, or beneath all pictures of a row.
    float captions_begin(const DiagramNode& node) const;

    bool is_beside(const Arrow& arrow) const { return node(arrow.from).band == node(arrow.to).band; }
    /// True if a stage is in the way of the arrow.
    bool is_blocked(const Arrow& arrow) const;
    /// The corners of an arrow: a straight line, or a line with two corners. Of a blocked arrow only a short end is
    /// drawn.
    std::vector<Point> way(const Arrow& arrow) const;

private:
    bool has_arrow_from_beside(const DiagramNode& to) const;
    struct Extent {
        float begin = 0;
        float length = 0;
    };

    DiagramNode node_of(ArrayId stage) const;
    void stand_before_what_it_leads_to(DiagramNode& node) const;
    void settle_down();
    void settle_across();
    void settle(Point thumb, Point area);
    LineHeight length_of(std::size_t band, Point thumb) const;
    void spread(float left, float most);
    float room_before(std::size_t band) const;
    float room_behind(std::size_t band) const;
    Point picture_size(ArrayId stage, Point thumb) const;
    float closest_in_a_band() const;
    float width_of_weight(const Arrow& arrow) const;
    float beyond_others(const Arrow& arrow) const;
    bool passes_another(const Arrow& arrow) const;
    float end(std::size_t band) const;
    float middle(const DiagramNode& node) const;
    Point at(float along, float across) const;

    const DrawContext& drawing_;
    Flow flow_;
    DiagramRoom room_;
    std::vector<ArrayId> steps_;
    Bands bands_;
    std::vector<Arrow> arrows_;
    std::vector<DiagramNode> nodes_;
    float first_ = 0;             ///< start of the diagram across the flow, in units of the table
    float units_ = 0;             ///< size of the diagram across the flow, in units
    float slot_ = 0;              ///< size of a picture across the flow, in units
    float unit_ = 0;              ///< pixels per unit
    std::vector<Extent> extents_; ///< extent of each band's pictures along the flow
    Point covered_;               ///< size of the diagram: x across the flow, y along it
    Point thumb_;
    float spread_ = 0; ///< extra distance between bands
};

} // namespace attn
