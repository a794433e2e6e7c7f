// What the shell does with edits, and with undo and redo.

#include "ui/shell/app.h"

#include "core/document/options/session_notation.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/model/arrays.h"
#include "ui/actions/name_field.h"
#include "ui/actions/navigation.h"
#include "ui/document/head_in_sight.h"
#include "ui/document/layer_name.h"
#include "ui/document/lecture.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_freetype.h>
#include <system_error>
#include <thread>
#include <utility>

namespace attn {

void App::make(const EditAction& made) {
    const Pins before = made.by_key ? session().layer().pins : Pins();
    // A lesson says itself what was done.
    const Result<void> done = edit(made.edit, made.gesture, workspace_.lesson ? std::string() : made.said);
    if (done && made.by_key)
        say_new_pins(before);
}

/// Whoever pressed a key may not have meant to hold a computed number. Of several the edit has said it.
void App::say_new_pins(const Pins& before) {
    const Pins& now = session().layer().pins;
    if (now.size() <= before.size()) // none, or they went along with their tokens
        return;
    const auto pin = std::ranges::find_if(now, [&](const auto& other) { return !before.contains(other.first); });
    if (!workspace_.notice) {
        const Status status = this->status();
        const std::string number = full_number(pin->second);
        say({{fmt::format("{} is pinned at {}.", short_cell(ui(status), pin->first), number),
              {fact(Quantity::is_given, pin->first, 1), written_fact(Quantity::value, pin->first, number)}},
             HoldsWhile::session_is_as_is});
    }
    workspace_.notice->passes = true;
    workspace_.notice->undo = true;
}

namespace {

/// That a token went, which may have had no more than the small sign of a button around it.
std::string words_of_removal(const Edit& edit, const Session& session) {
    const auto* const removed = std::get_if<RemoveToken>(&edit);
    return removed == nullptr
               ? std::string()
               : of_tokens(session, fmt::format("The word at place {} is taken out.", removed->token + 1));
}

/// Whether the picture of what is shown has columns of one of these: its own, its factors', or what a weight makes.
bool are_in_sight(const std::vector<ArrayId>& arrays, ArrayId shown) {
    const auto reads = [&](const RecipeRow& recipe, ArrayId array) {
        return std::ranges::any_of(recipe.operands, [&](const OperandRow& operand) {
            return std::ranges::find(operand.arrays, array) != operand.arrays.end();
        });
    };
    return std::ranges::any_of(arrays, [&](ArrayId array) {
        return array == shown || is_parameter(shown) ||
               std::ranges::any_of(row_of(shown).recipes, [&](const RecipeRow& row) { return reads(row, array); });
    });
}

/// In a lesson nobody hears of names of columns that they did not see.
NamedWords said_of(const Applied& applied, const Workspace& workspace) {
    if (applied.nameless.empty() || (workspace.lesson && !are_in_sight(applied.nameless, workspace.array())))
        return applied.notice;
    return applied.notice + (applied.notice.empty() ? "" : " ") + applied.names_lost;
}

} // namespace

Result<void> App::edit(const Edit& edit, std::uint64_t gesture, const std::string& said) {
    if (is_opening()) {
        const Error refused = error("Another session is on its way; Cancel, and this one can be changed.");
        Notice notice = refusal(session(), refused);
        notice.holds = HoldsWhile::opening;
        say(std::move(notice));
        return refused;
    }
    Result<Applied> applied = apply(session(), edit);
    if (!applied) {
        tell(applied.error());
        return applied.error();
    }
    workspace_.notice.reset();
    note_notation(applied->session.notation);
    const std::string notice = said_of(*applied, workspace_).in(notation_of(applied->session));
    const std::string told = said.empty() ? words_of_removal(edit, session()) : text_in(applied->session, said);
    if (!notice.empty() || !told.empty()) {
        say(notice_of_state(told + (told.empty() || notice.empty() ? "" : " ") + notice));
        workspace_.notice->undo = std::holds_alternative<RemoveToken>(edit);
        workspace_.notice->passes = workspace_.notice->undo; // Esc lets go of the token as ever
    }
    const auto newest = [&] { return documents_ << 32U ^ document_.newest().history.revision(); }; // as a status has it
    const bool is_in_other_letters =
        std::holds_alternative<SetNotation>(edit) && workspace_.lesson && workspace_.lesson->is_as_begun(newest());
    DocumentState next = document_.newest();
    next.history.record(std::move(applied->session), describe(edit), gesture);
    advance(std::move(next), gesture);
    if (is_in_other_letters)
        workspace_.lesson->in_other_letters.push_back(newest());
    return {};
}

void App::advance(DocumentState next, std::uint64_t gesture) {
    gesture_ = gesture;
    workspace_.refused.reset();
    highlight_.give_way(gesture);
    const Status now = status();
    take(document_.advance(std::move(next), document_.is_shown() ? head_in_sight(ui(now)) : std::nullopt));
}

void App::step_history(bool back) {
    if (is_opening())
        return;
    DocumentState next = document_.newest();
    if (back && next.history.can_undo())
        next.history.undo();
    else if (!back && next.history.can_redo())
        next.history.redo();
    else
        return;
    advance_history(std::move(next));
}

/// What its reader chooses, and takes back, is a taste that goes beyond the session.
void App::note_notation(const NotationChoice& next) {
    if (next != session().notation)
        remembered_.notation = preferred_notation_ = next;
}

/// To the last document that has changes which are not saved.
void App::go_back_to_unsaved() {
    const std::vector<History::LeftDocument> unsaved = unsaved_documents();
    if (is_opening() || unsaved.empty())
        return;
    DocumentState next = document_.newest();
    while (next.history.document() != unsaved.front().number)
        next.history.undo();
    advance_history(std::move(next));
}

void App::advance_history(DocumentState next) {
    if (next.history.document() == document_.newest().history.document())
        note_notation(next.session().notation);
    advance(std::move(next), 0);
    const Status now = status();
    follow_word(ui(now), workspace_);
}

} // namespace attn
