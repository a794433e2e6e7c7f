#include "core/handouts/worksheet.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/random_numbers.h"
#include "core/engine/engine.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/words/cell_words.h"
#include "core/handouts/exercise_picture.h"
#include "core/handouts/exercises.h"
#include "core/handouts/lengths.h"
#include "core/handouts/pages.h"
#include "core/handouts/planted_error.h"
#include "core/handouts/sheet_blocks.h"
#include "core/handouts/variant.h"
#include "core/handouts/worked_cell.h"
#include "core/model/arrays.h"
#include "core/tensor/noun_for.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace attn {

namespace {

/// The stages that a sheet asks by default: those from the scores on for which the notes have a step, or every array.
std::vector<ArrayId> usual_stages(const Trace& trace, const NotationChoice& notation, StepsShown shown) {
    const std::span<const ArrayId> notes = steps_of_notes(notation);
    std::vector<ArrayId> asked;
    for (const Array& row : stages()) {
        const bool is_step =
            row.id == ArrayId::scores || shown == StepsShown::all || std::ranges::find(notes, row.id) != notes.end();
        if (row.id >= ArrayId::scores && is_step && leaves_work(trace, row.id))
            asked.push_back(row.id);
    }
    return asked;
}

constexpr float worksheet_small_size = 8.25F; ///< points: 11 logical pixels
constexpr float between = 24;                 ///< exercises

/// The number of cells that fit side by side beside the labels of queries and keys. `drawing` shows attention weights.
Index cells_beside_labels(const DrawContext& drawing) {
    constexpr float narrowest_cell = 26;
    constexpr float beside = 120; // titles and the names of matrices
    const ArrayId shares = drawing.view_state.array();
    const float labels = std::max(label_width(drawing, left_axis_of(drawing, shares)),
                                  label_width(drawing, lower_axis_of(drawing, shares)));
    const auto fitting = to_integer<Index>((paper::text_width - beside - labels) / narrowest_cell);
    return std::clamp<Index>(fitting + 1, longest_sum_on_paper / 2, most_cells_across);
}

class Sheets {
public:
    Sheets(Session session, const WorksheetRequest& request, const Typesetter& typesetter)
        : session_(std::move(session)), request_(request), typesetter_(typesetter),
          trace_(engine_.compute(session_.layer())) {}

    Result<WorksheetPages> make() {
        const auto first = figure_cell(request_.shown, source_);
        if (!first)
            return first.error();
        const bool are_usual = request_.stages.empty();
        const CellId share{first->layer, ArrayId::A, first->item, 0, 0, 0};
        shares_.emplace(request_for(share), source_, share);
        ExerciseRequest asked{.stages = are_usual ? usual_stages(trace_, session_.notation, request_.shown.steps)
                                                  : request_.stages,
                              .item = first->item,
                              .every = request_.every,
                              .most_across = cells_beside_labels(shares_->drawing())};
        scope_ = sheet_scope(trace_, request_.shown, *first, std::move(asked), are_usual, request_.rows);
        auto made = exercises(trace_, scope_.asked);
        if (!made)
            return made.error();
        exercises_ = *std::move(made);
        return request_.slip ? with_slip_planted() : with_blanks();
    }

private:
    const DrawContext& drawing() const { return shares_->drawing(); }
    int decimals() const { return request_.shown.precision.value_or(usual_fine_decimals); }
    std::string words_of_decimals() const { return fmt::format("{} {}", decimals(), noun_for(decimals(), "decimal")); }

    Result<WorksheetPages> with_blanks() {
        Paper sheet(typesetter_);
        const float used = add_head(
            sheet, {.instruction = "Fill the empty cells. Numbers on grey are given. Where a result of yours is needed "
                                   "again, its cells are empty there too: carry it over. " +
                                   words_of_decimals() + " will do.",
                    .is_for_somebody = true});
        if (auto added = add_exercises(sheet, source_, {exercises_.blank, false}, used); !added)
            return added.error();
        Paper key(typesetter_);
        add_head(key, {.kind = "Key",
                       .instruction = "Results stand on white, and beneath them how they are worked out. ≈ where "
                                      "numbers are rounded; the last decimal of an answer may differ."});
        if (auto added = add_exercises(key, source_, {exercises_.blank, true}); !added)
            return added.error();
        return WorksheetPages{title(), std::move(sheet).finish(title()), std::move(key).finish(title() + " · key")};
    }

    Result<WorksheetPages> with_slip_planted() {
        const auto slip =
            planted_error(trace_, exercises_, random_bits(hash_of("slip"), request_.variant) ^ session_.seed,
                          {times_sign(drawing()), adds_heads(drawing()), decimals()});
        if (!slip)
            return slip.error();
        Session slipped = session_;
        slipped.layer() = with_error(std::move(slipped.layer()), *slip);
        Engine engine(1);
        const FigureSource source{slipped, engine.compute(slipped.layer()), typesetter_};
        Paper sheet(typesetter_);
        add_head(sheet, {.kind = "Find the slip",
                         .instruction = "All of this was worked out by hand, and one number is wrong. What follows "
                                        "from it was computed with the wrong number, and has no mistake of its own. "
                                        "Numbers are rounded to " +
                                        words_of_decimals() + ".",
                         .is_for_somebody = true});
        const std::set<CellId> none;
        if (auto added = add_exercises(sheet, source, {none, true}); !added)
            return added.error();
        const CellId& named = exercises_.all.front().cells.front();
        sheet.add(answer_lines(context_of(named, source).drawing(), named), between);
        Paper key(typesetter_);
        add_head(key, {.kind = "Find the slip: key"});
        add_slip(key, *slip);
        return WorksheetPages{title(), std::move(sheet).finish(title()), std::move(key).finish(title() + " · key")};
    }

    std::string title() const {
        std::string title = session_.title.empty() ? "Attention by hand" : session_.title;
        if (request_.variant > 0)
            title += fmt::format(" · variant {}", request_.variant);
        return title;
    }

    /// Adds the head of the first page, and returns its height.
    float add_head(Paper& paper, SheetHead head) const {
        head.title = title();
        if (!head.instruction.empty()) {
            if (trace_.sizes().B > 1)
                head.instruction +=
                    fmt::format(" All of it is item {} of {}.", drawing().view_state.item + 1, trace_.sizes().B);
            head.instruction += words_on_lengths() + words_on_scope();
            if (session_.tokens_as_columns)
                head.instruction += " Tokens are columns: the first index of a number is its token's and says the "
                                    "column, the second says the row.";
        }
        PageBlock block = sheet_head(head, typesetter_);
        const float height = block.height;
        paper.add(std::move(block), 0);
        return height;
    }

    /// Words on the lengths over which sums run and by which scores are divided, and on those that differ from the
    /// notes'.
    std::string words_on_lengths() const {
        const Prose unlike = words_on_widths(session_);
        return prose(" Here {}.{}{}", words_of_lengths(session_), unlike.empty() ? "" : " ", unlike).letters();
    }

    /// Words on the part of a larger layer that the sheet asks.
    std::string words_on_scope() const {
        const Sizes& sizes = trace_.sizes();
        std::string words;
        if (scope_.has_fewer_heads)
            words += fmt::format(" It asks only head {} of {}: all heads would be too much for a pencil.",
                                 head_number(session_, scope_.asked.heads.front()), sizes.H);
        if (scope_.asked.queries.count() < sizes.S_q)
            words += fmt::format(" It asks only {} of the {} queries.", names_of_queries(), sizes.S_q);
        for (const ArrayId given : scope_.given)
            words += fmt::format(" {} sums {} products for each number, too many for a pencil: {}.",
                                 shown_name(session_, given), terms_of_sum(trace_, given),
                                 given == ArrayId::Y && scope_.has_parts_for_output ? "asked is what a head adds to it"
                                                                                    : "it is given");
        return words;
    }

    /// The queries asked, in words: "the₃" or "the₃ to mat₆".
    std::string names_of_queries() const {
        const Prose first = token_name(drawing(), false, scope_.asked.queries.first);
        const Prose last = token_name(drawing(), false, scope_.asked.queries.last - 1);
        return (scope_.asked.queries.count() == 1 ? first : prose("{} to {}", first, last)).letters();
    }

    FigureRequest request_for(const CellId& cell) const {
        FigureRequest request = request_.shown;
        request.array = cell.array;
        request.item = cell.item;
        request.head = std::min(cell.head, trace_.sizes().H - 1);
        request.more_heads.clear();
        request.row = 0;
        request.column = 0;
        request.font_size = worksheet_small_size;
        return request;
    }

    /// The context that draws the cell's matrix.
    FigureContext context_of(const CellId& cell, const FigureSource& source) const {
        const FigureRequest request = request_for(cell);
        return {request, source, {cell.layer, cell.array, cell.item, *request.head, 0, 0}};
    }

    /// Adds the exercises: in a key with their cells worked out, on a sheet to fill in, beneath a head `used` high,
    /// with lines to write on.
    Result<void> add_exercises(Paper& paper, const FigureSource& source, const PencilCells& cells,
                               float used = 0) const {
        for (const Exercise& exercise : exercises_.all) {
            const FigureContext context = context_of(exercise.cells.front(), source);
            const DrawContext& drawing = context.drawing();
            auto picture = exercise_picture(drawing, exercise, cells);
            if (!picture)
                return picture.error();
            if (cells.blank.empty()) {
                paper.add(*std::move(picture), between);
            } else if (cells.answered) {
                paper.add_with_lines(*std::move(picture), between, worked_lines(drawing, exercise.cells), space::medium,
                                     continued(drawing));
            } else {
                const bool is_first = &exercise == exercises_.all.data();
                const float room =
                    paper::text_height - picture->height - space::small - (is_first ? used + between : 0);
                picture->height += space::small;
                for (const PageBlock& line : writing_lines(drawing, exercise, room)) {
                    picture->list.append(line.list, {0, picture->height});
                    picture->height += line.height;
                }
                paper.add(*std::move(picture), between);
            }
        }
        return {};
    }

    /// The heading above lines whose exercise is on the page before.
    static PageBlock continued(const DrawContext& drawing) {
        PageBlock block;
        const Prose title = figure_title(drawing);
        add_line(block.list, drawing.typesetter, {0, 14}, title + ", continued", drawing.theme().dim, bold());
        attach_claims(block.list, 0, {{title, Always{"it names what is shown, and states nothing of it"}}});
        block.height = worksheet_line_height;
        return block;
    }

    void add_slip(Paper& paper, const PlantedError& slip) const {
        const FigureContext context = context_of(slip.cell, source_);
        const DrawContext& drawing = context.drawing();
        const Prose where = prose("{}, {}: {} stands there, and it should be {}: {}.", figure_title(drawing),
                                  cell_words(drawing, slip.cell), by_hand(slip.wrong, decimals()),
                                  by_hand(slip.right, decimals()), slip.words);
        PageBlock block;
        block.height = add_paragraph(block.list, typesetter_, {0, 14}, paper::text_width,
                                     Claims{{where, Always{"it repeats which error was planted in this sheet"}}},
                                     drawing.theme().ink, {}, worksheet_line_height);
        paper.add_with_lines(std::move(block), space::large, worked_lines(drawing, {slip.cell}), space::small, {});
    }

    Session session_;
    const WorksheetRequest& request_;
    const Typesetter& typesetter_;
    Engine engine_{1};
    const Trace& trace_;
    FigureSource source_{session_, trace_, typesetter_};
    std::optional<FigureContext> shares_; ///< draws the attention weights
    SheetScope scope_;
    Exercises exercises_;
};

} // namespace

Result<WorksheetPages> worksheet_pages(const Session& session, const WorksheetRequest& request,
                                       const Typesetter& typesetter) {
    if (request.every < 1)
        return error("every {}: expected 1 or more", request.every);
    Session shown = in_notation_of(request.shown, request.variant == 0 ? session : variant(session, request.variant));
    return Sheets(std::move(shown), request, typesetter).make();
}

Result<Worksheet> worksheet(const Session& session, const WorksheetRequest& request, const Typesetter& typesetter) {
    const auto pages = worksheet_pages(session, request, typesetter);
    if (!pages)
        return pages.error();
    const auto sheet = write_pdf(pages->sheet, pages->title, typesetter);
    if (!sheet)
        return sheet.error();
    const auto key = write_pdf(pages->key, pages->title + ", key", typesetter);
    if (!key)
        return key.error();
    return Worksheet{*sheet, *key};
}

} // namespace attn
