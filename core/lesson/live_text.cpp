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
#include "core/notation/named_words.h"
#include "core/notation/size_letters.h"
#include "core/text/references.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/core.h>
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

/// The decimals in a format: "3" is three; text that is no number means the default.
int decimals_in(std::string_view digits) {
    constexpr Index most = 9; // as many as a number of the trace has
    return static_cast<int>(std::min(most, number_in(digits).value_or(usual_decimals)));
}

/// The number in the format: "%", ".3" or the default, without decimals for whole numbers.
std::string number_in_words(float value, std::string_view format) {
    if (format == "%")
        return fmt::format("{:.0f} %", 100 * static_cast<double>(value));
    const int decimals = format.starts_with('.') ? decimals_in(format.substr(1)) : usual_decimals;
    const bool is_whole = std::isfinite(value) && std::abs(value - std::round(value)) < 1e-6F;
    return display_number(value, is_whole && format.empty() ? 0 : decimals);
}

/// The number of a cell such as "A/1[2,7]".
std::optional<std::string> told_cell(std::string_view name, std::string_view format, const Snapshot& now) {
    const auto cell = parse_cell_name(name);
    if (!cell || !now.trace.contains(*cell))
        return std::nullopt;
    return number_in_words(now.trace.value(*cell), format);
}

/// The sum of a column, "A/1[*,4]", or of a row, "A/1[2,*]".
std::optional<std::string> told_sum(std::string_view name, std::string_view format, const Snapshot& now) {
    std::string first(name);
    const std::size_t star = first.find('*');
    if (star == std::string::npos)
        return std::nullopt;
    first.replace(star, 1, "1");
    const auto cell = parse_cell_name(first);
    if (!cell || !now.trace.contains(*cell))
        return std::nullopt;
    const Matrix matrix = now.trace.matrix({cell->layer, cell->array, cell->item, cell->head});
    double sum = 0;
    if (name.substr(star + 1).starts_with(']'))
        for (Index column = 0; column < matrix.columns(); ++column)
            sum += static_cast<double>(matrix(cell->row, column));
    else
        for (Index row = 0; row < matrix.rows(); ++row)
            sum += static_cast<double>(matrix(row, cell->column));
    return number_in_words(static_cast<float>(sum), format);
}

/// Mean and variance of the finite numbers of a matrix.
struct Moments {
    double mean = 0;
    double variance = 0;
};

/// The moments of a matrix, "scaled/1".
std::optional<Moments> moments_of(std::string_view name, const Snapshot& now) {
    const auto cell = parse_cell_name(std::string(name) + "[1,1]");
    if (!cell || !now.trace.contains(*cell))
        return std::nullopt;
    const Matrix matrix = now.trace.matrix({cell->layer, cell->array, cell->item, cell->head});
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

/// The standard deviation of the finite numbers of a matrix, "scaled/1".
std::optional<std::string> told_spread(std::string_view name, const Snapshot& now) {
    const auto moments = moments_of(name, now);
    return moments ? std::optional(display_number(static_cast<float>(std::sqrt(moments->variance)), usual_decimals))
                   : std::nullopt;
}

std::optional<std::string> told_variance(std::string_view name, const Snapshot& now) {
    constexpr double large = 100; // from here on one decimal suffices for two decimals of the root
    const auto moments = moments_of(name, now);
    if (!moments)
        return std::nullopt;
    const int decimals = moments->variance < large ? usual_decimals : 1;
    return display_number(static_cast<float>(moments->variance), decimals);
}

std::optional<Prose> told_token(std::string_view number, const Snapshot& now) {
    const auto place = number_in(number);
    const auto& tokens = now.session.layer().sequence.items.front();
    if (!place || *place < 1 || *place > std::ssize(tokens))
        return std::nullopt;
    return Prose::own(tokens[static_cast<std::size_t>(*place - 1)] + subscript(*place));
}

/// The head's number as the notation counts, from 1 or 0; `number` counts from 1.
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

/// The loss of the first read-out if the right labels are "pots"; "pots .4" with four decimals.
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

/// The notation's name of an array, or the symbol of a length.
std::optional<Prose> told_name(std::string_view name, const Session& session) {
    const Notation notation = notation_of(session);
    if (const auto array = find_array(std::string(name)))
        return name_of(notation, *array);
    // Also symbols that only formulas have: the product in the middle of a score, the letter of concat, the indices.
    const bool is_of_formulas = name == "W_QK" || name == "C" || name == "i" || name == "j";
    if (length_by_letter(name) != nullptr || is_of_formulas)
        return symbol_in(fmt::format("<{}>", name), notation);
    return std::nullopt;
}

/// The number in words as the beginning of a sentence.
std::string number_at_first(Index number) {
    return capitalized(number_word(number));
}

/// The heads in words: "head 1", "heads 1 and 2", "heads 1, 2 and 5".
std::string list_of_heads(const Session& session, const std::vector<Index>& heads) {
    std::vector<std::string> numbers;
    numbers.reserve(heads.size());
    for (const Index head : heads)
        numbers.push_back(std::to_string(head_number(session, head)));
    return (heads.size() == 1 ? "head " : "heads ") + enumerated(numbers);
}

/// The share in percent, as beside letters that are read out.
std::string sureness_in_percent(double share) {
    return share > 0.99 ? "over 99 %" : fmt::format("{:.0f} %", 100 * share);
}

/// The text of a reference about heads and their effect on the readings; nullopt for other references.
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

std::optional<Prose> told_reference(std::string_view reference, const Snapshot& now, Look look = Look::light) {
    const bool is_dark = look == Look::dark;
    if (reference == "dark")
        return is_dark ? "bright" : "dark";
    if (reference == "darker")
        return is_dark ? "brighter" : "darker";
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
        return Prose::own(joined_text(now.session, now.session.layer().sequence.items.front()));
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

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// The last word before `end`, without spaces and brackets around it.
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

/// True for a word that continues counted numbers: "columns 1 to 4", "rows 2 and 3".
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

/// True for names that differ by notation: "Q", "W_Q", "d_k". False for words such as "scores".
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
        const bool follows_letter = at > 0 && static_cast<unsigned char>(text[at - 1]) >= 0x80; // part of a word, or a
                                                                                                // sign
        const bool is_article = word == "A" && end + 1 < text.size() && text[end] == ' ';
        const bool is_function = end < text.size() && text[end] == '('; // P(j given i)
        const bool is_bare = is_symbol(word) || has_bare_index(word, text.substr(end));
        if (!follows_letter && !is_article && !is_function && is_bare)
            found.emplace_back(word);
        at = end;
    }
}

/// True if the notation's own name of an array is a singular noun: "head", "output".
bool is_noun(std::string_view reference, std::string_view word, const Session& session) {
    constexpr std::string_view name = "name ";
    const auto array =
        reference.starts_with(name) ? find_array(std::string(reference.substr(name.size()))) : std::nullopt;
    const auto& wordings = session.notation.profile().arrays;
    const bool is_own = array && wordings.contains(*array) && !wordings.find(*array)->second.word.empty();
    const auto is_small = [](char letter) { return letter >= 'a' && letter <= 'z'; };
    return is_own && word.size() > 2 && word.back() != 's' && std::ranges::all_of(word, is_small);
}

/// The noun between `before` and `behind`: with an article if it needs one, and with a capital at the beginning of a
/// sentence.
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
    return begins ? capitalized(noun) : noun;
}

} // namespace

std::string number_word(Index number) {
    constexpr std::array words{"none",  "one",   "two",  "three", "four",   "five",  "six",
                               "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return number < std::ssize(words) ? words.at(static_cast<std::size_t>(number)) : std::to_string(number);
}

Prose told(std::string_view text, const Snapshot& now, Look look) {
    Prose result;
    for_each_reference(
        text, [&](std::string_view plain) { result += plain; },
        [&](std::string_view reference) {
            const Prose words = told_reference(reference, now, look).value_or("–");
            const std::string_view before(text.data(), static_cast<std::size_t>(reference.data() - 1 - text.data()));
            const std::string_view behind = text.substr(before.size() + reference.size() + 2);
            result +=
                is_noun(reference, words.letters(), now.session) ? in_sentence(before, words.letters(), behind) : words;
        });
    return result;
}

std::string broken_reference(std::string_view text, const Snapshot& now) {
    std::string broken;
    for_each_reference(
        text, [](std::string_view /*plain*/) {},
        [&](std::string_view reference) {
            if (broken.empty() && !told_reference(reference, now))
                broken = reference;
        });
    return broken;
}

std::vector<std::string> bare_numbers(std::string_view text, const std::vector<std::string>& given) {
    std::vector<std::string> found;
    for_each_reference(
        text, [&](std::string_view plain) { add_bare_numbers(plain, given, found); }, [](std::string_view /*name*/) {});
    return found;
}

std::vector<std::string> bare_symbols(std::string_view text) {
    std::vector<std::string> found;
    for_each_reference(
        text, [&](std::string_view plain) { add_bare_symbols(plain, found); }, [](std::string_view /*name*/) {});
    return found;
}

} // namespace attn
