#include "ui/document/layer_reading.h"

#include "core/checkpoint/listing.h"
#include "core/document/session/model_words.h"
#include "core/document/session/sentences.h"
#include "core/document/sources/model_around.h"
#include "core/document/sources/source.h"
#include "core/files/printable.h"

#include <algorithm>
#include <system_error>

namespace attn {

namespace {

/// Returns the name of the layer that comes `layers_on` after the session's layer, counting only layers that can be
/// opened.
Result<std::string> layer_further(const OpenFile& request, const Session& present) {
    if (!present.origin)
        return error("this layer comes from no model with other layers");
    const auto layers = list_layers(request.path);
    if (!layers)
        return layers.error();
    const auto name = [](const ListedLayer& listed) { return listed.layer.name; };
    const auto now = std::ranges::find(*layers, present.origin->layer, name);
    if (now == layers->end())
        return error("{}: there is no layer {} any more", printable_path(request.path),
                     printable(present.origin->layer, 120));
    const Index step = request.layers_on < 0 ? -1 : 1;
    const auto count = static_cast<Index>(layers->size());
    Index left = std::abs(request.layers_on);
    bool passed_over = false;
    for (Index place = now - layers->begin() + step; place >= 0 && place < count; place += step) {
        const FoundLayer& layer = (*layers)[static_cast<std::size_t>(place)].layer;
        passed_over = passed_over || !layer.opens();
        if (layer.opens() && --left == 0)
            return layer.name;
    }
    return error("{} is the {} layer{}", present.origin->layer.empty() ? "this" : printable(present.origin->layer, 120),
                 step < 0 ? "first" : "last", passed_over ? " that can be opened" : "");
}

/// Adds the user's answers as options of the command line.
void add_answers(Source& source, const LayerAnswers& answers) {
    source.heads = answers.heads;
    if (answers.causal)
        source.options.push_back({OptionId::mask, *answers.causal ? OptionValue(1) : std::nullopt});
    source.norm = answers.norm;
    if (answers.packing)
        source.said.packing = answers.packing;
    source.resid_pre = answers.resid_pre;
    if (answers.rotary) {
        const bool turns = *answers.rotary != Rotary::Pairs::off;
        source.options.push_back(
            {OptionId::rotary, turns ? OptionValue(static_cast<double>(*answers.rotary)) : OptionValue()});
        if (turns)
            source.options.push_back({OptionId::rotary_base, static_cast<double>(answers.rotary_base)});
    }
    if (answers.epsilon && answers.norm != Norm::Kind::off)
        source.options.push_back({OptionId::norm_epsilon, static_cast<double>(*answers.epsilon)});
}

/// Answers the questions with the values of the session's layer, which belongs to the same model.
void answer_from(const Session& present, const LayerQuestions& questions, LayerAnswers& answers) {
    const Layer& layer = present.layer();
    // The norm of a model's embeddings says nothing about those before its layers.
    const bool knows_norm = layer.norm.kind != Norm::Kind::off && !layer.sequence.embeddings;
    if (questions.heads)
        answers.heads = static_cast<Index>(layer.heads.size());
    if (questions.mask)
        answers.causal = layer.mask.causal;
    if (questions.rotary) {
        answers.rotary = layer.rotary.pairs;
        answers.rotary_base = layer.rotary.base;
    }
    if (questions.packing && present.origin)
        answers.packing = present.origin->said.packing;
    if (questions.norm && knows_norm)
        answers.norm = layer.norm.kind;
    if (questions.epsilon && knows_norm)
        answers.epsilon = layer.norm.epsilon;
}

/// Adds the requested tokens or, if none were requested, those of the session that was shown before: unchanged if it is
/// of the same model, otherwise as words.
void add_tokens(Source& source, const OpenFile& request, const Session& present, bool same_model) {
    const auto& items = request.tokens ? *request.tokens : present.layer().sequence.items;
    const bool have_words = std::ranges::none_of(items, [](const auto& tokens) {
        return std::ranges::any_of(tokens, [](const std::string& token) { return token.empty(); });
    });
    if (items.empty() || !have_words)
        return;
    if (same_model)
        source.pieces = items;
    source.sentence =
        present.model_words ? words_between_spaces(present.model_words->text_of(items.front())) : items.front();
}

/// Fails if the model read other tokens than the requested ones.
Result<Session> checked_tokens(Session session, const OpenFile& request) {
    if (request.tokens && session.layer().sequence.items != *request.tokens)
        return error("the model does not know one of these tokens; type the text, which it cuts into its own");
    return session;
}

} // namespace

bool is_model_of(const Session& present, const std::filesystem::path& path) {
    if (!present.origin)
        return false;
    std::error_code ignored;
    const std::filesystem::path& file = present.origin->file;
    return std::filesystem::equivalent(file, path, ignored) ||
           std::filesystem::equivalent(file.parent_path(), path, ignored);
}

LayerReading read_model_layer(OpenFile request, const Session& present) {
    if (!request.layer) {
        auto name = layer_further(request, present);
        if (!name)
            return {name.error(), {}};
        request.layer = *std::move(name);
    }
    const bool same_model = is_model_of(present, request.path);
    const auto called = [&](Session session) {
        if (same_model)
            session.title = present.title;
        return session;
    };
    const auto source = [&](const LayerAnswers& answers) {
        Source made;
        made.weights = request.path;
        made.layer = request.layer;
        made.whole_block = true;
        if (same_model)
            made.said.like = present.origin->said.like;
        add_tokens(made, request, present, same_model);
        add_answers(made, answers);
        return made;
    };
    auto asked = questions_about(source(request.answers));
    if (asked && same_model && asked->any()) {
        answer_from(present, *asked, request.answers);
        asked = questions_about(source(request.answers));
    }
    if (!asked)
        return {asked.error(), {}};
    if (asked->input && request.trace) {
        LayerAnswers with_trace = request.answers;
        with_trace.resid_pre = request.trace;
        const Source whole = source(with_trace);
        const auto still_asked = questions_about(whole);
        if (still_asked && !still_asked->any())
            if (auto session = open_source(whole, {}))
                return {std::move(session), {}};
    }
    // If the whole model is known, its earlier layers compute this layer's input from the session's text.
    if (same_model && has_model_around(present)) {
        auto session = open_layer_around(present, source(request.answers));
        if (session)
            return {checked_tokens(called(*std::move(session)), request), {}};
        // The user cannot know this layer's input for another text, or after changes in other layers.
        if (request.tokens || !present.changed_layers.empty())
            return {session.error(), {}};
    }
    if (asked->any())
        return {present, AskedLayer{std::move(request), *std::move(asked)}};
    auto session = open_source(source(request.answers), {});
    return {session ? checked_tokens(called(*std::move(session)), request) : session, {}};
}

} // namespace attn
