// Edits of mask, options, positions, notation and texts.

#include "core/document/session/edit_steps.h"
#include "core/document/session/places.h"
#include "core/document/session/session_limits.h"
#include "core/notation/index_letters.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <utility>

namespace attn {

Result<Applied> apply_edit(Session session, const ClearPaintedMask&) {
    session.layer().mask.painted = Matrix();
    return Applied{std::move(session), {}};
}

namespace {

/// The notice about a new gate, which changes all numbers without anything on the screen saying why.
NamedWords words_of_new_gate(const Layer& layer) {
    const auto has_gate_of_zeros = [](const HeadWeights& head) { return !head.W_G.empty() && is_zero(head.W_G); };
    if (!std::ranges::all_of(layer.heads, has_gate_of_zeros))
        return {};
    const NamedWords W_G = NamedWords::array(ArrayId::W_G);
    return "Half of every number goes through: " + W_G + " is zero, so each gate is 0.5. Change " + W_G +
           ", and what goes through depends on the token.";
}

/// The warning that a causal mask means little in cross-attention, because positions in different sequences have no
/// common order.
NamedWords words_of_causal_pair(const Layer& layer) {
    if (!layer.mask.causal || layer.context == nullptr)
        return {};
    return "Causal goes by places: the third token may read the first three of the other sequence, whatever they are.";
}

} // namespace

Result<Applied> apply_edit(Session session, const SetOption& edit) {
    if (auto done = set_option(session.layer(), edit); !done)
        return done.error();
    NamedWords notice;
    if (edit.option == OptionId::gate)
        notice = words_of_new_gate(session.layer());
    if (edit.option == OptionId::mask)
        notice = words_of_causal_pair(session.layer());
    return Applied{std::move(session), std::move(notice)};
}

Result<Applied> apply_edit(Session session, const SetPositions& edit) {
    Layer& layer = session.layer();
    const bool context = edit.side == Side::context;
    if (context && !layer.context)
        return error("there is no context whose positions could change");
    Sequence changed = context ? *layer.context : layer.sequence;
    if (!changed.embeddings)
        return error("there are no positions here: {} is given", context ? "the context" : named(ArrayId::X));
    changed.positions = edit.positions;
    if (edit.positions.kind != Positions::Kind::both_ends)
        changed.positions.from_end = Matrix();
    else if (auto fits = check_numbers(ArrayId::P, edit.positions.from_end); !fits)
        return fits.error();
    if (edit.positions.kind != Positions::Kind::given && edit.positions.kind != Positions::Kind::both_ends) {
        changed.positions.rows = Matrix();
    } else {
        if (edit.positions.rows.empty() || edit.positions.rows.rows() > token_limit)
            return error("the positions have {} rows, expected 1 to {}", edit.positions.rows.rows(), token_limit);
        if (auto fits = check_numbers(ArrayId::P, edit.positions.rows); !fits)
            return fits.error();
    }
    if (context)
        layer.context = std::make_shared<const Sequence>(std::move(changed));
    else
        layer.sequence = std::move(changed);
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const SetNotation& edit) {
    auto chosen = edit.own ? Result<NotationChoice>(*edit.own) : notation_named(edit.notation);
    if (!chosen)
        return chosen.error();
    NamedWords notice;
    if (!(session.notation == *chosen))
        notice = words_on_taken_letters(*chosen);
    session.notation = *std::move(chosen);
    session.tokens_as_columns = edit.tokens_as_columns;
    return Applied{std::move(session), std::move(notice)};
}

Result<Applied> apply_edit(Session session, const SetText& edit) {
    if (auto fits = check_session_text(edit.text); !fits)
        return fits.error();
    switch (edit.which) {
    case SetText::Which::title:
        session.title = edit.text;
        break;
    case SetText::Which::question:
        session.question = edit.text;
        session.opening = edit.opening;
        break;
    case SetText::Which::about:
        session.about = edit.text;
        break;
    case SetText::Which::hint:
        if (edit.text != session.hint)
            session.goals.clear();
        session.hint = edit.text;
        break;
    }
    // An author who writes a text is responsible for when it holds.
    session.texts_of_preset = false;
    session.told_while = {};
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const SetReadOuts& edit) {
    if (auto fit = check_readouts(edit.readouts, sizes_of(session.layer()).D); !fit)
        return fit.error();
    session.readouts = edit.readouts;
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const ListFigures& edit) {
    if (auto fit = check_figures(edit.figures); !fit)
        return fit.error();
    session.figures = edit.figures;
    return Applied{std::move(session), {}};
}

} // namespace attn
