#include "ui/actions/sentence.h"

#include "core/document/model_words.h"
#include "core/document/sentences.h"
#include "core/figure/pictures/labels.h"

namespace attn {

namespace {

/// A line break in a field of one line.
constexpr std::string_view line_sign = "↵";

std::string with_signs(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

} // namespace

std::string sentence_of(const UiContext& ui, Side side) {
    if (const ModelWords* const words = ui.session.model_words.get())
        return with_signs(words->text_of(sequence_of(ui, side).items[static_cast<std::size_t>(ui.workspace.item)]),
                          "\n", line_sign);
    std::vector<std::string> labels;
    const Index count = sequence_of(ui, side).token_count();
    for (Index token = 0; token < count; ++token)
        labels.push_back(token_label(sequence_of(ui, side), ui.workspace.item, token));
    return joined_text(ui.session, labels);
}

Result<std::vector<std::string>> tokens_of_sentence(const Session& session, const Sequence& sequence,
                                                    std::string_view sentence) {
    if (session.model_words == nullptr)
        return split_text(session, sequence, sentence);
    return session.model_words->tokens_of(with_signs(std::string(sentence), line_sign, "\n"));
}

} // namespace attn
