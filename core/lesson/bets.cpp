#include "core/lesson/bets.h"

#include "core/files/typed_number.h"
#include "core/lesson/live_text.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace attn {

namespace {

std::string reply_to(const Bet& bet, std::string_view answer) {
    const auto reply = std::ranges::find(bet.replies, answer, &Reply::to);
    return reply == bet.replies.end() ? std::string() : reply->say;
}

/// True if `array` is computed from `other`, directly or through others.
bool is_made_of(const Trace& trace, ArrayId array, ArrayId other) {
    return std::ranges::any_of(trace.made_from(array), [&](const Operand& operand) {
        return operand.array == other || is_made_of(trace, operand.array, other);
    });
}

/// True if any number of an array has changed since the step's beginning.
bool has_moved(const Snapshot& now, const LessonRun& run, const std::string& name) {
    const auto array = find_array(name);
    if (!array)
        return false;
    Condition unchanged;
    unchanged.kind = Condition::Kind::unchanged;
    unchanged.array = array;
    unchanged.every_head = true;
    return !holds(unchanged, now, run.beginning->snapshot());
}

void settle_many(const Snapshot& now, const Bet& bet, LessonRun& run) {
    run.bet.was_right = true;
    for (const Choice& choice : bet.choices) {
        const bool moved = has_moved(now, run, choice.text);
        const bool chosen = std::ranges::find(run.bet.chosen, choice.text) != run.bet.chosen.end();
        if (moved)
            run.bet.moved.push_back(choice.text);
        if (moved == chosen)
            continue;
        run.bet.was_right = false;
        const std::string said = reply_to(bet, (chosen ? "" : "missing ") + choice.text);
        run.bet.said += (run.bet.said.empty() || said.empty() ? "" : " ") + said;
    }
}

/// An order is right if each array comes after those that it is made of, in the layer that is shown; the reply names
/// the first wrong pair. An answer read from a file is wrong if a name in it is no array.
void settle_order(const Snapshot& now, LessonRun& run) {
    run.bet.was_right = true;
    for (const std::string& name : run.bet.chosen)
        for (auto later = std::ranges::find(run.bet.chosen, name); later != run.bet.chosen.end(); ++later) {
            const auto array = find_array(name);
            const auto other = find_array(*later);
            if (!array || !other)
                run.bet.was_right = false;
            if (run.bet.was_right && is_made_of(now.trace, *array, *other)) {
                run.bet.was_right = false;
                run.bet.said = fmt::format("{{name {}}} is made of {{name {}}}, which you put after it.", name, *later);
            }
        }
}

/// Adds a reply about the cells that were left out or marked wrongly: the reply to that cell, or else the one to any.
void settle_marked(const Bet& bet, LessonRun& run) {
    std::vector<std::string> right;
    for (const CellId& cell : bet.cells)
        right.push_back(cell_name(cell));
    const auto add_said = [&](const std::vector<std::string>& cells, const std::vector<std::string>& others,
                              const std::string& before, std::string_view any) {
        for (const std::string& cell : cells) {
            if (std::ranges::find(others, cell) != others.end())
                continue;
            run.bet.was_right = false;
            const std::string own = reply_to(bet, before + cell);
            if (run.bet.said.empty())
                run.bet.said = own.empty() ? reply_to(bet, any) : own;
        }
    };
    run.bet.was_right = true;
    add_said(run.bet.chosen, right, "", "others");
    add_said(right, run.bet.chosen, "missing ", "missing");
    run.bet.answer = fmt::format("{}", fmt::join(run.bet.chosen, ", "));
}

void settle_typed(const Snapshot& now, const Bet& bet, LessonRun& run) {
    const auto right = right_number(now.trace, bet);
    const Result<float> typed = parse_number(run.bet.answer);
    run.bet.was_right = right && typed && std::abs(*typed - *right) <= bet.within;
    if (run.bet.was_right || !typed)
        return;
    for (const Reply& reply : bet.replies)
        if (const Result<float> foreseen = parse_number(reply.to);
            foreseen && std::abs(*foreseen - *typed) <= bet.within)
            run.bet.said = reply.say;
}

/// True if the bet's condition for being right holds now; for bets none of whose answers is always right.
bool is_right_now(const Snapshot& now, const Bet& bet, const LessonRun& run) {
    return bet.right_if && holds(*bet.right_if, now, run.beginning->snapshot());
}

void settle(const Snapshot& now, const Bet& bet, LessonRun& run) {
    switch (bet.kind) {
    case Bet::Kind::choose: {
        const auto chosen = std::ranges::find(bet.choices, run.bet.answer, &Choice::text);
        run.bet.was_right = chosen != bet.choices.end() && (chosen->right || is_right_now(now, bet, run));
        run.bet.said = chosen == bet.choices.end() ? std::string() : chosen->say;
        break;
    }
    case Bet::Kind::choose_many:
        settle_many(now, bet, run);
        break;
    case Bet::Kind::order:
        settle_order(now, run);
        break;
    case Bet::Kind::mark:
        run.bet.was_right = run.bet.answer == cell_name(*bet.cell);
        run.bet.said = reply_to(bet, run.bet.answer);
        if (!run.bet.was_right && run.bet.said.empty())
            run.bet.said = reply_to(bet, "others");
        break;
    case Bet::Kind::mark_many:
        settle_marked(bet, run);
        break;
    case Bet::Kind::type:
        settle_typed(now, bet, run);
        break;
    }
}

bool chooses_several(const Bet& bet) {
    return bet.kind == Bet::Kind::choose_many || bet.kind == Bet::Kind::order;
}

/// The parts of an answer, which are joined by commas.
std::vector<std::string> parts_of(std::string_view answer) {
    constexpr std::string_view between = ", ";
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < answer.size();) {
        const std::size_t end = std::min(answer.size(), answer.find(between, at));
        parts.emplace_back(answer.substr(at, end - at));
        at = end + between.size();
    }
    return parts;
}

/// The lines that show the right answer, with the number of the chosen one, from 1, in place of "{chosen}".
LessonScript reveal_of(const Bet& bet, const std::string& answer) {
    constexpr std::string_view name = "{chosen}";
    const auto chosen = std::ranges::find(bet.choices, answer, &Choice::text) - bet.choices.begin();
    LessonScript lines = bet.reveal;
    for (std::string& line : lines)
        if (const std::size_t at = line.find(name); at != std::string::npos)
            line.replace(at, name.size(), std::to_string(chosen + 1));
    return lines;
}

/// Marks a name, or removes its mark.
void turn(std::vector<std::string>& chosen, const std::string& name) {
    if (const auto found = std::ranges::find(chosen, name); found != chosen.end())
        chosen.erase(found);
    else
        chosen.push_back(name);
}

/// The choice that the kept answer names; nullptr if there is none. A right answer whose text is in another notation
/// now is the right choice.
const Choice* choice_of(const LessonRun& run) {
    const LessonAnswer& answer = *run.answer_to(run.step);
    const auto& choices = run.now().bet->choices;
    const auto said = std::ranges::find_if(choices, [&](const Choice& choice) {
        return told(choice.text, run.beginning->snapshot()).letters() == answer.answer;
    });
    const auto found = said == choices.end() && answer.right ? std::ranges::find(choices, true, &Choice::right) : said;
    return found == choices.end() ? nullptr : &*found;
}

} // namespace

std::optional<float> right_number(const Trace& trace, const Bet& bet) {
    if (bet.number)
        return bet.number;
    return bet.cell && trace.contains(*bet.cell) ? std::optional(trace.value(*bet.cell)) : std::nullopt;
}

void settle_bet(const Snapshot& now, LessonRun& run) {
    settle(now, *run.now().bet, run);
    run.bet.is_settled = true;
    run.bet.settled_on = std::make_shared<const Moment>(Moment{now.session, now.trace});
    if (run.bet.is_shown || run.answer_to(run.step) != nullptr)
        return;
    std::string answer = run.bet.answer;
    if (chooses_several(*run.now().bet))
        answer = fmt::format("{}", fmt::join(run.bet.chosen, ", "));
    run.answers.push_back({static_cast<Index>(run.step), told(answer, now).letters(), run.bet.was_right});
}

bool has_answered(const LessonRun& run) {
    const bool asks_anew = run.asks_anew && !run.lesson->is_quiz;
    return run.now().bet && run.is_studied() && !asks_anew && run.answer_to(run.step) != nullptr &&
           (run.now().bet->kind != Bet::Kind::choose || choice_of(run) != nullptr);
}

void bring_back_bet(LessonRun& run) {
    const Bet& bet = *run.now().bet;
    run.bet = {};
    run.bet.answer = run.answer_to(run.step)->answer;
    if (chooses_several(bet) || bet.kind == Bet::Kind::mark_many)
        run.bet.chosen = parts_of(run.bet.answer);
    else if (bet.kind == Bet::Kind::choose)
        run.bet.answer = choice_of(run)->text;
    run.bet.is_placed = true;
    run.acting = reveal_of(bet, run.bet.answer);
}

bool can_place(const LessonRun& run, const CellId& selected) {
    const Bet* const bet = run.open_bet();
    if (bet == nullptr)
        return false;
    switch (bet->kind) {
    case Bet::Kind::mark: // by a click, or by keys that lead to another cell than the step begins with
        return !run.bet.chosen.empty() || selected != run.bet.begun_on;
    case Bet::Kind::mark_many:
        return !run.bet.chosen.empty();
    case Bet::Kind::order:
        return run.bet.chosen.size() == bet->choices.size();
    case Bet::Kind::choose_many:
        return true;
    case Bet::Kind::choose:
    case Bet::Kind::type:
        return false;
    }
    return false;
}

void place(LessonRun& run, const Trace& trace, const CellId& selected) {
    const Bet& bet = *run.now().bet;
    if (bet.kind == Bet::Kind::mark && !run.bet.is_shown)
        run.bet.answer = cell_name(trace.canonical(selected));
    run.bet.is_placed = true;
    run.acting = reveal_of(bet, run.bet.answer);
}

bool choose(LessonRun& run, Index choice) {
    const Bet& bet = *run.now().bet;
    const std::string& text = bet.choices[static_cast<std::size_t>(choice)].text;
    if (chooses_several(bet))
        turn(run.bet.chosen, text);
    else
        run.bet.answer = text;
    return !chooses_several(bet);
}

void mark(LessonRun& run, const CellId& cell) {
    const Bet& bet = *run.now().bet;
    if (bet.kind == Bet::Kind::mark) // only the selected cell can be marked
        run.bet.chosen = {cell_name(cell)};
    else if (cell.array == bet.cells.front().array && cell.head == bet.cells.front().head)
        turn(run.bet.chosen, cell_name(cell));
}

} // namespace attn
