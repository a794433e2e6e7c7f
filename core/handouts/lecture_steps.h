#pragma once

#include "core/figure/figure.h"
#include "core/figure/pictures/draw_context.h"
#include "core/handouts/step_formulas.h"
#include "core/handouts/tex_document.h"
#include "core/notation/in_notation.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Places of one kind; a figure goes to the first of them in which all of it fits.
struct FigurePlaces {
    std::span<const FigurePlace> all;
    float least_type = 1; ///< least factor by which type may shrink so that a figure fits

    bool empty() const { return all.empty(); }
};

/// The sizes for which a LaTeX document makes its figures and formulas.
struct LectureSheet {
    FigurePlaces places;
    float font_size = 0; ///< of figures, in points
    std::size_t most_summands = 0;
    bool is_built_up = false; ///< figures are built up in steps if they can be
    /// Places beside the words of a step, for a figure or matrix that fits there.
    FigurePlaces small{};
    /// Places of a matrix beside words whose figure stands elsewhere; empty: none needed.
    FigurePlaces beside_words{};
};

/// A step of the tour, set in TeX.
struct StepTex {
    std::string name; ///< the array's name, "scores", or "scores-2" if several heads have steps
    ArrayId array{};
    std::string title;
    std::string part;        ///< title of the part that begins with this step: "One head alone"; mostly empty
    std::string part_words;  ///< the words that begin the part
    std::string part_shapes; ///< TeX of the shapes of the part's matrices
    std::string symbol;
    bool goes_on = false; ///< the step before it is about the same array of another head
    std::string whose;    ///< "head 1 of 2"; may be empty
    std::string shows;    ///< description of its figure, if no other text has it
    std::vector<StepFormula> formulas;
    std::vector<std::string> remarks; ///< remarks that belong to none of the formulas
    std::string cell;                 ///< the worked cell, in words
    std::string worked;               ///< the cell worked out; empty: done for one head, and all are shown
    std::string meaning;
    std::vector<std::string> figures; ///< TeX of each stage of its figure; the last is the whole figure
    FigurePlace place{};              ///< of its figure
    float figure_height = 0;          ///< centimetres
    std::string result;               ///< TeX of its matrix alone, for words whose figure is elsewhere; mostly empty
    FigurePlace result_place{};
    float result_height = 0;      ///< centimetres
    std::string caption;          ///< of its figure
    bool shows_operands = false;  ///< its figure shows the operands too
    bool is_figure_alone = false; ///< has only a figure, which belongs to the step before
};

/// The steps of a layer set in TeX, each followed by the figures that the session lists about it; with the files that
/// they need.
class LectureSteps {
public:
    /// All arguments must outlive this object.
    LectureSteps(const FigureSource& source, const FigureRequest& shown, const LectureSheet& sheet)
        : source_(source), untitled_(source.session), shown_(shown), sheet_(sheet) {
        untitled_.title.clear();
    }

    /// Adds the steps of the tour. Fails as figure_cell does.
    Result<void> walk_through();
    /// Adds the figures that the session lists, each behind its step and as large as its last place allows.
    Result<void> add_recipes();

    const std::vector<StepTex>& steps() const { return steps_; }
    /// The document that collects the figures' files.
    TexDocument& document() { return document_; }

private:
    /// A drawn figure: TeX for each stage in which it is built up. Its files belong to the document.
    struct Drawn {
        std::vector<std::string> figures;
        Prose title;
        std::string words; ///< of its caption
        std::string kind;
        FigurePlace place;
        float height;
    };
    /// A request with the largest type that fits its place.
    struct Sized {
        FigureRequest request;
        FigurePlace place;
        bool fits = true;
        bool is_whole = true; ///< no number and no word is missing
    };

    /// Places of several kinds; a later kind is for figures that do not fit the earlier ones.
    using Places = std::vector<FigurePlaces>;

    Result<void> walk_one_head();
    void add_one_head_beside_many();
    Result<void> walk_layer(const std::vector<FigureRequest>& requests);
    Result<void> walk_heads(const std::vector<FigureRequest>& requests);
    Result<void> add_step(const FigureRequest& request, bool goes_on);
    Result<void> add_heads_beside(const FigureRequest& request);
    Result<void> add_result(StepTex& step, FigureRequest request, std::ptrdiff_t number);
    Result<void> add_all_heads(const FigureRequest& request);
    Result<void> add_before_after(const FigureRequest& request);
    Result<void> add_both(const FigureRequest& request);
    Result<void> add_output_weights(const FigureRequest& request);
    Result<void> add_figure_alone(const FigureRequest& picture_of, const std::string& name,
                                  std::vector<FigureStep> built_up);
    Places places_alone() const;
    std::vector<FigureStep> stops_of(const FigureRequest& picture_of) const;
    std::string picture_kind(const DrawContext& drawing, ArrayId array) const;
    std::string meaning_of(const DrawContext& drawing, const CellId& cell);
    Result<Drawn> draw(const FigureRequest& request, const std::string& name, std::vector<FigureStep> steps,
                       const Places& places);
    Result<Drawn> draw_from(const FigureSource& source, const FigureRequest& request, const std::string& name,
                            std::vector<FigureStep> steps, const Places& places);
    Places places_of_step(ArrayId array) const;
    void add_formulas(StepTex& step, const DrawContext& drawing);
    std::string words(const Prose& text) { return document_.words(text); }
    std::string formula(std::string_view tex);
    std::string unused_name(const std::string& name) const;
    std::ptrdiff_t step_of(const FigureRequest& recipe) const;
    Sized best_place(FigureRequest request, const FigurePlaces& places) const;
    Sized with_type(FigureRequest request, float font_size, const FigurePlace& place) const;

    const FigureSource& source_;
    Session untitled_; ///< the session without its title, which stands above all steps and in no caption
    const FigureRequest& shown_;
    const LectureSheet& sheet_;
    std::optional<FormulasOfSteps> formulas_;
    std::vector<StepTex> steps_;
    TexDocument document_;
    std::set<ArrayId> walked_; ///< arrays that have a step
    Index handed_over_ = 0;    ///< the column of the head's output that the cells follow
    bool has_shown_output_weights_ = false;
    std::set<std::string> said_unlike_;
    bool has_said_magnitudes_ = false;
};

/// The session in the requested notation and orientation of tokens, for a document.
Session in_notation_of(const FigureRequest& shown, Session session);
/// The equation in the notation, as TeX within a text.
std::string in_text(std::string_view equation, const Notation& notation);

/// The title as a label or a file's name: "by-hand" for "By hand!".
std::string slug(std::string_view title);

} // namespace attn
