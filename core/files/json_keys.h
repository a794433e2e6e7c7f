#pragma once

#include "core/files/json.h"
#include "core/files/json_field.h"

#include <fmt/core.h>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace attn {

/// A key of an object in a file: one row serves reading and writing. `Reading` is the type of the object that read()
/// changes, `Writing` the type from which write() takes the value; both may contain what these functions need in
/// addition.
template <class Reading, class Writing = const Reading>
struct JsonKey {
    std::string_view key{};
    /// Called if the file has the key. Failures are stored in the field.
    std::function<void(Reading& into, const Field& value)> read{};
    /// Returns the value to be written; nullopt omits the key.
    std::function<std::optional<Json>(Writing& from)> write{};
    std::string_view required{}; ///< the message if the key is missing; empty: the key is optional
    bool follows = false;        ///< true: `read` is called even if the key is missing
    bool is_first = false;       ///< true: the key is read before the others, which need its value
};

template <std::ranges::range Rows>
std::vector<std::string_view> key_names(const Rows& rows) {
    std::vector<std::string_view> names;
    names.reserve(std::ranges::size(rows));
    for (const auto& row : rows)
        names.push_back(row.key);
    return names;
}

/// Fails if the object has a key without a row.
template <std::ranges::range Rows>
void expect_keys(const Rows& rows, const Field& object) {
    object.expect_keys(key_names(rows));
}

template <class Row, class Reading>
void read_key(const Row& row, const Field& object, Reading& into) {
    const Field value = object[row.key];
    if (!value.exists() && !row.required.empty())
        object.fail(row.required);
    else if (row.read && (value.exists() || row.follows))
        row.read(into, value);
}

/// Reads the keys with is_first = `first`, in the order of the rows.
template <std::ranges::range Rows, class Reading>
void read_some(const Rows& rows, const Field& object, Reading& into, bool first) {
    for (const auto& row : rows)
        if (row.is_first == first)
            read_key(row, object, into);
}

/// Reads an object: first the keys with is_first, then the others.
template <std::ranges::range Rows, class Reading>
void read_keys(const Rows& rows, const Field& object, Reading& into) {
    expect_keys(rows, object);
    for (const bool first : {true, false})
        read_some(rows, object, into, first);
}

/// Writes the object that read_keys reads, with keys in the order of the rows.
template <std::ranges::range Rows, class Writing>
Json write_keys(const Rows& rows, Writing&& from) {
    Json json = json_object();
    for (const auto& row : rows)
        if (std::optional<Json> value = row.write ? row.write(from) : std::nullopt)
            json.set(std::string(row.key), *std::move(value));
    return json;
}

/// Returns the list or object; nullopt if it is empty.
inline std::optional<Json> unless_empty(Json json) {
    return json.items.empty() ? std::nullopt : std::optional(std::move(json));
}

/// Returns a list of `write(item)` for each item.
template <std::ranges::range Items, class Write>
Json json_list_of(const Items& items, const Write& write) {
    std::vector<Json> all;
    all.reserve(std::ranges::size(items));
    for (const auto& item : items)
        all.push_back(write(item));
    return json_list(std::move(all));
}

inline Json json_of_texts(const std::vector<std::string>& texts) {
    return json_list_of(texts, [](const std::string& text) { return json_of(text); });
}

/// Returns a key that is always written; `at` is a member, or a function that returns a reference to the value.
template <class Reading, class Writing = const Reading, class At>
JsonKey<Reading, Writing> written_key(std::string_view key, At at) {
    return {key, [at](Reading& into, const Field& value) { value.read(std::invoke(at, into)); },
            [at](Writing& from) { return json_of(std::invoke(at, from)); }};
}

/// Returns a key for an integer in [least, most].
template <class T>
JsonKey<T> integer_key(std::string_view key, Index T::*at, Index least, Index most) {
    return {key, [=](T& into, const Field& value) { into.*at = value.integer(least, most, into.*at); },
            [at](const T& from) { return json_of(std::int64_t{from.*at}); }};
}

/// Returns a key that is omitted if its value is `usual`.
template <class Reading, class Writing = const Reading, class At,
          class Value = std::remove_cvref_t<std::invoke_result_t<At, Reading&>>>
JsonKey<Reading, Writing> unusual_key(std::string_view key, At at, Value usual = {}) {
    JsonKey<Reading, Writing> row = written_key<Reading, Writing>(key, at);
    row.write = [at, usual](Writing& from) -> std::optional<Json> {
        if (std::invoke(at, from) == usual)
            return std::nullopt;
        return json_of(std::invoke(at, from));
    };
    return row;
}

/// A value and its name in files.
template <class Value>
struct JsonName {
    Value value{};
    std::string_view name{};
};

/// Reads a value by its name; fails, listing the names, if the text is none of them.
template <std::ranges::range Names, class Value>
void read_name(const Names& names, const Field& field, Value& into) {
    std::string known;
    for (const auto& row : names) {
        if (field.is_text(row.name)) {
            into = row.value;
            return;
        }
        known += fmt::format("{}\"{}\"", known.empty() ? "" : " or ", row.name);
    }
    field.fail("expected " + known);
}

/// Returns the name of a value; nullopt if it has none.
template <std::ranges::range Names, class Value>
std::optional<Json> json_of_name(const Names& names, const Value& value) {
    for (const auto& row : names)
        if (row.value == value)
            return json_of(row.name);
    return std::nullopt;
}

} // namespace attn
