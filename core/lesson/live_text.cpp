#include "core/lesson/live_text.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/readings.h"
#include "core/document/session/sentences.h"
#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/explain/readout.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "core/notation/size_letters.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/core.h>
#include <functional>
#include <optional>

namespace attn {

namespace {

constexpr int usual_decimals = 2;

std::optional<Index> number_in(std::string_view text) {
    Index number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || number < 0)
        return std::nullopt;
    return number;
}

/// Of "3" three; what is no number asks for the usual ones.
int decimals_in(std::string_view digits) {
    constexpr Index most = 9; // that a number of the trace has
    return static_cast<int>(std::min(most, number_in(digits).value_or(usual_decimals)));
}

/// A whole number stands without decimals.
std::string number_in_words(float value, std::string_view format) {
    if (format == "%")
        return fmt::format("{:.0f} %", 100 * static_cast<double>(value));
    const int decimals = format.starts_with('.') ? decimals_in(format.substr(1)) : usual_decimals;
    const bool is_whole = std::isfinite(value) && std::abs(value - std::round(value)) < 1e-6F;
    return display_number(value, is_whole && format.empty() ? 0 : decimals);
}

/// "A/1[2,7]", with a format behind it.
std::optional<std::string> told_cell(std::string_view name, std::string_view format, const Snapshot& now) {
    const auto cell = parse_cell_name(name);
    if (!cell || !now.trace.contains(*cell))
        return std::nullopt;
    return number_in_words(now.trace.value(*cell), format);
}

/// "A/1[*,4]": a column's sum; "A/1[2,*]": a row's.
std::optional<std::string> told_sum(std::string_view name, std::string_view format, const Snapshot& now) {
    std::string first(name);
    const std::size_t star = first.find('*');
    if (star == std::string::npos)
        return std::nullopt;
    first.replace(star, 1, "1");
    const auto cell = parse_cell_name(first);
    if (!cell || !now.trace.contains(*cell))
        return std::nullopt;
    const Matrix matrix = now.trace.matrix({cell->array, cell->item, cell->head});
    double sum = 0;
    if (name.substr(star + 1).starts_with(']'))
        for (Index column = 0; column < matrix.columns(); ++column)
            sum += static_cast<double>(matrix(cell->row, column));
    else
        for (Index row = 0; row < matrix.rows(); ++row)
            sum += static_cast<double>(matrix(row, cell->column));
    return number_in_words(static_cast<float>(sum), format);
}

/// Of the finite numbers of a matrix.
struct Moments {
    double mean = 0;
    double variance = 0;
};

/// "scaled/1".
std::optional<Moments> moments_of(std::string_view name, const Snapshot& now) {
    const auto cell = parse_cell_name(std::string(name) + "[1,1]");
    if (!cell || !now.trace.contains(*cell))
        return std::nullopt;
    const Matrix matrix = now.trace.matrix({cell->array, cell->item, cell->head});
    double count = 0;
    double sum = 0;
    double squares = 0;
    for (Index row = 0; row < matrix.rows(); ++row)
        for (const float number : matrix.row(row))
            if (std::isfinite(number)) {
                count += 1;
                sum += static_cast<double>(number);
                squares += static_cast<double>(number) * static_cast<double>(number);
            }
    const double mean = sum / std::max(count, 1.0);
    return Moments{mean, std::max(0.0, squares / std::max(count, 1.0) - mean * mean)};
}

std::optional<std::string> told_mean(std::string_view name, const Snapshot& now) {
    const auto moments = moments_of(name, now);
    return moments ? std::optional(display_number(static_cast<float>(moments->mean), usual_decimals)) : std::nullopt;
}

/// "scaled/1": how far its finite numbers spread, as their standard deviation.
std::optional<std::string> told_spread(std::string_view name, const Snapshot& now) {
    const auto moments = moments_of(name, now);
    return moments ? std::optional(display_number(static_cast<float>(std::sqrt(moments->variance)), usual_decimals))
                   : std::nullopt;
}

std::optional<std::string> told_variance(std::string_view name, const Snapshot& now) {
    constexpr double large = 100; // of which one decimal is enough for its root to have two
    const auto moments = moments_of(name, now);
    if (!moments)
        return std::nullopt;
    const int decimals = moments->variance < large ? usual_decimals : 1;
    return display_number(static_cast<float>(moments->variance), decimals);
}

std::optional<std::string> told_token(std::string_view number, const Snapshot& now) {
    const auto place = number_in(number);
    const auto& tokens = now.session.layer().sequence.items.front();
    if (!place || *place < 1 || *place > std::ssize(tokens))
        return std::nullopt;
    return tokens[static_cast<std::size_t>(*place - 1)] + subscript(*place);
}

/// Heads are counted from 1 or from 0, as the notation does.
std::optional<std::string> told_head(std::string_view number, const Session& session) {
    const auto place = number_in(number);
    if (!place || *place < 1 || *place > std::ssize(session.layer().heads))
        return std::nullopt;
    return std::to_string(head_number(session, *place - 1));
}

std::optional<std::string> told_read_out(std::string_view number, const Snapshot& now) {
    const Index place = number.empty() ? 1 : number_in(number).value_or(0);
    if (place < 1 || place > std::ssize(now.session.readouts))
        return std::nullopt;
    const ReadOut& readout = now.session.readouts[static_cast<std::size_t>(place - 1)];
    return reading_text(readout, read_out(now.trace, readout, 0), between_tokens(now.session));
}

/// "pots", "pots .4": how wrong the first read-out is where that is right.
std::optional<std::string> told_loss(std::string_view rest, const Snapshot& now) {
    const std::size_t format = rest.rfind(" .");
    const std::string_view right = rest.substr(0, format);
    if (now.session.readouts.empty())
        return std::nullopt;
    const auto loss = loss_of(now.trace, now.session.readouts.front(), 0, right);
    if (!loss)
        return std::nullopt;
    const int decimals = format == std::string_view::npos ? usual_decimals : decimals_in(rest.substr(format + 2));
    return display_number(static_cast<float>(*loss), decimals);
}

/// What the notation calls an array, or a length of the layer.
std::optional<std::string> told_name(std::string_view name, const Session& session) {
    if (const auto array = find_array(std::string(name)))
        return shown_name(session, *array);
    // And what formulas alone write: the product in the middle of a score, a letter for concat, who reads and is read.
    const bool is_of_formulas = name == "W_QK" || name == "C" || name == "i" || name == "j";
    if (length_by_letter(name) != nullptr || is_of_formulas)
        return in_letters(fmt::format("<{}>", name), notation_of(session));
    return std::nullopt;
}

/// Where a sentence begins with it.
std::string number_at_first(Index number) {
    std::string word = number_word(number);
    word.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(word.front())));
    return word;
}

/// "head 1", "heads 1 and 2", "heads 1, 2 and 5".
std::string list_of_heads(const Session& session, const std::vector<Index>& heads) {
    std::string text = heads.size() == 1 ? "head " : "heads ";
    for (std::size_t i = 0; i < heads.size(); ++i)
        text += (i == 0 ? "" : i + 1 == heads.size() ? " and " : ", ") + std::to_string(head_number(session, heads[i]));
    return text;
}

/// As letters that come back say it themselves.
std::string sureness_in_percent(double share) {
    return share > 0.99 ? "over 99 %" : fmt::format("{:.0f} %", 100 * share);
}

/// What heads do to what comes back.
std::optional<std::string> told_of_heads(std::string_view reference, const Snapshot& now) {
    const Layer& layer = now.session.layer();
    if (reference == "heads")
        return number_at_first(std::ssize(layer.heads));
    if (reference == "letters")
        return number_word(std::ssize(layer.sequence.items.front()));
    if (reference == "heads off") {
        const std::vector<Index> off = heads_off(layer);
        return off.empty() ? std::nullopt : std::optional(list_of_heads(now.session, off));
    }
    if (reference == "sure" && !present_readings(now).empty())
        return sureness_in_percent(least_sureness(present_readings(now)));
    if (reference != "kept" && reference != "sure before")
        return std::nullopt;
    const std::optional<ReadingsLeft> left = readings_left(now);
    if (!left)
        return std::nullopt;
    return reference == "kept" ? number_at_first(left->kept) : sureness_in_percent(left->sure_before);
}

std::optional<std::string> told_reference(std::string_view reference, const Snapshot& now) {
    if (reference == "dark" || reference == "darker")
        return std::string(reference);
    if (auto of_heads = told_of_heads(reference, now))
        return of_heads;
    const std::size_t blank = reference.find(' ');
    const std::string_view name = reference.substr(0, blank);
    const std::string_view rest = blank == std::string_view::npos ? std::string_view() : reference.substr(blank + 1);
    if (name == "token")
        return told_token(rest, now);
    if (name == "head")
        return told_head(rest, now.session);
    if (name == "name")
        return told_name(rest, now.session);
    if (name == "word")
        return joined_text(now.session, now.session.layer().sequence.items.front());
    if (name == "read_out")
        return told_read_out(rest, now);
    if (name == "loss")
        return told_loss(rest, now);
    if (name == "mean")
        return told_mean(rest, now);
    if (name == "spread")
        return told_spread(rest, now);
    if (name == "variance")
        return told_variance(rest, now);
    if (name == "sum") {
        const std::size_t gap = rest.find(' ');
        return told_sum(rest.substr(0, gap), gap == std::string_view::npos ? std::string_view() : rest.substr(gap + 1),
                        now);
    }
    return told_cell(name, rest, now);
}

/// Calls `plain` with what stands outside of braces, and `reference` with what stands in them.
void walk(std::string_view text, const std::function<void(std::string_view)>& plain,
          const std::function<void(std::string_view)>& reference) {
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos)
            return plain(text);
        plain(text.substr(0, open));
        reference(text.substr(open + 1, close - open - 1));
        text.remove_prefix(close + 1);
    }
}

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// The word that ends at `end`, without what stands between it and there.
std::string_view word_before(std::string_view text, std::size_t end) {
    const std::size_t last = text.find_last_not_of(" (", end == 0 ? 0 : end - 1);
    if (end == 0 || last == std::string_view::npos)
        return {};
    const std::size_t first = text.find_last_of(" (", last);
    return text.substr(first == std::string_view::npos ? 0 : first + 1,
                       last - (first == std::string_view::npos ? 0 : first + 1) + 1);
}

bool is_counted(std::string_view word) {
    constexpr std::array counting{"row",     "rows", "column", "columns", "place", "places", "letter",
                                  "letters", "step", "lesson", "token",   "Row",   "Column", "Columns"};
    return std::ranges::find(counting, word) != counting.end();
}

/// One that goes on from a counted number: "columns 1 to 4", "rows 2 and 3".
bool goes_on(std::string_view word) {
    return word == "to" || word == "and" || word == "or";
}

void add_bare_numbers(std::string_view text, const std::vector<std::string>& given, std::vector<std::string>& found) {
    bool was_counted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins = is_digit(text[at]) || (text[at] == '.' && at + 1 < text.size() && is_digit(text[at + 1]));
        if (!begins)
            continue;
        std::size_t end = at;
        while (end < text.size() && (is_digit(text[end]) || ((text[end] == '.' || text[end] == ',') &&
                                                             end + 1 < text.size() && is_digit(text[end + 1]))))
            ++end;
        const std::string number(text.substr(at, end - at));
        const std::string_view before = word_before(text, at);
        const bool counted = is_counted(before) || (was_counted && goes_on(before));
        was_counted = counted;
        if (!counted && std::ranges::find(given, number) == given.end())
            found.push_back(number);
        at = end;
    }
}

bool is_of_symbol(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter) || letter == '_';
}

/// An array or a length that the notation may call otherwise: "Q", "W_Q", "d_k". Words, "scores", are none.
bool is_symbol(std::string_view word) {
    const bool is_name = find_array(std::string(word)).has_value() || length_by_letter(word) != nullptr;
    const bool is_letter = word.size() == 1 && word.front() >= 'A' && word.front() <= 'Z';
    return is_name && (is_letter || word.find('_') == 1);
}

/// True if a letter has an index that the notation may call otherwise: "x_i", "aᵢⱼ".
bool has_bare_index(std::string_view word, std::string_view behind) {
    return word.ends_with("_i") || word.ends_with("_j") || behind.starts_with("ᵢ") || behind.starts_with("ⱼ");
}

void add_bare_symbols(std::string_view text, std::vector<std::string>& found) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_of_symbol(text[at]))
            continue;
        std::size_t end = at;
        while (end < text.size() && is_of_symbol(text[end]))
            ++end;
        const std::string_view word = text.substr(at, end - at);
        const bool follows_letter = at > 0 && static_cast<unsigned char>(text[at - 1]) >= 0x80; // of a word, or a sign
        const bool is_article = word == "A" && end + 1 < text.size() && text[end] == ' ';
        const bool is_function = end < text.size() && text[end] == '('; // P(j given i)
        const bool is_bare = is_symbol(word) || has_bare_index(word, text.substr(end));
        if (!follows_letter && !is_article && !is_function && is_bare)
            found.emplace_back(word);
        at = end;
    }
}

/// Whether the notation calls an array by a word of its own that is a noun of one thing: "head", "output".
bool is_noun(std::string_view reference, std::string_view word, const Session& session) {
    constexpr std::string_view name = "name ";
    const auto array =
        reference.starts_with(name) ? find_array(std::string(reference.substr(name.size()))) : std::nullopt;
    const auto& wordings = session.notation.profile().arrays;
    const bool is_own = array && wordings.contains(*array) && !wordings.find(*array)->second.word.empty();
    const auto is_small = [](char letter) { return letter >= 'a' && letter <= 'z'; };
    return is_own && word.size() > 2 && word.back() != 's' && std::ranges::all_of(word, is_small);
}

/// The noun between what stands before it and behind it: with an article where it has none, and with a capital where
/// it begins a sentence.
std::string in_sentence(std::string_view before, std::string noun, std::string_view behind) {
    const std::size_t last = before.find_last_not_of(" “");
    const bool begins =
        last == std::string_view::npos || std::string_view(".?!").find(before[last]) != std::string_view::npos;
    const std::string_view word = word_before(before, before.size());
    // "its head", "each head's head", "the matrix output"
    constexpr std::array determining{"a",    "the", "The", "its",   "Its",    "their", "this", "that",
                                     "each", "no",  "one", "every", "matrix", "table", "same", "whose"};
    const bool has_article = std::ranges::find(determining, word) != determining.end() || word.ends_with("'s") ||
                             word.ends_with("s'") || word.ends_with("’s") || word.ends_with("s’") || word == "=";
    if (!has_article && !behind.starts_with(" =") && !behind.starts_with("["))
        noun.insert(0, "the ");
    if (begins)
        noun.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(noun.front())));
    return noun;
}

} // namespace

std::string number_word(Index number) {
    constexpr std::array words{"none",  "one",   "two",  "three", "four",   "five",  "six",
                               "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return number < std::ssize(words) ? words.at(static_cast<std::size_t>(number)) : std::to_string(number);
}

std::string told(std::string_view text, const Snapshot& now) {
    std::string result;
    walk(
        text, [&](std::string_view plain) { result += plain; },
        [&](std::string_view reference) {
            std::string words = told_reference(reference, now).value_or("–");
            const char* const end = reference.data() + reference.size() + 1; // its brace
            const std::string_view behind(end, static_cast<std::size_t>(text.data() + text.size() - end));
            result += is_noun(reference, words, now.session) ? in_sentence(result, std::move(words), behind) : words;
        });
    return result;
}

std::string broken_reference(std::string_view text, const Snapshot& now) {
    std::string broken;
    walk(
        text, [](std::string_view /*plain*/) {},
        [&](std::string_view reference) {
            if (broken.empty() && !told_reference(reference, now))
                broken = reference;
        });
    return broken;
}

std::vector<std::string> bare_numbers(std::string_view text, const std::vector<std::string>& given) {
    std::vector<std::string> found;
    walk(
        text, [&](std::string_view plain) { add_bare_numbers(plain, given, found); }, [](std::string_view /*name*/) {});
    return found;
}

std::vector<std::string> bare_symbols(std::string_view text) {
    std::vector<std::string> found;
    walk(
        text, [&](std::string_view plain) { add_bare_symbols(plain, found); }, [](std::string_view /*name*/) {});
    return found;
}

} // namespace attn
