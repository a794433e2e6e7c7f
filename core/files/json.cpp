#include "core/files/json.h"

#include "core/files/mistaken_file.h"
#include "core/files/printable.h"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>

namespace attn {

namespace {

std::string too_many_values(std::size_t most) {
    return fmt::format("there are more than {} values; large matrices belong into an .npz", most);
}

std::string too_deep(std::size_t most) {
    return fmt::format("values are nested deeper than {}", most);
}

bool is_letter_or_sign(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+';
}

/// Returns the word around the byte at `place` if it is a number that JSON does not have but that some programs write:
/// "NaN", "-Infinity"; otherwise an empty text.
std::string_view non_finite_word(std::string_view text, std::size_t place) {
    std::size_t begin = std::min(place, text.size());
    while (begin > 0 && is_letter_or_sign(text[begin - 1]))
        --begin;
    const std::string_view word = text.substr(begin, std::ranges::find_if_not(text.substr(begin), is_letter_or_sign) -
                                                         text.substr(begin).begin());
    std::string lower(word.substr(std::min(word.find_first_not_of("+-"), word.size())));
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lower == "nan" || lower == "inf" || lower == "infinity" ? word : std::string_view();
}

/// The parser's notation for control characters: "<U+000A>".
constexpr std::string_view control_letter = "<U+";
constexpr std::string_view line_end = "<U+000A>";

/// Builds the value from the parser's events, and stops the parser at the limits.
class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
    Builder(std::string_view source, const JsonLimits& limits) : source_(source), limits_(limits) {}

    bool null() override { return add(Json::Kind::null) != nullptr; }
    bool boolean(bool truth) override {
        Json* value = add(Json::Kind::boolean);
        if (value != nullptr)
            value->truth = truth;
        return value != nullptr;
    }
    bool number_integer(number_integer_t number) override {
        return add_text(Json::Kind::number, std::to_string(number));
    }
    bool number_unsigned(number_unsigned_t number) override {
        return add_text(Json::Kind::number, std::to_string(number));
    }
    bool number_float(number_float_t, const string_t& letters) override {
        return add_text(Json::Kind::number, letters);
    }
    bool string(string_t& text) override { return add_text(Json::Kind::text, std::move(text)); }
    bool binary(binary_t&) override { return fail("there is binary data; expected JSON, which is text"); }
    bool start_object(std::size_t) override { return open(Json::Kind::object); }
    bool start_array(std::size_t) override { return open(Json::Kind::list); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& key) override {
        Json& object = *open_.back();
        object.keys.push_back(std::move(key));
        object.items.emplace_back();
        return true;
    }
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& reason) override {
        // The last token may have begun on an earlier line: a text that is not closed on its line.
        const std::string_view wrong = std::string_view(token).substr(0, token.find(control_letter));
        const std::size_t last = std::min(position, source_.size());
        const std::string_view before(source_.data(), last - (wrong.size() < token.size() && last > 0 ? 1 : 0));
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        const std::string_view what = reason.what();
        if (source_.find_first_not_of(" \t\r\n") == std::string_view::npos)
            failure_ = "there is nothing in it; expected JSON";
        else if (what.find("UTF-8") != std::string_view::npos)
            failure_ = fmt::format("line {}: this is not UTF-8", line);
        else if (const std::string_view word = non_finite_word(source_, position); !word.empty() && token[0] != '"')
            failure_ = fmt::format("line {}: {} is not allowed in JSON, where all numbers are finite", line, word);
        else if (reason.id == 406)
            failure_ = fmt::format("line {}: the number {} is too large", line, printable(token));
        else if (wrong.starts_with('"') && token.find(line_end) == wrong.size())
            failure_ = fmt::format("line {}: this is not JSON: the text “{}” has no \" at its end", line,
                                   printable(wrong.substr(1)));
        else if (wrong.empty() || what.find("unexpected end of input") != std::string_view::npos)
            failure_ = fmt::format("line {}: this is not JSON, as it ends too early", line);
        else
            failure_ = fmt::format("line {}: this is not JSON, at “{}”", line, printable(wrong));
        return false;
    }

    Json& root() { return root_; }
    const std::string& failure() const { return failure_; }

private:
    bool fail(std::string reason) {
        failure_ = std::move(reason);
        return false;
    }

    /// Adds a value at the current position; null beyond the limit.
    Json* add(Json::Kind kind) {
        if (++count_ > limits_.values) {
            fail(too_many_values(limits_.values));
            return nullptr;
        }
        Json* place = &root_;
        if (!open_.empty() && open_.back()->kind == Json::Kind::list)
            place = &open_.back()->items.emplace_back();
        else if (!open_.empty())
            place = &open_.back()->items.back();
        place->kind = kind;
        return place;
    }
    bool add_text(Json::Kind kind, std::string text) {
        Json* value = add(kind);
        if (value != nullptr)
            value->text = std::move(text);
        return value != nullptr;
    }
    bool open(Json::Kind kind) {
        if (open_.size() == limits_.depth)
            return fail(too_deep(limits_.depth));
        Json* value = add(kind);
        if (value == nullptr)
            return false;
        open_.push_back(value);
        return true;
    }
    bool close() {
        const std::vector<std::string>& keys = open_.back()->keys;
        open_.pop_back();
        return differ(keys);
    }

    /// Fails if a key occurs twice. Compares keys only once, at the end of their object, since a vocabulary has 10^6 of
    /// them.
    bool differ(const std::vector<std::string>& keys) {
        std::vector<std::string_view> sorted(keys.begin(), keys.end());
        std::ranges::sort(sorted);
        const auto twice = std::ranges::adjacent_find(sorted);
        return twice == sorted.end() || fail(fmt::format("the key “{}” stands there twice", printable(*twice)));
    }

    std::string_view source_;
    JsonLimits limits_;
    Json root_;
    std::vector<Json*> open_; // the values from the root to the current one; none of them moves while it is in this
                              // list
    std::size_t count_ = 0;
    std::string failure_;
};

/// Counts a value and all values within it; fails if lists and objects are nested deeper than `depth`.
Result<void> count_values(const Json& value, std::size_t depth, const JsonLimits& limits, std::size_t& count) {
    if (++count > limits.values)
        return error("{}", too_many_values(limits.values));
    const bool holds_others = value.kind == Json::Kind::list || value.kind == Json::Kind::object;
    if (holds_others && depth == 0)
        return error("{}", too_deep(limits.depth));
    for (const Json& item : value.items)
        if (auto fits = count_values(item, depth - 1, limits, count); !fits)
            return fits;
    return {};
}

} // namespace

void Json::set(std::string key, Json value) {
    keys.push_back(std::move(key));
    items.push_back(std::move(value));
}

const Json* Json::find(std::string_view key) const {
    const auto found = std::ranges::find(keys, key);
    return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

Result<void> check_json(const Json& value, const JsonLimits& limits) {
    std::size_t count = 0;
    return count_values(value, limits.depth, limits, count);
}

Result<Json> parse_json(std::string_view text, const std::string& name, const JsonLimits& limits) {
    Builder builder(text, limits);
    try {
        if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
            return std::move(builder.root());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& failure) {
        return error("{}: {}", name, printable(failure.what()));
    }
    if (const auto mistaken = mistaken_file(text.substr(0, telling_bytes)))
        return error("{}: {}", name, *mistaken);
    return error("{}: {}", name, builder.failure());
}

} // namespace attn
