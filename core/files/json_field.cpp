#include "core/files/json_field.h"

#include "core/files/printable.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

namespace attn {

namespace {

const char* kind_in_words(const Json& value) {
    switch (value.kind) {
    case Json::Kind::null:
        return "null";
    case Json::Kind::boolean:
        return "true or false";
    case Json::Kind::number:
        return "a number";
    case Json::Kind::text:
        return "a text";
    case Json::Kind::list:
        return "a list";
    case Json::Kind::object:
        break;
    }
    return "an object";
}

template <class Number>
std::optional<Number> number_from(std::string_view letters) {
    Number number{};
    const auto [end, status] = std::from_chars(letters.data(), letters.data() + letters.size(), number);
    const bool complete = status == std::errc() && end == letters.data() + letters.size();
    return complete ? std::optional(number) : std::nullopt;
}

std::optional<float> special_number(std::string_view text) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if (text == "inf")
        return infinity;
    if (text == "-inf")
        return -infinity;
    if (text == "nan")
        return std::numeric_limits<float>::quiet_NaN();
    return std::nullopt;
}

/// True if float32 would round the number to zero.
bool is_tiny(std::string_view letters) {
    const auto wide = number_from<double>(letters);
    return wide && *wide > -1 && *wide < 1;
}

/// Returns the number of letters to add, remove or replace (Levenshtein distance).
std::size_t distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known) {
    constexpr std::size_t longest = 64;
    if (name.size() > longest || known.empty())
        return std::nullopt;
    const auto nearest = std::ranges::min(known, {}, [&](std::string_view other) { return distance(name, other); });
    const std::size_t most = std::max<std::size_t>(2, name.size() / 3);
    return distance(name, nearest) <= most ? std::optional(nearest) : std::nullopt;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> known) {
    const auto nearest = nearest_name(name, known);
    return nearest ? fmt::format("; did you mean “{}”?", *nearest) : std::string();
}

Field::Field(const Json& document, const std::string& name)
    : value_(&document), document_(std::make_shared<Document>(Document{name, std::nullopt})) {}

const std::optional<Error>& Field::failure() const {
    return document_->failure;
}

void Field::fail(std::string_view reason) const {
    if (!failed())
        document_->failure = path_.empty() ? error("{}: {}", document_->name, reason)
                                           : error("{}: {}: {}", document_->name, path_, reason);
}

Field Field::operator[](std::string_view key) const {
    const bool readable = is(Json::Kind::object) && !failed();
    std::string path = path_ + (path_.empty() ? "" : ".") + printable(key);
    return {readable ? value_->find(key) : nullptr, std::move(path), document_};
}

void Field::expect_keys(std::span<const std::string_view> known) const {
    if (failed() || !exists())
        return;
    if (!is(Json::Kind::object))
        return fail(fmt::format("this is {}, expected an object", kind_in_words(*value_)));
    for (const std::string& key : value_->keys) {
        if (std::ranges::find(known, key) != known.end())
            continue;
        return fail(fmt::format("the key “{}” is not known{}", printable(key), did_you_mean(key, known)));
    }
}

std::vector<std::pair<std::string_view, Field>> Field::members() const {
    std::vector<std::pair<std::string_view, Field>> fields;
    if (failed() || !exists())
        return fields;
    if (!is(Json::Kind::object))
        fail(fmt::format("this is {}, expected an object", kind_in_words(*value_)));
    fields.reserve(value_->keys.size());
    for (std::size_t i = 0; i < value_->keys.size(); ++i) {
        const std::string& key = value_->keys[i];
        fields.emplace_back(key, Field(&value_->items[i], path_ + "." + printable(key), document_));
    }
    return fields;
}

std::vector<Field> Field::items() const {
    std::vector<Field> fields;
    if (failed() || !exists())
        return fields;
    if (!is(Json::Kind::list))
        fail(fmt::format("this is {}, expected a list", kind_in_words(*value_)));
    if (failed())
        return fields;
    fields.reserve(value_->items.size());
    for (const Json& item : value_->items)
        fields.push_back(Field(&item, fmt::format("{}[{}]", path_, fields.size() + 1), document_));
    return fields;
}

std::string Field::text(std::string fallback) const {
    if (failed() || !exists())
        return fallback;
    if (!is(Json::Kind::text))
        fail(fmt::format("this is {}, expected a text", kind_in_words(*value_)));
    return value_->text;
}

bool Field::truth(bool fallback) const {
    if (failed() || !exists())
        return fallback;
    if (!is(Json::Kind::boolean))
        fail(fmt::format("this is {}, expected true or false", kind_in_words(*value_)));
    return value_->truth;
}

Index Field::integer(Index least, Index most, Index fallback) const {
    if (failed() || !exists())
        return fallback;
    const auto number = is(Json::Kind::number) ? number_from<Index>(value_->text) : std::nullopt;
    if (number && *number >= least && *number <= most)
        return *number;
    const std::string found = is(Json::Kind::number) ? printable(value_->text) : kind_in_words(*value_);
    fail(fmt::format("this is {}, expected a whole number from {} to {}", found, least, most));
    return fallback;
}

std::uint64_t Field::large_integer(std::uint64_t fallback) const {
    if (failed() || !exists())
        return fallback;
    const auto number = is(Json::Kind::number) ? number_from<std::uint64_t>(value_->text) : std::nullopt;
    if (!number)
        fail("expected a whole number from 0 to 18446744073709551615");
    return number.value_or(fallback);
}

float Field::number(float fallback) const {
    if (failed() || !exists())
        return fallback;
    std::vector<float> values;
    append_numbers(values);
    return values.empty() ? fallback : values.front();
}

void Field::append_numbers(std::vector<float>& values) const {
    if (is(Json::Kind::number)) {
        if (const auto number = number_from<float>(value_->text))
            return values.push_back(*number);
        if (is_tiny(value_->text))
            return values.push_back(0);
        return fail(fmt::format("{} is beyond the range of float32", printable(value_->text)));
    }
    const auto special = is(Json::Kind::text) ? special_number(value_->text) : std::nullopt;
    if (!special)
        return fail(fmt::format(R"(this is {}, expected a number, or "inf", "-inf" or "nan")", kind_in_words(*value_)));
    values.push_back(*special);
}

Matrix Field::row(Index columns) const {
    std::vector<float> values;
    const auto numbers = items();
    const auto count = static_cast<Index>(numbers.size());
    if (exists() && !failed() && columns != -1 && count != columns)
        fail(fmt::format("there are {} numbers, expected {}", count, columns));
    values.reserve(numbers.size() + 1);
    for (const Field& number : numbers)
        if (!failed())
            number.append_numbers(values);
    if (failed() || !exists())
        return {};
    return Matrix::adopt(std::move(values), 1, count);
}

Matrix Field::matrix(Index rows, Index columns) const {
    if (failed() || !exists())
        return {};
    if (!is(Json::Kind::list)) {
        fail(fmt::format("this is {}, expected a list of rows of numbers", kind_in_words(*value_)));
        return {};
    }
    const auto row_count = static_cast<Index>(value_->items.size());
    if (row_count == 0 || (rows != -1 && row_count != rows)) {
        fail(
            fmt::format("there are {} rows, expected {}", row_count, rows == -1 ? "at least 1" : std::to_string(rows)));
        return {};
    }
    std::vector<float> values;
    Index width = columns;
    for (Index i = 0; i < row_count && !failed(); ++i) {
        const Json& row = value_->items[static_cast<std::size_t>(i)];
        if (row.kind != Json::Kind::list) {
            fail(fmt::format("row {} is {}, expected a list of numbers", i + 1, kind_in_words(row)));
            break;
        }
        const auto count = static_cast<Index>(row.items.size());
        width = width == -1 ? count : width;
        if (count != width) {
            fail(fmt::format("row {} has {} {}, expected {}", i + 1, count, noun_for(count, "number"), width));
            break;
        }
        for (Index j = 0; j < count && !failed(); ++j)
            Field(&row.items[static_cast<std::size_t>(j)], fmt::format("{}[{}][{}]", path_, i + 1, j + 1), document_)
                .append_numbers(values);
    }
    if (failed())
        return {};
    values.reserve(1);
    return Matrix::adopt(std::move(values), row_count, width);
}

} // namespace attn
