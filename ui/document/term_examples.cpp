#include "ui/document/term_examples.h"

#include "core/engine/engine.h"

#include <any>
#include <utility>

namespace attn {

TermExamples::Example* TermExamples::of(const UiContext& ui, const GlossaryTerm& term) {
    constexpr Background::Key key{-2, 0, 0}; // no lens has this key
    is_shown_ = true;
    if (example_ != nullptr && term_ == &term && revision_ == ui.status.revision)
        return example_.get();
    const Background::Inputs inputs{
        {static_cast<std::uint64_t>(&term - glossary().data()), ui.status.revision}, {}, {}};
    if (const auto found = background_.take(key); found && found->from == inputs) {
        const auto* const example = std::any_cast<std::shared_ptr<Example>>(&found->value);
        example_ = example == nullptr ? nullptr : *example;
        term_ = &term;
        revision_ = ui.status.revision;
        return example_.get();
    }
    example_.reset();
    background_.want(key, inputs, true, [session = ui.session, &term](const std::stop_token&) mutable -> std::any {
        term.make_example(session.layer());
        Engine engine(1);
        const Trace& trace = engine.compute(session.layer());
        return std::make_shared<Example>(Example{std::move(session), trace});
    });
    return nullptr;
}

void TermExamples::forget_unless_asked() {
    if (!std::exchange(is_shown_, false))
        example_.reset();
}

} // namespace attn
