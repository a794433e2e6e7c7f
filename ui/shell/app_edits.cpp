// The shell's part that handles edits, undo and redo.

#include "ui/shell/app.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/word_embeddings.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/model/arrays.h"
#include "core/model/stream.h"
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

void App::make(EditAction made) {
    const bool by_key = made.by_key;
    const Pins before = by_key ? session().layer().pins : Pins();
    if (scope_of(workspace_).is_taught) // the lesson itself says what was done
        made.said.clear();
    if (edit(std::move(made)) && by_key)
        say_new_pins(before);
}

/// Tells of a new pin, since a key may have been pressed by mistake. If there are several, the edit has told of them.
void App::say_new_pins(const Pins& before) {
    const Pins& now = session().layer().pins;
    if (now.size() <= before.size()) // no new pins, or they went along with their tokens
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

/// A sentence that a token was removed: the button that does that is small, and easily hit.
std::string words_of_removal(const Edit& edit, const Session& session) {
    const auto* const removed = std::get_if<RemoveToken>(&edit);
    return removed == nullptr ? std::string()
                              : fmt::format("The {} at place {} is taken out.",
                                            noun_of_token(notation_of(session), "word"), removed->token + 1);
}

/// True if the shown picture has columns of one of these arrays: its own, its operands', or those that a weight makes.
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

/// The notice of an edit. A lesson does not tell that columns lost their names if the picture does not show them.
NamedWords said_of(const Applied& applied, const Workspace& workspace) {
    if (applied.nameless.empty() ||
        (scope_of(workspace).is_taught && !are_in_sight(applied.nameless, workspace.array())))
        return applied.notice;
    return applied.notice + (applied.notice.empty() ? "" : " ") + applied.names_lost;
}

} // namespace

Result<void> App::edit(EditAction action) {
    if (is_opening()) {
        const Error refused = error("Another session is being opened. Cancel that, and this one can be changed.");
        Notice notice = refusal(session(), refused);
        notice.holds = HoldsWhile::opening;
        say(std::move(notice));
        return refused;
    }
    const std::uint64_t before = newest_revision();
    const Edit& edit = action.edit;
    const std::string& said = action.said;
    Result<Applied> applied = attn::applied(action, session(), before);
    if (!applied) {
        tell(applied.error());
        return applied.error();
    }
    // The rows that a model's earlier layers compute are computed again for another text, or if those layers changed.
    const bool has_same_rows = applied->session.layer().sequence.items == session().layer().sequence.items &&
                               applied->session.changed_layers == session().changed_layers;
    if (has_words_of_a_model(session()) && workspace_.row + 1 == session().layer().sequence.token_count())
        workspace_.row = applied->session.layer().sequence.token_count() - 1; // who looks at the end stays there
    if (has_rows_of_layers_before(session()) && !has_same_rows) {
        coming_rows_ = ComingRows{std::move(applied->session), describe(edit), said};
        load(OpenFile{.path = session().origin->file,
                      .layer = session().origin->layer,
                      .tokens = coming_rows_->session.layer().sequence.items});
        return {};
    }
    workspace_.notice.reset();
    note_notation(applied->session.notation);
    const Prose notice = said_of(*applied, workspace_).in(notation_of(applied->session));
    const std::string told = said.empty() ? words_of_removal(edit, session()) : text_in(applied->session, said);
    if (!notice.empty() || !told.empty()) {
        say(notice_of_state(Prose(told + (told.empty() || notice.empty() ? "" : " ")) + notice));
        workspace_.notice->undo = std::holds_alternative<RemoveToken>(edit);
        workspace_.notice->passes = workspace_.notice->undo; // goes with the next key: Esc still lets go of the token
    }
    DocumentState next = document_.newest();
    next.history.record(std::move(applied->session), describe(edit), action.gesture);
    advance(std::move(next), action.gesture);
    if (std::holds_alternative<SetNotation>(action.edit))
        note_other_letters(before);
    return {};
}

/// Gives the edited session the rows that the layers before its own make of the new text.
void App::take_rows(const Session& read) {
    if (!coming_rows_)
        return;
    Session session = std::move(coming_rows_->session);
    const ArrayId entering = entering_array(session.layer());
    for (const auto& [address, rows] : read.layer().given)
        if (address.array == entering)
            session.layer().given.insert_or_assign(address, rows);
    DocumentState next = document_.newest();
    next.history.record(std::move(session), coming_rows_->edit, 0);
    workspace_.notice.reset();
    if (!coming_rows_->said.empty())
        say(notice_of_state(coming_rows_->said));
    coming_rows_.reset();
    advance(std::move(next), 0);
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

/// A notation that the user chooses, or takes back by undo, is a preference for later sessions too.
void App::note_notation(const NotationChoice& next) {
    if (next != session().notation)
        remembered_.notation = preferred_notation_ = next;
}

/// Undoes until the last document with unsaved changes is shown.
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
