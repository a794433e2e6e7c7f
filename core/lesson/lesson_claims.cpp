#include "core/lesson/lesson_claims.h"

#include "core/document/session/readings.h"
#include "core/document/session/sentences.h"
#include "core/lesson/live_text.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

const std::vector<std::string>& letters_in(const LessonSight& sight) {
    return sight.now.session.layer().sequence.items[static_cast<std::size_t>(sight.item)];
}

/// The first letter's row of Y.
CellId first_reading(const LessonSight& sight) {
    return {sight.now.session.layer().number, ArrayId::Y, sight.item, 0, 0, 0};
}

CellId of_head(CellId cell, Index head) {
    cell.head = head;
    return cell;
}

/// Facts that exactly these labels of the session's first read-out are read, letter by letter.
std::vector<Fact> reading_facts(const LessonSight& sight, const std::vector<std::string>& labels) {
    if (sight.now.session.readouts.empty())
        return {};
    const std::vector<std::string>& known = sight.now.session.readouts.front().labels;
    std::vector<Fact> facts;
    CellId row = first_reading(sight);
    for (const std::string& label : labels) {
        facts.push_back(
            fact(Quantity::reading, row, static_cast<double>(std::ranges::find(known, label) - known.begin())));
        facts.back().terms = {0};
        ++row.row;
    }
    return facts;
}

/// Facts that exactly those labels are read that are read now.
std::vector<Fact> present_facts(const LessonSight& sight) {
    std::vector<std::string> labels;
    for (const TokenReading& reading : present_readings(sight.now))
        labels.push_back(reading_label(sight.now.session.readouts.front(), reading));
    return reading_facts(sight, labels);
}

/// A fact about the number of letters kept, with the bounds that `condition` sets.
Fact kept_fact(const LessonSight& sight, const Condition& condition) {
    const auto count = static_cast<double>(letters_in(sight).size());
    Fact kept = fact(Quantity::readings_kept, first_reading(sight), 0);
    const double least =
        condition.equals ? static_cast<double>(*condition.equals) : static_cast<double>(condition.at_least.value_or(0));
    const double most = condition.equals    ? static_cast<double>(*condition.equals)
                        : condition.at_most ? static_cast<double>(*condition.at_most)
                                            : count;
    const bool counts_lost = condition.text == "lost";
    kept.at_least = counts_lost ? count - most : least;
    kept.at_most = counts_lost ? count - least : most;
    return kept;
}

/// Adds the facts that hold if the condition does, so that the sentences of the window can be checked.
void add_facts(const LessonSight& sight, const Condition& condition, std::vector<Fact>& facts) {
    const auto add = [&](const std::vector<Fact>& more) { facts.insert(facts.end(), more.begin(), more.end()); };
    if (condition.kind == Condition::Kind::all)
        for (const Condition& part : condition.parts)
            add_facts(sight, part, facts);
    if (condition.kind == Condition::Kind::heads_on)
        facts.push_back(fact(Quantity::heads_off, first_reading(sight),
                             static_cast<double>(sight.now.trace.sizes().H - condition.count)));
    if (condition.kind != Condition::Kind::readings)
        return;
    if (condition.text == "reversed")
        add(reading_facts(sight, {letters_in(sight).rbegin(), letters_in(sight).rend()}));
    else if (condition.text == "same")
        add(reading_facts(sight, letters_in(sight)));
    else if (condition.text == "kept" || condition.text == "lost")
        facts.push_back(kept_fact(sight, condition));
    else if (condition.text == "less sure") {
        Fact lost = fact(Quantity::sureness_lost, first_reading(sight), 0);
        lost.at_least = static_cast<double>(condition.at_least.value_or(-1));
        lost.at_most = static_cast<double>(condition.at_most.value_or(1));
        facts.push_back(lost);
    } else // the text is "worse together"
        for (const Index head : heads_off(sight.now.session.layer())) {
            Fact alone = fact(Quantity::readings_kept_without, of_head(first_reading(sight), head), 0);
            const std::optional<ReadingsLeft> left = readings_left(sight.now);
            alone.at_least = static_cast<double>(left ? left->kept + 1 : 0);
            alone.at_most = static_cast<double>(letters_in(sight).size());
            facts.push_back(alone);
        }
}

/// Adds the facts that the text's references, e.g. {kept}, take from the trace.
void add_facts_of_references(const LessonSight& sight, const std::string& text, std::vector<Fact>& facts) {
    const auto has = [&](std::string_view reference) { return text.find(reference) != std::string::npos; };
    const auto add_written = [&](Quantity of, std::string_view reference) {
        if (has(reference))
            facts.push_back(written_fact(of, first_reading(sight), told(reference, sight.now).letters()));
    };
    if (has("{read_out}"))
        for (const Fact& reading : present_facts(sight))
            facts.push_back(reading);
    if (has("{kept}"))
        if (const auto left = readings_left(sight.now))
            facts.push_back(fact(Quantity::readings_kept, first_reading(sight), static_cast<double>(left->kept)));
    if (has("{heads}")) {
        facts.push_back(fact(Quantity::length, {0, ArrayId{}}, static_cast<double>(sight.now.trace.sizes().H)));
        facts.back().length = &Sizes::H;
    }
    if (has("{heads off}"))
        for (const Index head : heads_off(sight.now.session.layer()))
            facts.push_back(fact(Quantity::is_head_on, of_head(first_reading(sight), head), 0));
    add_written(Quantity::least_reading_share, "{sure}");
    add_written(Quantity::least_reading_share_of_all_heads, "{sure before}");
}

Claim claim_of(const LessonSight& sight, const std::string& text, std::vector<Fact> facts) {
    add_facts_of_references(sight, text, facts);
    Prose said = told(text, sight.now, sight.look);
    if (facts.empty())
        return {std::move(said), Always{"it asks for something, or foretells nothing"}};
    return {std::move(said), std::move(facts)};
}

/// The letters that the layer does not know, each once: "1, 2 and 3".
std::string unknown_letters(const LessonSight& sight, std::string_view typed) {
    constexpr std::size_t most = 3; // as many as fit in two lines
    const Sequence& sequence = sight.now.session.layer().sequence;
    std::vector<std::string> unknown;
    for (const std::string& letter : split_text(sight.now.session, sequence, typed))
        if (!is_known(sequence, letter) && std::ranges::find(unknown, letter) == unknown.end())
            unknown.push_back(letter);
    std::string words;
    for (std::size_t i = 0; i < std::min(unknown.size(), most); ++i)
        words += (i == 0 ? "" : i + 1 < unknown.size() ? ", " : " and ") + unknown[i];
    return unknown.size() > most ? words + " …" : words;
}

/// Advice about letters that the layer does not know.
std::string way_without_unknown(const LessonSight& sight, const NameTyped& name) {
    const auto letters = split_text(sight.now.session, sight.now.session.layer().sequence, name.typed);
    if (std::ranges::none_of(
            letters, [&](const std::string& letter) { return is_known(sight.now.session.layer().sequence, letter); }))
        return "Write a word of these.";
    return fmt::format("Write it without {}.", unknown_letters(sight, name.typed));
}

} // namespace

Verdict said_in_view(const LessonRun& run, const LessonSight& sight) {
    const Said* const said = said_now(run.now().says, sight.now, run.beginning->snapshot());
    if (said == nullptr)
        return {{{}, Always{"nothing is said"}}, {{}, Always{"nothing is said"}}};
    std::vector<Fact> facts;
    add_facts(sight, said->when, facts);
    return {claim_of(sight, said->title, {}), claim_of(sight, said->say, std::move(facts))};
}

Claim asked_in_view(const LessonRun& run, const LessonSight& sight) {
    const LessonStep& step = run.now();
    if (step.bet && !run.bet.is_placed)
        return claim_of(sight, step.bet->ask, {});
    if (!step.task)
        return {{}, Always{"nothing is asked"}};
    if (!run.task.is_done)
        return claim_of(sight, step.task->ask, {});
    std::vector<Fact> facts;
    add_facts(sight, step.task->done, facts);
    return claim_of(sight, step.task->then, std::move(facts));
}

Claim said_of_name(const LessonRun& run, const LessonSight& sight) {
    const NameTyped& name = run.name;
    if (!name.remark.empty())
        return {name.remark + (name.unknown.empty() ? std::string() : " " + way_without_unknown(sight, name)),
                Always{"it is read from the layer's embeddings and positions, which stay as they are in the first "
                       "minute, and goes with what was typed"}};
    for (const auto* sentences : {&run.now().remark, &run.now().prompt})
        if (const Said* const said = said_now(*sentences, sight.now, run.beginning->snapshot())) {
            std::vector<Fact> facts;
            add_facts(sight, said->when, facts);
            return claim_of(sight, said->say, std::move(facts));
        }
    return {{}, Always{"there is no sentence"}};
}

std::string remark_on_name(const LessonRun& run, const LessonSight& sight) {
    if (!run.name.remark.empty())
        return run.name.remark;
    const Said* const said = said_now(run.now().remark, sight.now, run.beginning->snapshot());
    return said == nullptr ? std::string() : told(said->say, sight.now).letters();
}

} // namespace attn
