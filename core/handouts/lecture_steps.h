#pragma once

#include "core/figure/figure.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/pictures/notes.h"
#include "core/handouts/lecture_tex.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Where the figures and formulas of a document in LaTeX have their room. Lengths in centimetres, type in points.
struct LectureSheet {
    float figure_width;
    float figure_height;
    float font_size;
    float line_width; ///< of formulas
    float formula_size;
    float formulas_height; ///< of all formulas of a step
    std::size_t most_summands;
    bool has_remarks; ///< there is room for what notes say about their formulas, and for its numbers
    bool is_built_up; ///< figures that can be come in steps
    float least_type; ///< how much smaller type may be so that a figure has room
    /// Where a figure stands by itself that has no room here for all its numbers; none: it is here all the same.
    const LectureSheet* alone = nullptr;
};

/// A step of the walk, in TeX.
struct StepTex {
    std::string name; ///< of the array: "scores"; of one of several heads "scores-2"
    std::string title;
    std::string symbol;
    bool goes_on = false;              ///< it is of the same array as the step before, of another head
    std::string whose;                 ///< "head 1 of 2"; may be empty
    std::vector<std::string> formulas; ///< as they stand in a display
    std::vector<std::string> remarks;  ///< on them
    std::string cell;                  ///< what the cell is about, in words
    std::string worked;
    std::string meaning;
    std::vector<std::string> figures; ///< what sets it: as it is built up, the last is the whole
    bool stands_alone = false;        ///< on a page of its own, the words on another
    std::string caption;              ///< beneath it
};

/// The steps of a layer, and the figures that its session lists, set in TeX; with the files that they need.
class LectureSteps {
public:
    /// All outlive this.
    LectureSteps(const FigureSource& source, const FigureRequest& shown, const LectureSheet& sheet)
        : source_(source), shown_(shown), sheet_(sheet) {}

    /// Fails as figure_cell does.
    Result<void> walk_through();
    /// The figures that the session lists, each as large as that sheet lets it be.
    Result<void> add_recipes(const LectureSheet& sheet);

    const std::vector<StepTex>& steps() const { return steps_; }
    const std::vector<StepTex>& recipes() const { return recipes_; }
    std::vector<DocumentFile> take_files() { return std::move(files_); }
    /// Whether letters beyond Latin stand in the text.
    bool is_beyond_latin() const { return beyond_latin_; }
    /// Words as TeX.
    std::string prose(std::string_view words);

private:
    /// What sets a figure in the document, step by step; their files are some of this one's.
    struct Drawn {
        std::vector<std::string> figures;
        std::string title;
        std::string words; ///< of its caption
        bool stands_alone = false;
    };
    /// A request with the largest type that its sheet has room for.
    struct Sized {
        FigureRequest request;
        bool fits = true;
        bool is_whole = true; ///< no number and no word is left out
    };

    Result<void> add_step(const FigureRequest& request, bool goes_on);
    std::string picture_kind(const DrawContext& drawing, ArrayId array) const;
    Result<Drawn> draw(FigureRequest request, const std::string& name, std::vector<FigureStep> steps);
    Result<std::string> add_file(const Figure& drawn, const std::string& name, const LectureSheet& sheet);
    void add_formulas(StepTex& step, const DrawContext& drawing);
    void add_notes_beside(std::vector<NoteLine>& lines, const DrawContext& drawing, ArrayId array);
    void add_remark(StepTex& step, const NoteLine& line);
    float add_formula(StepTex& step, const std::string& tex, const std::string& numbers, float room);
    std::string displayed(const std::string& tex);
    Point size_in_tex(std::string_view tex) const;
    float width_in_tex(std::string_view tex) const { return size_in_tex(tex).x; }
    Sized largest(FigureRequest request, const LectureSheet& sheet) const;

    const FigureSource& source_;
    const FigureRequest& shown_;
    LectureSheet sheet_;
    std::vector<StepTex> steps_;
    std::vector<StepTex> recipes_;
    std::vector<DocumentFile> files_;
    std::set<ArrayId> walked_;   ///< what steps are about
    std::set<std::string> said_; ///< formulas beside anything else
    bool beyond_latin_ = false;
};

/// "by-hand" of "By hand!": for labels and names.
std::string slug(std::string_view title);

} // namespace attn
