#pragma once

#include "core/figure/geometry.h"
#include "core/figure/layout/grid.h"
#include "core/figure/pictures/diagram.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The direction in which the diagram is read: its bands are rows one beneath the other, or columns from left to right.
enum class Flow : std::uint8_t { down, across };

/// The room of the diagram, and the sizes of its pictures, in logical pixels.
struct DiagramRoom {
    float width = 0;
    std::optional<float> height{}; ///< none: as high as it likes to be
    float least_picture = 18;
    float most_picture = 40;
};

/// A stage of the diagram.
struct DiagramNode {
    ArrayId stage{};
    std::size_t band = 0;
    float place = 0;         ///< across the flow, in units of the table of arrays
    float sheets = 0;        ///< how far those of other heads reach beyond its picture
    Typeset symbol{};        ///< on paper, where nobody can point at a name to learn it
    std::string name{};      ///< in the window
    float caption_width = 0; ///< of these or of its shape, the longer
};

/// The places of the diagram's stages and arrows, in both directions: bands are lines of the grid, which sets the
/// pictures' size. Stages of one band stand side by side where the diagram runs down, and one beneath the other where
/// it runs across. The upper left corner is at 0.
class DiagramLayout {
public:
    DiagramLayout(const DrawContext& drawing, Flow flow, const DiagramRoom& room);

    const std::vector<ArrayId>& steps() const { return steps_; }
    bool is_shown(ArrayId stage) const { return bands_.is_shown(stage); }
    const std::vector<DiagramNode>& nodes() const { return nodes_; }
    const DiagramNode& node(ArrayId stage) const;
    const std::vector<Arrow>& arrows() const { return arrows_; }

    Point size() const;
    /// True if the room holds the diagram, and every picture is large enough to be seen.
    bool fits() const;
    /// The largest size that a picture takes.
    Point thumb() const { return thumb_; }

    /// The start of a band's pictures along the flow.
    float begin(std::size_t band) const { return extents_[band].begin + static_cast<float>(band) * spread_; }
    float length(std::size_t band) const { return extents_[band].length; }

    Box picture(const DiagramNode& node) const;
    /// The box of a stage's picture with the sheets behind it and its captions.
    Box covered(const DiagramNode& node) const;
    /// The y where the captions begin: beneath the stage's picture, or beneath all pictures of a row.
    float captions_begin(const DiagramNode& node) const;

    bool is_beside(const Arrow& arrow) const { return node(arrow.from).band == node(arrow.to).band; }
    /// True if a stage stands in the arrow's way.
    bool is_blocked(const Arrow& arrow) const;
    /// The corners of an arrow: straight, or around two corners; a blocked arrow is a short way that comes from
    /// nowhere.
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
    float first_ = 0;             ///< across the flow, in the table's units
    float units_ = 0;             ///< all of it
    float slot_ = 0;              ///< and what a picture takes
    float unit_ = 0;              ///< in pixels
    std::vector<Extent> extents_; ///< of the bands' pictures, along the flow
    Point covered_;               ///< by all, across the flow and along it
    Point thumb_;
    float spread_ = 0; ///< how much further apart bands stand than they need
};

} // namespace attn
