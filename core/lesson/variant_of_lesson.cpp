#include "core/lesson/variant_of_lesson.h"

#include "core/document/session/random_numbers.h"
#include "core/text/references.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/core.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

std::optional<Index> whole_number(std::string_view text) {
    Index number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = problem == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(number) : std::nullopt;
}

Json* member(Json& object, std::string_view key) {
    const auto found = std::ranges::find(object.keys, key);
    if (object.kind != Json::Kind::object || found == object.keys.end())
        return nullptr;
    return &object.items[static_cast<std::size_t>(found - object.keys.begin())];
}

/// Replaces references in all texts of a step.
class StepText {
public:
    /// `names`: objects with the values of names; the first that has a name counts.
    StepText(std::vector<Json> names, Index letters) : names_(std::move(names)), letters_(letters) {}

    void replace_in(Json& value, std::string_view key = {}) const {
        switch (value.kind) {
        case Json::Kind::text:
            replace_in_text(value);
            break;
        case Json::Kind::number:
            count_from_end(value.text, key);
            break;
        case Json::Kind::list:
            for (Json& item : value.items)
                replace_in(item, key);
            break;
        case Json::Kind::object:
            for (std::size_t i = 0; i < value.items.size(); ++i) {
                if (value.keys[i] == "drawn")
                    continue;
                replace_in(value.items[i], value.keys[i]);
                value.keys[i] = replaced(value.keys[i]);
            }
            break;
        default:
            break;
        }
    }

private:
    /// Replaces references in a text; a text that is a single reference to a number becomes that number.
    void replace_in_text(Json& value) const {
        if (const Json* const whole = named_whole(value.text))
            value = *whole;
        else
            value.text = replaced(value.text);
    }

    /// The value of the name if the text is one reference and nothing else, such as "{D}"; else null.
    const Json* named_whole(std::string_view text) const {
        const Json* whole = nullptr;
        for_each_reference(
            text, [](std::string_view /*plain*/) {},
            [&](std::string_view name) { whole = name.size() + 2 == text.size() ? drawn_by(name) : nullptr; });
        return whole;
    }

    /// The value of the name, such as "D"; null if nothing is drawn under it.
    const Json* drawn_by(std::string_view name) const {
        for (const Json& names : names_)
            if (const Json* const found = names.find(name))
                return found;
        return nullptr;
    }

    /// The text with its references replaced in one pass: replaced text is not searched again. Texts longer than a
    /// lesson allows, before or after, are not replaced; reading refuses them.
    std::string replaced(const std::string& text) const {
        constexpr std::size_t longest = 2048;
        if (text.size() > longest)
            return text;
        std::string result;
        for_each_reference(
            text, [&](std::string_view plain) { result += plain; },
            [&](std::string_view name) {
                const Json* const drawn = result.size() > longest ? nullptr : drawn_by(name);
                result += drawn == nullptr ? fmt::format("{{{}}}", name) : drawn->text;
            });
        return letters_ > 0 ? counted_from_start(result) : result;
    }

    /// The text with all places and tokens counted from the word's start.
    std::string counted_from_start(const std::string& text) const {
        constexpr std::string_view of_token = "token ";
        std::string result;
        for_each_reference(
            text, [&](std::string_view plain) { result += with_places_counted(plain); },
            [&](std::string_view name) {
                result += name.starts_with(of_token)
                              ? fmt::format("{{{}{}}}", of_token, counted(std::string(name.substr(of_token.size()))))
                              : fmt::format("{{{}}}", with_places_counted(name));
            });
        return result;
    }

    std::string with_places_counted(std::string_view text) const {
        std::string result;
        while (!text.empty()) {
            const std::size_t open = std::min(text.find('['), text.size());
            const std::size_t close = text.find(']', open);
            result += text.substr(0, open);
            if (close == std::string_view::npos) {
                result += text.substr(open);
                break;
            }
            result += counted_places(std::string(text.substr(open, close + 1 - open)));
            text.remove_prefix(close + 1);
        }
        return result;
    }

    /// The place counted from the start: "[2,-2]" for eight letters is "[2,7]".
    std::string counted_places(const std::string& places) const {
        const std::size_t comma = places.find(',');
        if (comma == std::string::npos)
            return places;
        return "[" + counted(places.substr(1, comma - 1)) + "," +
               counted(places.substr(comma + 1, places.size() - comma - 2)) + "]";
    }

    std::string counted(std::string place) const {
        const auto number = whole_number(place);
        return letters_ > 0 && number && *number < 0 ? std::to_string(letters_ + 1 + *number) : std::move(place);
    }

    void count_from_end(std::string& number, std::string_view key) const {
        constexpr std::array<std::string_view, 4> places{"row", "column", "token", "are"};
        if (std::ranges::find(places, key) != places.end())
            number = counted(number);
    }

    std::vector<Json> names_;
    Index letters_;
};

/// True for a set of a few names, each with a number or a short text.
bool is_set(const Json& set) {
    constexpr std::size_t most_names = 16;
    constexpr std::size_t longest = 200; // bytes
    return set.kind == Json::Kind::object && !set.items.empty() && set.items.size() <= most_names &&
           std::ranges::all_of(set.items, [](const Json& value) {
               return (value.kind == Json::Kind::number || value.kind == Json::Kind::text) &&
                      value.text.size() <= longest;
           });
}

/// The sets of numbers that a step offers; null if it has no list of such sets.
const std::vector<Json>* sets_of(const Json& step) {
    const Json* const drawn = step.find("drawn");
    const bool is_list = drawn != nullptr && drawn->kind == Json::Kind::list && !drawn->items.empty();
    return is_list && std::ranges::all_of(drawn->items, is_set) ? &drawn->items : nullptr;
}

/// The set with numbers as texts.
Json as_texts(Json set) {
    for (Json& value : set.items)
        if (value.kind == Json::Kind::number)
            value.kind = Json::Kind::text;
    return set;
}

std::string word_of(const std::optional<Json>& names) {
    const Json* const own = names ? names->find("own") : nullptr;
    return own == nullptr ? std::string() : own->text;
}

/// Fisher–Yates shuffle: every order is equally likely, and the same on every machine.
template <class T>
void shuffle_by(std::uint64_t seed, std::vector<T>& items) {
    for (std::size_t left = items.size(); left > 1; --left)
        std::swap(items[left - 1], items[random_bits(seed, left) % left]);
}

/// Shuffles the answers of a question.
void shuffle_answers(Json& step, std::uint64_t seed) {
    Json* const bet = member(step, "bet");
    if (Json* const choices = bet == nullptr ? nullptr : member(*bet, "choose"))
        shuffle_by(seed, choices->items);
}

bool is_quiz(const Json& document) {
    const Json* const quiz = document.find("quiz");
    return quiz != nullptr && quiz->kind == Json::Kind::boolean && quiz->truth;
}

/// Shuffles the questions among their places; other steps stay.
void shuffle_questions(std::vector<Json>& steps, std::uint64_t seed, std::vector<std::size_t>& order) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].find("bet") == nullptr)
            continue;
        places.push_back(i);
    }
    std::vector<std::size_t> questions = places;
    shuffle_by(random_bits(seed, steps.size()), questions);
    const std::vector<Json> written = steps;
    for (std::size_t i = 0; i < places.size(); ++i) {
        steps[places[i]] = written[questions[i]];
        order[places[i]] = questions[i];
    }
}

} // namespace

VariedLesson varied_lesson(Json document, const LessonVariant& draw) {
    VariedLesson lesson;
    std::optional<Json> names;
    if (Json* const session = member(document, "session")) {
        names = take_own_word(*session, draw.word);
        lesson.takes_word = names.has_value();
    }
    Json* const steps = member(document, "steps");
    const std::size_t count = steps == nullptr ? 0 : steps->items.size();
    for (std::size_t i = 0; i < count; ++i) {
        lesson.order.push_back(i);
        Json& step = steps->items[i];
        if (step.kind != Json::Kind::object)
            continue;
        if (Json* const session = member(step, "session")) {
            names = take_own_word(*session, draw.word);
            lesson.takes_word = lesson.takes_word || names.has_value();
        }
        Json chosen;
        if (const std::vector<Json>* const sets = sets_of(step)) {
            lesson.variants = std::max(lesson.variants, std::ssize(*sets));
            chosen = (*sets)[(draw.seed + i) % sets->size()];
            member(step, "drawn")->items = {as_texts(chosen)};
        }
        StepText({chosen, names.value_or(Json())}, std::ssize(word_of(names))).replace_in(step);
    }
    for (std::size_t i = 0; draw.seed != 0 && i < count; ++i)
        shuffle_answers(steps->items[i], random_bits(draw.seed, i));
    if (is_quiz(document) && draw.seed != 0 && steps != nullptr)
        shuffle_questions(steps->items, draw.seed, lesson.order);
    lesson.document = std::move(document);
    return lesson;
}

namespace {

std::string reversed(const std::string& word) {
    return {word.rbegin(), word.rend()};
}

void add_other(Json& names, const std::string& name, const std::string& word) {
    names.set(name, json_of(word));
    names.set(name + " reversed", json_of(reversed(word)));
}

} // namespace

bool is_own_word(std::string_view word) {
    constexpr std::size_t shortest = 4;
    constexpr std::size_t longest = 10;
    return word.size() >= shortest && word.size() <= longest &&
           std::ranges::all_of(word, [](char letter) { return letter >= 'a' && letter <= 'z'; }) &&
           !std::equal(word.begin(), word.end(), word.rbegin());
}

std::optional<Json> take_own_word(Json& session, std::string_view own) {
    const auto key = std::ranges::find(session.keys, "own_word");
    if (session.kind != Json::Kind::object || key == session.keys.end())
        return std::nullopt;
    Json& given = session.items[static_cast<std::size_t>(key - session.keys.begin())];
    if (given.kind != Json::Kind::text)
        return std::nullopt;
    if (is_own_word(own))
        given.text = own;
    const std::string word = given.text;
    Json names = json_object();
    add_other(names, "own", word);
    if (!word.empty()) {
        names.set("letter -1", json_of(word.substr(word.size() - 1)));
        names.set("alphabet -1", json_of(std::int64_t{word.back() - 'a' + 1}));
    }
    const Json* const others = session.find("other_words");
    int found = 0;
    if (others != nullptr && others->kind == Json::Kind::list)
        for (const Json& other : others->items)
            if (found < 2 && other.kind == Json::Kind::text && other.text.size() == word.size() && other.text != word &&
                other.text != reversed(word))
                add_other(names, found++ == 0 ? "other" : "third", other.text);
    return names;
}

} // namespace attn
