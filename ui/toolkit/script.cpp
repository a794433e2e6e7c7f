#include "ui/toolkit/script.h"

#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace attn {

namespace {

using namespace script;
using Words = std::vector<std::string>;

constexpr std::string_view blanks = " \t\r";

/// Reads a word in quotation marks, which begins at `at`. In it, \" and \\ mean " and \.
Result<std::string> quoted_word(std::string_view line, std::size_t& at) {
    std::string word;
    for (++at; at < line.size() && line[at] != '"'; ++at) {
        if (line[at] == '\\' && at + 1 < line.size() && (line[at + 1] == '"' || line[at + 1] == '\\'))
            ++at;
        word += line[at];
    }
    if (at == line.size())
        return error("a quotation mark is not closed");
    ++at;
    if (at < line.size() && blanks.find(line[at]) == std::string_view::npos)
        return error("a blank is expected after the closing quotation mark");
    return word;
}

Result<Words> split(std::string_view line) {
    Words words;
    for (std::size_t at = line.find_first_not_of(blanks); at < line.size(); at = line.find_first_not_of(blanks, at)) {
        if (line[at] == '#')
            break;
        if (line[at] == '"') {
            Result<std::string> word = quoted_word(line, at);
            if (!word)
                return word.error();
            words.push_back(*std::move(word));
        } else {
            const std::size_t end = std::min(line.size(), line.find_first_of(blanks, at));
            words.emplace_back(line.substr(at, end - at));
            at = end;
        }
    }
    return words;
}

template <class Number>
std::optional<Number> number(std::string_view word) {
    Number value{};
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (failed != std::errc() || end != word.data() + word.size())
        return std::nullopt;
    return value;
}

/// A number within ±10⁶, so that no script waits for days or drags a target out of reach.
std::optional<float> moderate(std::string_view word) {
    const std::optional<float> value = number<float>(word);
    constexpr float limit = 1e6F;
    return value && *value >= -limit && *value <= limit ? value : std::nullopt;
}

/// Returns the edit distance of two words: the fewest changes, insertions and deletions that turn one into the other.
std::size_t distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t changed = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
        }
    }
    return row.back();
}

// Each parser gets the words after the command's name, as many as the command's row in `grammar` allows.

Result<Command> parse_open(std::span<const std::string> words) {
    return Command(Open{{words.begin(), words.end()}});
}

Result<Command> parse_step(std::span<const std::string> words) {
    if (words[0] == "next")
        return Command(Step{Step::To::next, {}});
    if (words[0] == "previous")
        return Command(Step{Step::To::previous, {}});
    const std::optional<ArrayId> array = find_array(words[0]);
    if (!array)
        return error("'{}' is no step; write next, previous or an array's name such as scores or A",
                     printable(words[0]));
    return Command(Step{Step::To::array, *array});
}

Result<Command> parse_head(std::span<const std::string> words) {
    const std::optional<Index> head = number<Index>(words[0]);
    if (!head || *head < 1)
        return error("'{}' is no head; heads are counted from 1", printable(words[0]));
    return Command(Head{*head - 1});
}

/// Reads modifiers: "shift", "ctrl+shift".
std::optional<Chord> parse_held(std::string_view word) {
    // A chord needs a key; any key will do here.
    const std::optional<Chord> chord = parse_chord(std::string(word) + "+a");
    if (!chord)
        return std::nullopt;
    return Chord{.control = chord->control, .shift = chord->shift, .alt = chord->alt};
}

Result<Command> parse_click(std::span<const std::string> words) {
    if (words.size() == 1)
        return Command(Click{.target = words[0]});
    const std::optional<Chord> held = words.size() == 3 && words[1] == "with" ? parse_held(words[2]) : std::nullopt;
    if (!held)
        return error("expected 'click TARGET with shift', or with ctrl, alt, ctrl+shift");
    return Command(Click{.target = words[0], .held = *held});
}

Result<Command> parse_doubleclick(std::span<const std::string> words) {
    return Command(Click{.target = words[0], .twice = true});
}

Result<Command> parse_drag(std::span<const std::string> words) {
    const std::optional<float> x = moderate(words[2]);
    const std::optional<float> y = moderate(words[3]);
    if (words[1] != "by" || !x || !y)
        return error("expected 'drag TARGET by DX DY' with two numbers of pixels");
    return Command(Drag{words[0], {*x, *y}});
}

Result<Command> parse_hover(std::span<const std::string> words) {
    return Command(Hover{words[0]});
}

Result<Command> parse_wheel(std::span<const std::string> words) {
    const std::optional<float> notches = moderate(words[2]);
    if (words[1] != "by" || !notches)
        return error("expected 'wheel TARGET by N' with a number of notches, upwards positive");
    return Command(Wheel{words[0], *notches});
}

Result<Command> parse_type(std::span<const std::string> words) {
    return Command(Type{words[0], words[1]});
}

Result<Command> parse_key(std::span<const std::string> words) {
    const std::optional<Chord> chord = parse_chord(words[0]);
    if (!chord)
        return error("'{}' is no key; write for example ctrl+z, page_down, escape or f11", printable(words[0]));
    return Command(Press{*chord});
}

Result<Command> parse_clipboard(std::span<const std::string> words) {
    std::string text;
    for (const std::string& line : words)
        text += (text.empty() ? "" : "\n") + line;
    return Command(SetClipboard{std::move(text)});
}

Result<Command> parse_wait(std::span<const std::string> words) {
    const std::optional<float> milliseconds = moderate(words[0]);
    if (!milliseconds || *milliseconds < 0)
        return error("'{}' is no time; expected milliseconds from 0 to 1000000", printable(words[0]));
    return Command(Wait{*milliseconds / 1000});
}

Result<Command> parse_expect(std::span<const std::string> words) {
    Expect expected{words[0], words[1], std::nullopt};
    if (words.size() > 2) {
        if (words.size() == 4)
            expected.within = number<double>(words[3]);
        if (words[2] != "within" || !expected.within || !(*expected.within >= 0 && std::isfinite(*expected.within)))
            return error("expected 'expect TARGET VALUE within TOL' with a tolerance of at least 0");
    }
    return Command(std::move(expected));
}

Result<Command> parse_screenshot(std::span<const std::string> words) {
    return Command(Screenshot{words[0]});
}

Result<Command> parse_trace(std::span<const std::string> words) {
    return Command(WriteTrace{words[0]});
}

Result<Command> parse_targets(std::span<const std::string> /*words*/) {
    return Command(ListTargets{});
}

struct Grammar {
    std::string_view name;
    std::string_view usage;
    std::size_t least_words;
    std::size_t most_words;
    Result<Command> (*parse)(std::span<const std::string> words);
};

constexpr std::size_t any_number = 64;
constexpr std::array grammar{
    Grammar{"open", "open SOURCE", 1, any_number, parse_open},
    Grammar{"step", "step next, step previous or step ARRAY", 1, 1, parse_step},
    Grammar{"head", "head NUMBER", 1, 1, parse_head},
    Grammar{"click", "click TARGET [with shift]", 1, 3, parse_click},
    Grammar{"doubleclick", "doubleclick TARGET", 1, 1, parse_doubleclick},
    Grammar{"drag", "drag TARGET by DX DY", 4, 4, parse_drag},
    Grammar{"hover", "hover TARGET", 1, 1, parse_hover},
    Grammar{"wheel", "wheel TARGET by N", 3, 3, parse_wheel},
    Grammar{"type", "type TARGET \"text\"", 2, 2, parse_type},
    Grammar{"key", "key ctrl+z", 1, 1, parse_key},
    Grammar{"clipboard", "clipboard \"line\" …", 1, any_number, parse_clipboard},
    Grammar{"wait", "wait MILLISECONDS", 1, 1, parse_wait},
    Grammar{"expect", "expect TARGET VALUE [within TOL]", 2, 4, parse_expect},
    Grammar{"screenshot", "screenshot FILE", 1, 1, parse_screenshot},
    Grammar{"trace", "trace FILE", 1, 1, parse_trace},
    Grammar{"targets", "targets", 0, 0, parse_targets},
};

Error unknown_command(const std::string& word) {
    const std::string_view beginning = std::string_view(word).substr(0, 64); // no command is nearly as long
    const auto* nearest = std::min_element(grammar.begin(), grammar.end(), [&](const Grammar& a, const Grammar& b) {
        return distance(beginning, a.name) < distance(beginning, b.name);
    });
    if (distance(beginning, nearest->name) <= 2)
        return error("unknown command '{}'; did you mean {}?", printable(word), nearest->name);
    std::string names;
    for (const Grammar& command : grammar)
        names += (names.empty() ? "" : ", ") + std::string(command.name);
    return error("unknown command '{}'; there are {}", printable(word), names);
}

Result<Command> parse_command(const Words& words) {
    const auto* command =
        std::find_if(grammar.begin(), grammar.end(), [&](const Grammar& g) { return g.name == words[0]; });
    if (command == grammar.end())
        return unknown_command(words[0]);
    const std::span<const std::string> arguments = std::span(words).subspan(1);
    if (arguments.size() < command->least_words || arguments.size() > command->most_words)
        return error("expected '{}'", command->usage);
    return command->parse(arguments);
}

} // namespace

Result<std::vector<ScriptLine>> parse_script(std::string_view text, std::string_view name) {
    std::vector<ScriptLine> lines;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.size(), text.find('\n'));
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(text.size(), end + 1));
        const Result<Words> words = split(line);
        if (!words)
            return error("{}:{}: {}", name, number, words.error().message);
        if (words->empty())
            continue;
        Result<Command> command = parse_command(*words);
        if (!command)
            return error("{}:{}: {}", name, number, command.error().message);
        const std::size_t first = line.find_first_not_of(blanks);
        const std::size_t last = line.find_last_not_of(blanks);
        lines.push_back({number, std::string(line.substr(first, last - first + 1)), *std::move(command)});
    }
    return lines;
}

} // namespace attn
