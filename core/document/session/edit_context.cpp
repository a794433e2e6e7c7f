// Edits that begin and end cross-attention.

#include "core/document/session/edit_steps.h"

#include <algorithm>

namespace attn {

namespace {

/// Copies the given matrices and pins of X to the context.
void copy_input(Layer& layer) {
    for (Index item = 0; item < layer.sequence.item_count(); ++item)
        if (const auto given = layer.given.find({layer.number, ArrayId::X, item, 0}); given != layer.given.end())
            layer.given[{layer.number, ArrayId::context, item, 0}] = given->second;
    const auto pins = layer.pins;
    for (const auto& [cell, value] : pins)
        if (cell.array == ArrayId::X)
            layer.pins[{cell.layer, ArrayId::context, cell.item, cell.head, cell.row, cell.column}] = value;
}

bool has_pins_before_input(const Layer& layer) {
    return std::ranges::any_of(
        layer.pins, [](const auto& pin) { return pin.first.array == ArrayId::E || pin.first.array == ArrayId::P; });
}

Result<Applied> begin(Session session) {
    Layer& layer = session.layer();
    if (layer.norm.kind != Norm::Kind::off)
        return error("keys and values cannot have a sequence of their own: {} is made by the model's norm",
                     named(ArrayId::X));
    layer.context = std::make_shared<const Sequence>(layer.sequence);
    copy_input(layer);
    NamedWords notice;
    if (has_pins_before_input(layer))
        notice = "Pins in " + NamedWords::array(ArrayId::E) + " and " + NamedWords::array(ArrayId::P) + " hold for " +
                 NamedWords::array(ArrayId::X) + " alone.";
    return Applied{std::move(session), std::move(notice)};
}

Result<Applied> end(Session session) {
    Sizes sizes = sizes_of(session.layer());
    sizes.S_k = sizes.S_q;
    sizes.D_context = sizes.D;
    auto resized = apply_edit(std::move(session), Resize{sizes});
    if (!resized)
        return resized;
    Layer& layer = resized->session.layer();
    layer.context.reset();
    std::erase_if(layer.given, [](const auto& given) { return given.first.array == ArrayId::context; });
    std::erase_if(layer.pins, [](const auto& pin) { return pin.first.array == ArrayId::context; });
    return resized;
}

} // namespace

Result<Applied> apply_edit(Session session, const SetContext& edit) {
    const bool own = session.layer().context != nullptr;
    if (edit.own == own)
        return error("{}", own ? "keys and values have a sequence of their own already"
                               : "keys and values are made from X already");
    return own ? end(std::move(session)) : begin(std::move(session));
}

} // namespace attn
