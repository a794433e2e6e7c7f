#include "core/handouts/worksheet.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/random_numbers.h"
#include "core/engine/engine.h"
#include "core/figure/caption.h"
#include "core/figure/figure.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/draw_context.h"
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
#include "core/handouts/sheet_scope.h"
#include "core/handouts/sheet_spacing.h"
#include "core/handouts/variant.h"
#include "core/handouts/worked_cell.h"
#include "core/model/arrays.h"
#include "core/tensor/noun_for.h"

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
/// The most cells of one exercise; it also keeps a sheet of a real model's layer from being tried.
constexpr Index most_cells = 600;

class Sheets {
public:
    Sheets(const Session& session, const WorksheetRequest& request, const Typesetter& typesetter)
        : session_(session), request_(request), typesetter_(typesetter), trace_(engine_.compute(session_.layer())) {}

    Result<WorksheetPages> make() {
        const auto first = figure_cell(request_.shown, {session_, trace_, typesetter_});
        if (!first)
            return first.error();
        item_ = first->item;
        const bool are_usual = request_.stages.empty();
        scope_ = sheet_scope(
            trace_, request_.shown, *first,
            are_usual ? usual_stages(trace_, request_.shown.notation.value_or(session_.notation), request_.shown.steps)
                      : request_.stages,
            are_usual, request_.rows, request_.every);
        if (auto small = check_size(); !small)
            return small.error();
        // Fewer columns fit beside long labels.
        constexpr Index fewer = 3;
        auto pages = asked(most_cells_across);
        for (Index across = most_cells_across - fewer; !pages && across > longest_sum_on_paper / 2; across -= fewer)
            if (auto narrower = asked(across); narrower)
                return narrower;
        return pages;
    }

private:
    using Pages = std::vector<PdfPage>;

    Result<WorksheetPages> asked(Index across) {
        auto exercises =
            attn::exercises(trace_, {scope_.stages, item_, scope_.heads, request_.every, scope_.queries, across});
        if (!exercises)
            return exercises.error();
        exercises_ = *std::move(exercises);
        return request_.slip ? with_slip_planted() : with_blanks();
    }

    /// The pages that make(paper) fills, in the spacing that uses them best.
    template <class Make>
    Result<Pages> on_paper(const std::string& foot, const Make& make) {
        return in_fewest_pages([&](const SheetSpacing& spacing) -> Result<SpacedSheet> {
            spacing_ = spacing;
            Paper paper(typesetter_, spacing.page_height);
            if (auto made = make(paper); !made)
                return made.error();
            const float used = paper.used();
            return SpacedSheet{std::move(paper).finish(foot), used};
        });
    }

    Result<void> check_size() const {
        for (const ArrayId id : scope_.stages) {
            const Shape shape = shape_of(trace_.sizes(), id);
            const bool has_queries = row_of(id).rows == Axis::query_tokens;
            const Index rows = has_queries ? scope_.queries.count() : shape.rows;
            if (terms_of_sum(trace_, id) > longest_sum_on_paper)
                return error("a number of {} is the sum of {} products, too many for a sheet of paper{}",
                             array_name(id), terms_of_sum(trace_, id),
                             id == ArrayId::Y ? "; --stages parts asks what a head adds to it" : "");
            if (rows * std::min(shape.columns, columns_on_paper(trace_, id)) > most_cells)
                return error("{} has {}×{} numbers, too many for a sheet of paper; --row and --rows choose some of "
                             "its rows",
                             array_name(id), shape.rows, shape.columns);
        }
        return {};
    }

    int decimals() const { return request_.shown.precision.value_or(usual_fine_decimals); }

    Result<WorksheetPages> with_blanks() {
        const FigureSource source{session_, trace_, typesetter_};
        auto sheet = on_paper(title(), [&](Paper& paper) -> Result<void> {
            paper.add(
                head("", "Fill the empty cells. Numbers on grey are given. Where a result of yours is needed again, "
                         "its cells are empty there too: carry it over. " +
                             fmt::format("{} {} will do.", decimals(), noun_for(decimals(), "decimal"))),
                0);
            return add_exercises(paper, source, {exercises_.blank, false, spacing_.rounds});
        });
        if (!sheet)
            return sheet.error();
        auto key = on_paper(title() + " · key", [&](Paper& paper) -> Result<void> {
            paper.add(head("Key",
                           "Results stand on white, and beneath them how they are worked out. ≈ where numbers are "
                           "rounded; the last decimal of an answer may differ."),
                      0);
            return add_exercises(paper, source, {exercises_.blank, true, spacing_.rounds}, true);
        });
        if (!key)
            return key.error();
        return WorksheetPages{title(), *std::move(sheet), *std::move(key)};
    }

    Result<WorksheetPages> with_slip_planted() {
        const auto slip =
            planted_error(trace_, exercises_, random_bits(hash_of("slip"), request_.variant) ^ session_.seed,
                          {times_sign(notation_of(shown_session())), is_summed_by_head(), decimals()});
        if (!slip)
            return slip.error();
        Session slipped = session_;
        slipped.layer() = with_error(std::move(slipped.layer()), *slip);
        Engine engine(1);
        const FigureSource source{slipped, engine.compute(slipped.layer()), typesetter_};
        const std::set<CellId> none;
        auto sheet = on_paper(title(), [&](Paper& paper) -> Result<void> {
            paper.add(head("Find the slip",
                           "All of this was worked out by hand, and one number is wrong. What follows from it was "
                           "computed with the wrong number, and has no mistake of its own. Numbers are rounded to " +
                               fmt::format("{} {}.", decimals(), noun_for(decimals(), "decimal"))),
                      0);
            if (auto added = add_exercises(paper, source, {none, true, spacing_.rounds}); !added)
                return added;
            paper.add(lines_for_answer(source), spacing_.between);
            return {};
        });
        if (!sheet)
            return sheet.error();
        Paper key(typesetter_);
        key.add(head("Find the slip: key", ""), 0);
        add_slip(key, *slip);
        return WorksheetPages{title(), *std::move(sheet), std::move(key).finish(title() + " · key")};
    }

    std::string title() const {
        std::string title = session_.title.empty() ? "Attention by hand" : session_.title;
        if (request_.variant > 0)
            title += fmt::format(" · variant {}", request_.variant);
        return title;
    }

    bool has_tokens_as_columns() const { return request_.shown.tokens_as_columns.value_or(session_.tokens_as_columns); }

    /// The head of the first page.
    PageBlock head(const std::string& kind, std::string instruction) const {
        if (trace_.sizes().B > 1 && !instruction.empty())
            instruction += fmt::format(" All of it is item {} of {}.", item_ + 1, trace_.sizes().B);
        if (!instruction.empty())
            instruction += words_on_lengths() + words_on_scope();
        if (!instruction.empty() && has_tokens_as_columns())
            instruction += " Tokens are columns: the first index of a number is its token's and says the column, the "
                           "second says the row.";
        const bool is_for_somebody = (kind.empty() || request_.slip) && !kind.ends_with("key");
        return sheet_head({title(), kind, std::move(instruction), is_for_somebody}, typesetter_);
    }

    /// Words on the lengths over which sums run and by which scores are divided, and on those that differ from the
    /// notes'.
    std::string words_on_lengths() const {
        const Session session = shown_session();
        const auto write = [&](std::string_view equation) { return in_letters(equation, notation_of(session)); };
        const std::string unlike = words_on_widths(session, write);
        return fmt::format(" Here {}.{}{}", words_of_lengths(session, write), unlike.empty() ? "" : " ", unlike);
    }

    /// Words on the part of a larger layer that the sheet asks.
    std::string words_on_scope() const {
        const Sizes& sizes = trace_.sizes();
        std::string words;
        if (scope_.has_fewer_heads)
            words += fmt::format(" It asks only head {} of {}: all heads would be too much for a pencil.",
                                 head_number(shown_session(), scope_.heads.front()), sizes.H);
        if (scope_.queries.count() < sizes.S_q)
            words += fmt::format(" It asks only {} of the {} queries.", names_of_queries(), sizes.S_q);
        for (const ArrayId given : scope_.given)
            words += fmt::format(" {} sums {} products for each number, too many for a pencil: {}.",
                                 shown_name(shown_session(), given), terms_of_sum(trace_, given),
                                 given == ArrayId::Y && scope_.has_parts_for_output ? "asked is what a head adds to it"
                                                                                    : "it is given");
        return words;
    }

    Session shown_session() const {
        Session shown = session_;
        shown.notation = request_.shown.notation.value_or(shown.notation);
        return shown;
    }

    FigureRequest request_for(Address slot) const {
        FigureRequest request = request_.shown;
        request.array = slot.array;
        request.item = slot.item;
        request.head = std::min(slot.head, trace_.sizes().H - 1);
        request.more_heads.clear();
        request.row = 0;
        request.column = 0;
        request.font_size = worksheet_small_size;
        return request;
    }

    /// Calls use(context) with the context that draws the slot.
    template <class Use>
    auto on(Address slot, const FigureSource& source, Use use) const {
        const FigureRequest request = request_for(slot);
        const FigureContext drawing(request, source, {slot.layer, slot.array, slot.item, *request.head, 0, 0});
        return use(drawing.drawing());
    }

    template <class Use>
    auto on_shares(Use use) const {
        return on({trace_.layer().number, ArrayId::A, item_, 0}, {session_, trace_, typesetter_}, use);
    }

    bool is_summed_by_head() const { return on_shares(adds_heads); }

    Result<void> add_exercises(Paper& paper, const FigureSource& source, const PencilCells& cells,
                               bool explained = false) const {
        for (const Exercise& exercise : exercises_.all) {
            const auto block = on(exercise.slot, source, [&](const DrawContext& drawing) {
                return exercise_picture(drawing, exercise, cells, spacing_.cell_width);
            });
            if (!block)
                return block.error();
            const bool has_lines = !explained && !cells.answered;
            const float beneath = paper.used() < paper::text_height / 4 ? paper.used() + spacing_.between : 0; // a head
            const float room = paper::text_height - beneath - block->height - space::small;
            const std::vector<PageBlock> lines = explained   ? worked_lines(exercise, source)
                                                 : has_lines ? lines_to_write_on(exercise, source, room)
                                                             : std::vector<PageBlock>();
            paper.add_with_lines(*block, spacing_.between, lines, explained ? space::medium : space::small,
                                 continued(exercise, source));
        }
        return {};
    }

    /// The queries asked, in words: "the₃" or "the₃ to mat₆".
    std::string names_of_queries() const {
        return on_shares([&](const DrawContext& drawing) {
            const Prose first = token_name(drawing, false, scope_.queries.first);
            const Prose last = token_name(drawing, false, scope_.queries.last - 1);
            return (scope_.queries.count() == 1 ? first : prose("{} to {}", first, last)).letters();
        });
    }

    std::vector<PageBlock> lines_to_write_on(const Exercise& exercise, const FigureSource& source, float room) const {
        return on(exercise.slot, source, [&](const DrawContext& drawing) {
            return writing_lines(drawing, exercise, spacing_.line_height, room);
        });
    }

    PageBlock lines_for_answer(const FigureSource& source) const {
        const CellId& named = exercises_.all.front().cells.front();
        return on({named.layer, named.array, named.item, named.head}, source,
                  [&](const DrawContext& drawing) { return answer_lines(drawing, named); });
    }

    WorkedLine worked(const CellId& cell, const FigureSource& source) const {
        return on({cell.layer, cell.array, cell.item, cell.head}, source,
                  [&](const DrawContext& drawing) { return worked_line(drawing, cell); });
    }

    /// The worked lines of an exercise, two side by side if every line is short enough.
    std::vector<PageBlock> worked_lines(const Exercise& exercise, const FigureSource& source) const {
        std::vector<WorkedLine> lines;
        for (const CellId& cell : exercise.cells)
            lines.push_back(worked(cell, source));
        constexpr float half = paper::text_width / 2;
        const bool two = std::ranges::all_of(
            lines, [&](const WorkedLine& line) { return width_of(line, typesetter_) <= half - space::large; });
        const std::size_t down = two ? (lines.size() + 1) / 2 : lines.size();
        std::vector<PageBlock> blocks;
        for (std::size_t i = 0; i < down; ++i) {
            blocks.push_back(worked_block(lines[i], typesetter_));
            if (i + down < lines.size())
                blocks.back().list.append(worked_block(lines[i + down], typesetter_).list, {half, 0});
        }
        return blocks;
    }

    /// The heading above lines whose exercise is on the page before.
    PageBlock continued(const Exercise& exercise, const FigureSource& source) const {
        PageBlock block;
        const Prose title = on(exercise.slot, source, [](const DrawContext& drawing) { return figure_title(drawing); });
        const std::size_t first = block.list.items.size();
        add_line(block.list, typesetter_, {0, 14}, title + ", continued", theme(Look::light).dim, bold());
        attach_claims(block.list, first, {{title, Always{"it names what is shown, and states nothing of it"}}});
        block.height = worksheet_line_height;
        return block;
    }

    void add_slip(Paper& paper, const PlantedError& slip) const {
        const FigureSource source{session_, trace_, typesetter_};
        const Address slot{slip.cell.layer, slip.cell.array, slip.cell.item, slip.cell.head};
        const Prose where = on(slot, source, [&](const DrawContext& drawing) {
            return prose("{}, {}: {} stands there, and it should be {}: {}.", figure_title(drawing),
                         cell_words(drawing, slip.cell), by_hand(slip.wrong, decimals()),
                         by_hand(slip.right, decimals()), slip.words);
        });
        PageBlock block;
        block.height = add_paragraph(block.list, typesetter_, {0, 14}, paper::text_width,
                                     Claims{{where, Always{"it repeats which error was planted in this sheet"}}},
                                     theme(Look::light).ink, {}, worksheet_line_height);
        paper.add(block, space::large);
        paper.add(worked_block(worked(slip.cell, source), typesetter_), space::small);
    }

    const Session& session_;
    const WorksheetRequest& request_;
    const Typesetter& typesetter_;
    Engine engine_{1};
    const Trace& trace_;
    SheetScope scope_;
    Exercises exercises_;
    Index item_ = 0;
    SheetSpacing spacing_;
};

} // namespace

Result<WorksheetPages> worksheet_pages(const Session& session, const WorksheetRequest& request,
                                       const Typesetter& typesetter) {
    if (request.every < 1)
        return error("every {}: expected 1 or more", request.every);
    if (request.variant == 0)
        return Sheets(session, request, typesetter).make();
    const Session other = variant(session, request.variant);
    return Sheets(other, request, typesetter).make();
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
