#pragma once

#include "core/figure/figure.h"
#include "core/figure/pictures/draw_context.h"
#include "core/handouts/lecture_tex.h"
#include "core/handouts/step_formulas.h"
#include "core/notation/in_notation.h"
#include "core/tensor/result.h"
#include "core/text/tex_escape.h"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Where a figure of a document in LaTeX may stand, and where the words about it. Lengths in centimetres.
struct FigurePlace {
    float width;
    float height;
    float words_beside = 0; ///< so wide; 0: they stand elsewhere
};

/// What the figures and formulas of a document in LaTeX are made for.
struct LectureSheet {
    std::span<const FigurePlace> places; ///< a figure stands in the first that has room for all of it
    float font_size;                     ///< of figures, in points
    float least_type;                    ///< how much smaller type may be so that a figure has room
    std::size_t most_summands;
    bool is_built_up; ///< figures that can be come in steps
    /// Where a matrix stands beside words that its figure leaves no room for; none: they need none.
    std::span<const FigurePlace> beside_words{};
};

/// A step of the walk, in TeX.
struct StepTex {
    std::string name; ///< of the array: "scores"; of one of several heads "scores-2"
    ArrayId array{};
    std::string title;
    std::string part;        ///< that begins with it: "One head alone"; mostly empty
    std::string part_words;  ///< what that is about
    std::string part_shapes; ///< sets the shapes of its matrices
    std::string symbol;
    bool goes_on = false; ///< it is of the same array as the step before, of another head
    std::string whose;    ///< "head 1 of 2"; may be empty
    std::string shows;    ///< what its figure shows, where that is said nowhere else
    std::vector<StepFormula> formulas;
    std::vector<std::string> remarks; ///< on none of those
    std::string cell;                 ///< what the cell is about, in words
    std::string worked;               ///< empty: all heads stand beside each other, and one was worked out before
    std::string meaning;
    std::vector<std::string> figures; ///< what sets it: as it is built up, the last is the whole
    FigurePlace place{};              ///< where it stands
    float figure_height = 0;          ///< centimetres
    std::string result;               ///< sets its matrix alone, beside the words that its figure leaves no room for
    FigurePlace result_place{};
    float result_height = 0;      ///< centimetres
    std::string caption;          ///< beneath it
    bool shows_operands = false;  ///< its figure has room for what its matrix is made from
    bool is_figure_alone = false; ///< it has nothing but its figure, and goes with the step before
};

/// The steps of a layer set in TeX, behind each the figures that its session lists of it; with the files that they
/// need.
class LectureSteps {
public:
    /// All outlive this.
    LectureSteps(const FigureSource& source, const FigureRequest& shown, const LectureSheet& sheet)
        : source_(source), untitled_(source.session), shown_(shown), sheet_(sheet) {
        untitled_.title.clear();
    }

    /// Fails as figure_cell does.
    Result<void> walk_through();
    /// The figures that the session lists, each as large as its last place lets it be, behind the step that it is of.
    Result<void> add_recipes();

    const std::vector<StepTex>& steps() const { return steps_; }
    std::vector<DocumentFile> take_files() { return std::move(files_); }
    /// Whether letters beyond Latin stand in the text.
    bool is_beyond_latin() const { return beyond_latin_; }
    /// Words as TeX.
    std::string prose(std::string_view words);
    /// The text's TeX; is_beyond_latin() knows of its letters from then on.
    std::string noted(TexText set);

private:
    /// What sets a figure in the document, step by step; their files are some of this one's.
    struct Drawn {
        std::vector<std::string> figures;
        std::string title;
        std::string words; ///< of its caption
        std::string kind;
        FigurePlace place;
        float height;
    };
    /// A request with the largest type that a place has room for.
    struct Sized {
        FigureRequest request;
        FigurePlace place;
        bool fits = true;
        bool is_whole = true; ///< no number and no word is left out
    };

    Result<void> walk_one_head();
    void add_one_head_beside_many();
    Result<void> walk_layer(const std::vector<FigureRequest>& requests);
    Result<void> walk_heads(const std::vector<FigureRequest>& requests);
    Result<void> add_step(const FigureRequest& request, bool goes_on);
    Result<void> add_heads_beside(const FigureRequest& request);
    Result<void> add_result(StepTex& step, FigureRequest request, std::ptrdiff_t number);
    Result<void> add_all_heads(const FigureRequest& request);
    Result<void> add_output_weights(const FigureRequest& request);
    Result<void> add_unwalked_product(const FigureRequest& request);
    Result<void> add_figure_alone(const FigureRequest& picture_of, const std::string& name,
                                  std::vector<FigureStep> built_up);
    std::span<const FigurePlace> places_alone() const;
    std::vector<FigureStep> stops_of(const FigureRequest& picture_of) const;
    std::string picture_kind(const DrawContext& drawing, ArrayId array) const;
    std::string meaning_of(const DrawContext& drawing, const CellId& cell);
    Result<Drawn> draw(const FigureRequest& request, const std::string& name, std::vector<FigureStep> steps,
                       std::span<const FigurePlace> places);
    Result<Drawn> draw_from(const FigureSource& source, const FigureRequest& request, const std::string& name,
                            std::vector<FigureStep> steps, std::span<const FigurePlace> places);
    Result<std::string> add_file(const Figure& drawn, const std::string& name, const FigurePlace& place);
    void add_formulas(StepTex& step, const DrawContext& drawing);
    std::string formula(std::string_view tex);
    std::string unused_name(const std::string& name) const;
    std::ptrdiff_t step_of(const FigureRequest& recipe) const;
    Sized best_place(FigureRequest request, std::span<const FigurePlace> places) const;
    Sized with_type(FigureRequest request, float font_size, const FigurePlace& place) const;

    const FigureSource& source_;
    Session untitled_; ///< its title stands above all steps, and in no caption
    const FigureRequest& shown_;
    const LectureSheet& sheet_;
    std::optional<FormulasOfSteps> formulas_;
    std::vector<StepTex> steps_;
    std::vector<DocumentFile> files_;
    std::set<ArrayId> walked_; ///< what steps are about
    Index handed_over_ = 0;    ///< the number of a head's output that is followed
    bool has_shown_output_weights_ = false;
    std::set<std::string> said_unlike_;
    bool has_said_magnitudes_ = false;
    bool beyond_latin_ = false;
};

/// The session as a document shows it: in its notation, with tokens as its lines.
Session in_notation_of(const FigureRequest& shown, Session session);
/// An equation as it stands in a text.
std::string in_text(std::string_view equation, const Notation& notation);

/// "by-hand" of "By hand!": for labels and names.
std::string slug(std::string_view title);

} // namespace attn
