#include "ui/actions/see_how.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "ui/actions/navigation.h"
#include "ui/actions/playback.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

// The word that reads, and the one before it that head 1 lets it read.
constexpr Index reading_token = 3;
constexpr Index read_token = 2;
constexpr Index first_token = 0;

std::string told_number(const UiContext& ui, const CellId& cell) {
    return ui.trace.contains(cell) ? display_number(ui.trace.value(cell), 2) : std::string("–");
}

std::string told_percent(const UiContext& ui, const CellId& cell) {
    return ui.trace.contains(cell) ? fmt::format("{:.0f} %", 100 * ui.trace.value(cell)) : std::string("–");
}

std::string told_word(const UiContext& ui, Index token) {
    return token < ui.sizes().S_q ? token_name(ui, false, token) : std::string("–");
}

/// The column in which the row's number is largest, counted from 1.
Index largest_column(const UiContext& ui, ArrayId array, Index head, Index row) {
    if (!ui.trace.has(array) || row >= ui.trace.matrix({array, 0, head}).rows())
        return 1;
    const Matrix matrix = ui.trace.matrix({array, 0, head});
    const auto numbers = matrix.row(row);
    return std::max_element(numbers.begin(), numbers.end()) - numbers.begin() + 1;
}

std::string tell_words(const UiContext& ui) {
    return fmt::format("A smaller layer works alike. Each word is a row of {} numbers: columns 1 to 4 say which word "
                       "it is, columns 5 to 8 where it "
                       "stands. {} and {} are one word at two places.",
                       ui.sizes().D, told_word(ui, first_token), told_word(ui, reading_token));
}

std::string tell_query(const UiContext& ui) {
    const Index column = largest_column(ui, ArrayId::Q, 0, reading_token);
    return fmt::format("{}'s row of X times W_Q is its query: what it looks for. The largest number, {}, is in column "
                       "{}. It looks for whoever stands at place {}.",
                       told_word(ui, reading_token), told_number(ui, {ArrayId::Q, 0, 0, reading_token, column - 1}),
                       column, column);
}

std::string tell_key(const UiContext& ui) {
    const Index column = largest_column(ui, ArrayId::K, 0, read_token);
    return fmt::format("The same rows times W_K are keys: what each word can be found by. {} has {} in column {}: it "
                       "stands there.",
                       told_word(ui, read_token), told_number(ui, {ArrayId::K, 0, 0, read_token, column - 1}), column);
}

std::string tell_score(const UiContext& ui) {
    return fmt::format("A query times a key, number by number, added up, is a score. {} and {} make {}; {} and {} make "
                       "{}. The better the match, the larger.",
                       told_word(ui, reading_token), told_word(ui, read_token),
                       told_number(ui, {ArrayId::scores, 0, 0, reading_token, read_token}),
                       told_word(ui, reading_token), told_word(ui, first_token),
                       told_number(ui, {ArrayId::scores, 0, 0, reading_token, first_token}));
}

std::string tell_shares(const UiContext& ui) {
    return fmt::format("Divided by √{} and put through softmax, a row of scores becomes shares of one whole. {} reads "
                       "{} with {}.",
                       ui.sizes().d_k, told_word(ui, reading_token), told_word(ui, read_token),
                       told_percent(ui, {ArrayId::A, 0, 0, reading_token, read_token}));
}

std::string tell_output(const UiContext& ui) {
    const Index column = largest_column(ui, ArrayId::O, 0, reading_token);
    return fmt::format("V is what each word hands over. {} takes of each row of V as much as its share says: {} in "
                       "column {}, mostly from {}.",
                       told_word(ui, reading_token), told_number(ui, {ArrayId::O, 0, 0, reading_token, column - 1}),
                       column, told_word(ui, read_token));
}

std::string tell_other_head(const UiContext& ui) {
    return fmt::format("Head 2 has weights of its own and looks for the same word: {} reads {} with {} and itself with "
                       "{}.",
                       told_word(ui, reading_token), told_word(ui, first_token),
                       told_percent(ui, {ArrayId::A, 0, 1, reading_token, first_token}),
                       told_percent(ui, {ArrayId::A, 0, 1, reading_token, reading_token}));
}

std::string tell_joined(const UiContext& ui) {
    return fmt::format(
        "W_O puts together what the heads bring. {}'s row of Y says who stands before it, and where its "
        "own word stands. The first minute's letters are read in the same way: each reads its mirrored place.",
        told_word(ui, reading_token));
}

constexpr std::array all_told_steps{
    TourStep{"Words are rows of numbers", tell_words, {ArrayId::X, 0, 0, reading_token, 0}},
    TourStep{"A word looks for something", tell_query, {ArrayId::Q, 0, 0, reading_token, read_token}},
    TourStep{"A word can be found", tell_key, {ArrayId::K, 0, 0, read_token, read_token}},
    TourStep{"Query meets key", tell_score, {ArrayId::scores, 0, 0, reading_token, read_token}},
    TourStep{"Scores become shares", tell_shares, {ArrayId::A, 0, 0, reading_token, read_token}},
    TourStep{"What is taken home", tell_output, {ArrayId::O, 0, 0, reading_token, read_token}},
    TourStep{"Another head looks for something else", tell_other_head, {ArrayId::A, 0, 1, reading_token, first_token}},
    TourStep{"What the layer says", tell_joined, {ArrayId::Y, 0, 0, reading_token, read_token}},
};

void show_told_step(const UiContext& ui, Workspace& workspace) {
    const CellId& cell = all_told_steps.at(workspace.see_how->step).cell;
    workspace.picture.reset();
    choose_head(ui, workspace, cell.head);
    go_to_step(ui, workspace, cell.array);
    workspace.row = cell.row;
    workspace.column = cell.column;
    clamp_selection(ui, workspace);
}

} // namespace

std::span<const TourStep> told_steps() {
    return all_told_steps;
}

void begin_see_how(const UiContext& ui, Workspace& workspace) {
    workspace.see_how = SeeHow{};
    show_told_step(ui, workspace);
}

void step_see_how(const UiContext& ui, Workspace& workspace, int by) {
    const Index step = static_cast<Index>(workspace.see_how->step) + by;
    if (step >= std::ssize(all_told_steps)) {
        end_see_how(workspace);
        end_playback(workspace);
        // One voice at a time: what the session says to try comes after it.
        workspace.notice = Notice{"Now change any number, word or weight and see what moves. The first menu above has "
                                  "more questions.",
                                  false, true};
        return;
    }
    workspace.see_how->step = static_cast<std::size_t>(std::max<Index>(0, step));
    show_told_step(ui, workspace);
}

void end_see_how(Workspace& workspace) {
    workspace.see_how.reset();
}

} // namespace attn
