// Edits that switch attention or the MLP off, and edits of other layers of the session's model.

#include "core/document/session/edit_steps.h"
#include "core/model/stream.h"

#include <vector>

namespace attn {

Result<Applied> apply_edit(Session session, const SetSublayerOn& edit) {
    Layer& layer = session.layer();
    const std::vector<ArrayId> added = added_by(layer, edit.part);
    if (added.empty())
        return error("this layer has no MLP, or is open without it: --block opens it whole");
    const Sizes sizes = sizes_of(layer);
    NamedWords dropped;
    for (const ArrayId array : added) {
        if (std::erase_if(layer.pins, [&](const auto& pin) { return pin.first.array == array; }) > 0)
            dropped += "The pins in " + NamedWords::array(array) + " are removed. ";
        for (Index item = 0; item < sizes.B; ++item)
            if (edit.on)
                layer.given.erase({layer.number, array, item});
            else
                layer.given.insert_or_assign({layer.number, array, item}, Matrix::zeros(sizes.S_q, sizes.D));
    }
    return Applied{std::move(session), std::move(dropped)};
}

Result<Applied> apply_edit(Session session, const ChangeLayer& edit) {
    if (edit.layer && edit.layer->sequence.items != session.layer().sequence.items)
        return error("layer {} has another text than the one that is shown", edit.number);
    if (edit.layer)
        session.changed_layers.insert_or_assign(edit.number, edit.layer);
    else
        session.changed_layers.erase(edit.number);
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const RestoreLayers& /*edit*/) {
    session.changed_layers.clear();
    return Applied{std::move(session), {}};
}

} // namespace attn
