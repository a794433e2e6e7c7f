#pragma once

#include "core/engine/trace.h"
#include "core/explain/glossary.h"
#include "core/tensor/background.h"
#include "ui/document/ui_context.h"

#include <memory>

namespace attn {

/// Examples for words of the glossary for which the layer contains nothing: the layer with that part added, computed in
/// the background.
class TermExamples {
public:
    struct Example {
        Session session;
        Trace trace;
        PictureCache cache{};
    };

    /// The background must outlive this object.
    explicit TermExamples(Background& background) : background_(background) {}

    /// Returns the example of a term; nullptr while it is being computed.
    Example* of(const UiContext& ui, const GlossaryTerm& term);
    /// Called at the end of a frame: drops the example if the frame did not ask for it.
    void forget_unless_asked();

private:
    Background& background_;
    const GlossaryTerm* term_ = nullptr; ///< the term of `example_`
    std::uint64_t revision_ = 0;
    std::shared_ptr<Example> example_;
    bool is_shown_ = false; ///< asked for in this frame
};

} // namespace attn
