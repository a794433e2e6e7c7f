#pragma once

#include "core/figure/figure.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// One figure on its page: title, picture and caption, one below the other.
class FigureLayout {
public:
    /// The request must give its size in numbers. Request, source and `series` must outlive this object. `series` is
    /// null if the figure does not belong to a series.
    FigureLayout(const FigureKind& kind, const FigureRequest& request, const FigureSource& source, const CellId& cell,
                 const FigureStep& step = {}, const SeriesLayout* series = nullptr);

    /// Lays the figure out. If `says_enough` is true, the error for a figure that does not fit names a size that would
    /// do, which takes many layouts, and a figure that fits gets its caption as text.
    Result<void> lay_out(bool says_enough = true);
    /// Appends to the last remark, which says that something is left out, the page size at which nothing is. Takes many
    /// layouts.
    void say_width_for_all();
    Figure take() { return std::move(figure_); }

    /// The figure of one step, with the same places as the whole figure.
    Figure lay_out_on(const FigureLayout& whole);

    /// Enlarge the measures of a series so that they suffice for this figure: first its cells, then its picture with
    /// the cells of the series, then its page with all pictures.
    Result<void> add_cells_to(SeriesLayout& series);
    Result<void> add_picture_to(SeriesLayout& series);
    Result<void> add_page_to(SeriesLayout& series);

private:
    using Side = std::optional<float> FigureRequest::*;
    static constexpr float pixels_a_centimetre = 96 / 2.54F;
    static constexpr float margin = 4;

    Box put_together();
    void put_together_once();
    void draw_picture();
    void draw_higher();
    void say_of_picture();
    bool has_images() const;
    bool has_its_numbers() const;
    void place();
    std::optional<Typeset> caption_formula(float width) const;
    bool stands_beside_title(const Typeset& formula, float width) const;
    void add_caption(Point at, float width, const std::optional<Typeset>& formula);
    Prose title() const;
    std::string tex_caption() const;
    Claims caption_words() const;
    Box put_together_on_page();

    FigureRoom room() const;
    float units_of(float centimetres) const;

    bool has_width(const Box& covered) const;
    bool has_height(const Box& covered) const;
    bool has_words() const;
    bool is_held(const Box& covered) const { return has_width(covered) && has_height(covered); }
    /// True if the page has room for all that is laid out, and no word is left out.
    bool is_whole(const Box& covered) const { return is_held(covered) && has_words(); }
    Error refusal() const;
    std::string what_has_room() const;
    std::string type_that_fits(float enough) const;
    bool has_room_for(const FigureKind& kind, const FigureRequest& request) const;
    std::optional<Index> needed_along(Side side, const FigureRequest& request) const;
    float least_along(Side side, const FigureRequest& request) const;
    std::optional<float> width_for_all() const;
    std::optional<FigureRequest> page_for_all() const;

    const FigureKind& kind_;
    const FigureRequest& request_;
    const FigureSource& source_;
    CellId cell_;
    const SeriesLayout* series_;
    FigureContext drawn_;
    const DrawContext& drawing_;
    float scale_;
    float stretch_ = 1;     ///< factor of the picture's height
    bool is_tried_ = false; ///< true: only is_whole() is asked, so numbers may be left out
    bool is_brief_ = false; ///< true: no caption, for lack of height
    bool has_own_cell_;     ///< true: a step of a film, whose caption names its cell
    float beside_picture_;  ///< the height of the page that the picture does not take
    DisplayList picture_;
    Box covered_;                  ///< box of the whole picture, and of the pictures of its series
    std::optional<Claim> noticed_; ///< the number in the picture that the caption points out
    Claims of_picture_;            ///< the caption's sentences about the picture
    Figure figure_;
};

} // namespace attn
