#include "core/document/session/readings.h"

#include "core/document/session/sentences.h"
#include "core/document/session/session.h"
#include "core/document/session/supposition.h"
#include "core/engine/engine.h"
#include "core/engine/trace.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

const std::vector<std::string>& tokens_in(const Snapshot& now) {
    return now.session.layer().sequence.items.front();
}

/// Computes the readings of a layer in which only some heads are off.
class Counterfactual {
public:
    explicit Counterfactual(const Session& session) : session_(session) {}

    std::vector<TokenReading> without(const std::vector<Index>& heads) {
        Layer layer = session_.layer();
        for (HeadWeights& head : layer.heads)
            head.on = true;
        for (const Index head : heads)
            layer.heads[static_cast<std::size_t>(head)].on = false;
        return read_out(engine_.compute(layer), session_.readouts.front(), 0);
    }

private:
    const Session& session_;
    Engine engine_{1}; // stores arrays that do not depend on the heads
};

Index count_kept(const std::vector<TokenReading>& before, const std::vector<TokenReading>& now) {
    Index count = 0;
    for (std::size_t token = 0; token < before.size() && token < now.size(); ++token)
        count += before[token].label == now[token].label ? 1 : 0;
    return count;
}

} // namespace

std::vector<TokenReading> present_readings(const Snapshot& now) {
    if (now.session.readouts.empty())
        return {};
    return read_out(now.trace, now.session.readouts.front(), 0);
}

std::string present_reading_text(const Snapshot& now) {
    if (now.session.readouts.empty())
        return {};
    return reading_text(now.session.readouts.front(), present_readings(now), between_tokens(now.session));
}

double least_sureness(const std::vector<TokenReading>& readings) {
    double least = 1;
    for (const TokenReading& reading : readings)
        least = std::min(least, reading.sure);
    return least;
}

bool comes_back_reversed(const Snapshot& now) {
    const std::vector<std::string> backwards(tokens_in(now).rbegin(), tokens_in(now).rend());
    return joined_text(now.session, backwards) == present_reading_text(now);
}

bool comes_back_the_same(const Snapshot& now) {
    return tokens_in(now).size() > 1 && joined_text(now.session, tokens_in(now)) == present_reading_text(now);
}

std::vector<std::string> supposed_sentences(const Condition& condition) {
    if (condition.kind == Condition::Kind::suppose && !condition.equals)
        return {condition.text};
    std::vector<std::string> sentences;
    for (const Condition& part : condition.parts)
        for (std::string& sentence : supposed_sentences(part))
            sentences.push_back(std::move(sentence));
    return sentences;
}

std::vector<Index> heads_off(const Layer& layer) {
    std::vector<Index> off;
    for (Index head = 0; head < std::ssize(layer.heads); ++head)
        if (!layer.heads[static_cast<std::size_t>(head)].on)
            off.push_back(head);
    return off;
}

void KeptReadings::follow(std::uint64_t revision_now) {
    if (revision != revision_now)
        *this = {.revision = revision_now, .left = {}, .supposed = {}, .computed = computed};
}

namespace {

std::optional<ReadingsLeft> compute_readings_left(const Snapshot& now) {
    const std::vector<TokenReading> readings = present_readings(now);
    if (readings.empty() || !is_small_layer(now.trace.sizes()))
        return std::nullopt;
    Counterfactual layer(now.session);
    const std::vector<TokenReading> whole = layer.without({});
    const std::vector<Index> off = heads_off(now.session.layer());
    ReadingsLeft left;
    left.kept = count_kept(whole, readings);
    left.lost = std::ssize(whole) - left.kept;
    left.sure_before = least_sureness(whole);
    left.sure = least_sureness(readings);
    left.worse_together = off.size() > 1 && left.lost > 0 && std::ranges::all_of(off, [&](Index head) {
                              return count_kept(whole, layer.without({head})) > left.kept;
                          });
    return left;
}

std::optional<SupposedReading> compute_supposed_reading(const Snapshot& now, const std::string& sentence) {
    const Session& session = now.session;
    if (session.readouts.empty())
        return std::nullopt;
    const auto supposed = suppose(session, sentence_goes_in(session, sentence));
    if (!supposed)
        return std::nullopt;
    const Snapshot then = supposed->snapshot();
    return SupposedReading{present_reading_text(then), least_sureness(present_readings(then))};
}

} // namespace

std::optional<SupposedReading> supposed_reading(const Snapshot& now, const std::string& sentence) {
    if (now.kept == nullptr)
        return compute_supposed_reading(now, sentence);
    auto found = now.kept->supposed.find(sentence);
    if (found == now.kept->supposed.end())
        found = now.kept->supposed.emplace(sentence, compute_supposed_reading(now, sentence)).first;
    return found->second;
}

std::optional<ReadingsLeft> readings_left(const Snapshot& now) {
    if (now.kept == nullptr)
        return compute_readings_left(now);
    if (!now.kept->left) {
        now.kept->left = compute_readings_left(now);
        ++now.kept->computed;
    }
    return *now.kept->left;
}

} // namespace attn
