#include "ui/actions/start.h"

#include "core/document/sentences.h"
#include "core/engine/engine.h"
#include "ui/toolkit/key.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::string_view name_field = "field:name";
/// From this loss of certainty on a head is said to have helped.
constexpr double noticeable = 0.02;

const std::vector<std::string>& letters_in(const UiContext& ui) {
    return ui.layer().sequence.items[static_cast<std::size_t>(ui.workspace.item)];
}

/// What the layer says where only some of its heads are off.
class Counterfactual {
public:
    explicit Counterfactual(const UiContext& ui) : ui_(ui) {}

    std::vector<TokenReading> without(const std::vector<Index>& heads) {
        Layer layer = ui_.layer();
        for (HeadWeights& head : layer.heads)
            head.on = true;
        for (const Index head : heads)
            layer.heads[static_cast<std::size_t>(head)].on = false;
        return read_out(engine_.compute(layer), ui_.session.readouts.front(), ui_.workspace.item);
    }

private:
    const UiContext& ui_;
    Engine engine_{1}; // keeps what the heads have in common
};

double least_sure(const std::vector<TokenReading>& readings) {
    double least = 1;
    for (const TokenReading& reading : readings)
        least = std::min(least, reading.sure);
    return least;
}

Index survivors(const std::vector<TokenReading>& before, const std::vector<TokenReading>& now) {
    Index count = 0;
    for (std::size_t token = 0; token < before.size() && token < now.size(); ++token)
        count += before[token].label == now[token].label ? 1 : 0;
    return count;
}

std::string sureness_in_percent(double share) {
    // As the letters themselves say it.
    return share > 0.99 ? "over 99 %" : fmt::format("{:.0f} %", 100 * share);
}

std::string number_word(Index number) {
    constexpr std::array words{"None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"};
    return number < std::ssize(words) ? words.at(static_cast<std::size_t>(number)) : std::to_string(number);
}

/// "head 1", "heads 1 and 2", "heads 1, 2 and 5".
std::string list_of_heads(const std::vector<Index>& heads) {
    std::string text = heads.size() == 1 ? "head " : "heads ";
    for (std::size_t i = 0; i < heads.size(); ++i)
        text += (i == 0 ? "" : i + 1 == heads.size() ? " and " : ", ") + std::to_string(heads[i] + 1);
    return text;
}

/// Whether each head alone leaves more than all of them leave.
bool are_worse_together(Counterfactual& layer, const std::vector<Index>& heads, const std::vector<TokenReading>& whole,
                        Index left) {
    return std::ranges::all_of(heads, [&](Index head) { return survivors(whole, layer.without({head})) > left; });
}

/// The first letter's row of Y.
CellId first_reading(const UiContext& ui) {
    return {ArrayId::Y, ui.workspace.item, 0, 0, 0};
}

CellId of_head(CellId cell, Index head) {
    cell.head = head;
    return cell;
}

/// Letter by letter it is these labels of the session's first read-out that come back.
std::vector<Fact> reading_facts(const UiContext& ui, const std::vector<std::string>& labels) {
    const std::vector<std::string>& known = ui.session.readouts.front().labels;
    std::vector<Fact> facts;
    CellId row = first_reading(ui);
    for (const std::string& label : labels) {
        facts.push_back(
            fact(Quantity::reading, row, static_cast<double>(std::ranges::find(known, label) - known.begin())));
        facts.back().terms = {0};
        ++row.row;
    }
    return facts;
}

/// Those that come back now.
std::vector<Fact> present_facts(const UiContext& ui) {
    std::vector<std::string> labels;
    for (const TokenReading& reading : present_reading(ui))
        labels.push_back(reading_label(ui.session.readouts.front(), reading));
    return reading_facts(ui, labels);
}

std::string present_text(const UiContext& ui) {
    return reading_text(ui.session.readouts.front(), present_reading(ui), between_tokens(ui.session));
}

std::string refusal_of_name(const UiContext& ui, const std::vector<std::string>& letters) {
    const Sequence& sequence = ui.layer().sequence;
    for (const std::string& letter : letters)
        if (!is_known(sequence, letter))
            return fmt::format("This layer knows {}.", known_letters(sequence));
    const Index most = sequence.positions.rows.rows();
    if (sequence.positions.kind == Positions::Kind::both_ends && std::ssize(letters) > most)
        return fmt::format("This layer knows words of up to {} letters.", most);
    return {};
}

} // namespace

void begin_start(const UiContext& ui, Workspace& workspace) {
    workspace.knows_start = true;
    if (ui.session.readouts.empty() || !ui.layer().sequence.embeddings)
        return;
    workspace.start = Start{};
    workspace.start->typed = joined_text(ui.session, letters_in(ui));
    workspace.field = open_field(std::string(name_field), workspace.start->typed);
    workspace.lecture = false;
    workspace.lesson.reset();
}

void resume_start(Workspace& workspace) {
    if (!workspace.start->asks_who)
        workspace.field = open_field(std::string(name_field), workspace.start->typed);
    workspace.lecture = false;
}

void follow_history(const UiContext& ui, Workspace& workspace) {
    if (!workspace.start || split_text(ui.session, ui.layer().sequence, workspace.start->typed) == letters_in(ui))
        return;
    workspace.start->typed = joined_text(ui.session, letters_in(ui));
    workspace.start->remark.clear();
    workspace.start->unknown.clear();
    if (workspace.field && workspace.field->name == name_field) {
        workspace.field = open_field(std::string(name_field), workspace.start->typed);
        move_caret(*workspace.field, CaretMove::end, false);
    }
}

void leave_start(Workspace& workspace) {
    workspace.start.reset();
    workspace.field.reset();
}

void go_back_in_start(Workspace& workspace) {
    if (!workspace.start->asks_who) {
        leave_start(workspace);
    } else {
        workspace.start->asks_who = false;
        workspace.start->bet.reset();
    }
}

Result<void> take_name(std::string_view text, const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (!workspace.start)
        return error("there is no name to be typed here");
    Start& start = *workspace.start;
    const std::vector<std::string> letters = split_text(command.ui.session, command.ui.layer().sequence, text);
    start.typed = text;
    start.remark.clear();
    start.unknown.clear();
    if (letters.empty())
        return error("type at least one letter");
    if (std::string reason = refusal_of_name(command.ui, letters); !reason.empty()) {
        start.remark = reason;
        const Sequence& sequence = command.ui.layer().sequence;
        const auto unknown =
            std::ranges::find_if(letters, [&](const std::string& letter) { return !is_known(sequence, letter); });
        if (unknown != letters.end())
            start.unknown = *unknown;
        return error("{}", reason);
    }
    if (letters == letters_in(command.ui))
        return {};
    command.frame_actions.edits.push_back({SetTokens{workspace.item, letters, Side::sequence}});
    return {};
}

void follow_typing(const CommandContext& command) {
    const Workspace& workspace = command.workspace;
    if (workspace.start && workspace.field && workspace.field->name == name_field &&
        workspace.field->text != workspace.start->typed)
        static_cast<void>(take_name(workspace.field->text, command));
}

bool react_to_start_keys(const CommandContext& command) {
    Start& start = *command.workspace.start;
    if (chord_pressed({.key = Key::enter})) {
        run_action(!start.asks_who                                      ? "action:start-who"
                   : start.bet && heads_off(command.ui.layer()).empty() ? "action:start-switch"
                                                                        : "action:see-how",
                   command);
        return true;
    }
    for (char digit = '1'; digit <= '9' && start.asks_who; ++digit)
        if (chord_pressed({.key = letter_key(digit)}) && digit - '1' < command.ui.sizes().H) {
            bet_on(command.workspace, digit - '1');
            return true;
        }
    return false;
}

void bet_on(Workspace& workspace, Index head) {
    if (workspace.start)
        workspace.start->bet = head;
    workspace.field.reset();
}

void switch_bet(const CommandContext& command) {
    const Index head = *command.workspace.start->bet;
    const bool on = command.ui.layer().heads[static_cast<std::size_t>(head)].on;
    command.frame_actions.edits.push_back({SetHeadOn{head, !on}});
}

void switch_all_on(const CommandContext& command) {
    for (const Index head : heads_off(command.ui.layer()))
        command.frame_actions.edits.push_back({SetHeadOn{head, true}});
}

std::string known_letters(const Sequence& sequence) {
    std::vector<std::string> known;
    for (const auto& [word, row] : *sequence.embeddings)
        if (is_known(sequence, word))
            known.push_back(word);
    const auto is_next = [](const std::string& a, const std::string& b) {
        return a.size() == 1 && b.size() == 1 && a.front() + 1 == b.front();
    };
    std::string text;
    for (std::size_t first = 0; first < known.size();) {
        std::size_t last = first;
        while (last + 1 < known.size() && is_next(known[last], known[last + 1]))
            ++last;
        text += (text.empty() ? "" : ", ") + known[first];
        if (last > first)
            text += (last > first + 1 ? " to " : ", ") + known[last];
        first = last + 1;
    }
    return text;
}

std::vector<TokenReading> present_reading(const UiContext& ui) {
    if (ui.session.readouts.empty())
        return {};
    return read_out(ui.trace, ui.session.readouts.front(), ui.workspace.item);
}

std::vector<Index> heads_off(const Layer& layer) {
    std::vector<Index> off;
    for (Index head = 0; head < std::ssize(layer.heads); ++head)
        if (!layer.heads[static_cast<std::size_t>(head)].on)
            off.push_back(head);
    return off;
}

bool comes_back_reversed(const UiContext& ui) {
    const std::vector<std::string> backwards(letters_in(ui).rbegin(), letters_in(ui).rend());
    return joined_text(ui.session, backwards) == present_text(ui);
}

std::vector<Fact> reversed_facts(const UiContext& ui) {
    return reading_facts(ui, {letters_in(ui).rbegin(), letters_in(ui).rend()});
}

bool reads_the_same(const UiContext& ui) {
    return letters_in(ui).size() > 1 && joined_text(ui.session, letters_in(ui)) == present_text(ui);
}

std::vector<Fact> same_facts(const UiContext& ui) {
    return reading_facts(ui, letters_in(ui));
}

Claim goes_and_comes(const UiContext& ui) {
    return {fmt::format("{} goes in, {} comes out.", joined_text(ui.session, letters_in(ui)), present_text(ui)),
            present_facts(ui)};
}

Verdict verdict(const UiContext& ui) {
    const std::vector<Index> off = heads_off(ui.layer());
    const std::string says = present_text(ui);
    Counterfactual layer(ui);
    const std::vector<TokenReading> whole = layer.without({});
    const std::vector<TokenReading> now = present_reading(ui);
    const CellId row = first_reading(ui);
    std::vector<Fact> title = present_facts(ui);
    title.push_back(fact(Quantity::heads_off, row, static_cast<double>(off.size())));
    for (const Index head : off)
        title.push_back(fact(Quantity::is_head_on, of_head(row, head), 0));
    Verdict result{{fmt::format("Without {}: {}.", list_of_heads(off), says), std::move(title)}, {{}, Fact()}};
    const auto count = static_cast<Index>(whole.size());
    const Index left = survivors(whole, now);
    const std::vector<Fact> survive{fact(Quantity::readings_kept, row, static_cast<double>(left))};
    const double sure_before = least_sure(whole);
    const double sure_now = least_sure(now);
    if (left < count && off.size() > 1 && are_worse_together(layer, off, whole, left)) {
        result.text = {fmt::format("{} of {} letters survive{}. Together they did it.", number_word(left), count,
                                   left == 1 ? "s" : ""),
                       survive};
        for (const Index head : off) {
            Fact alone = fact(Quantity::readings_kept_without, of_head(row, head), 0);
            alone.at_least = static_cast<double>(left + 1);
            alone.at_most = static_cast<double>(count);
            result.text.when.push_back(alone);
        }
        return result;
    }
    if (left < count) {
        result.text = {fmt::format("{} of {} letters survive{}{}", number_word(left), count, left == 1 ? "s" : "",
                                   left > 0 ? ": who helps?" : "."),
                       survive};
        return result;
    }
    Fact lost = fact(Quantity::sureness_lost, row, 0);
    const bool is_noticed = sure_before - sure_now >= noticeable;
    lost.at_least = is_noticed ? noticeable : -1;
    lost.at_most = is_noticed ? 1 : noticeable;
    std::vector<Fact> facts = survive;
    facts.push_back(lost);
    if (!is_noticed) {
        result.text = {off.size() == 1 ? "Nothing lost: somebody else does it." : "Nothing lost: others do it.",
                       std::move(facts)};
        return result;
    }
    const std::string before = sureness_in_percent(sure_before);
    const std::string after = sureness_in_percent(sure_now);
    facts.push_back(written_fact(Quantity::least_reading_share_of_all_heads, row, before));
    facts.push_back(written_fact(Quantity::least_reading_share, row, after));
    result.text = {fmt::format("Still {}, but less sure: the least sure letter falls from {} to {}.{}", says, before,
                               after, off.size() == 1 ? " It is not alone." : ""),
                   std::move(facts)};
    return result;
}

} // namespace attn
