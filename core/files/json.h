#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// A JSON value as it is written: members in the order of the file, numbers as text.
struct Json {
    enum class Kind : std::uint8_t { null, boolean, number, text, list, object };
    Kind kind = Kind::null;
    bool truth = false;
    std::string text;              ///< characters of a text; for a number, as they are in the file
    std::vector<Json> items;       ///< items of a list, or values of an object's members
    std::vector<std::string> keys; ///< keys of an object's members, one for each item

    /// Returns the value of a member; null if there is none.
    const Json* find(std::string_view key) const;
    /// Appends a member.
    void set(std::string key, Json value);
};

/// The limits of a JSON document.
struct JsonLimits {
    std::size_t values = std::size_t{1} << 20;
    std::size_t depth = 32; ///< largest depth of nested values
};

/// Parses untrusted JSON: checks UTF-8, rejects duplicate keys, limits nesting and size. The error message names `name`
/// and the line.
Result<Json> parse_json(std::string_view text, const std::string& name, const JsonLimits& limits = {});

/// Fails if parse_json would not accept the value within these limits. Must be called before writing.
Result<void> check_json(const Json& value, const JsonLimits& limits);

/// Returns the text of a JSON file: lists of scalars on one line, matrices with one line for each row.
std::string json_text(const Json& value);

Json json_of(std::string_view text);
Json json_of(bool truth);
Json json_of(std::int64_t number);
Json json_of(std::uint64_t number);
/// Returns the shortest number that reads back to the same bits; "inf", "-inf" and "nan" become texts.
Json json_of(float number);
Json json_null();
Json json_list(std::vector<Json> items);
Json json_object();
/// Returns a list of the matrix's rows.
Json json_of(const Matrix& matrix);
Json json_row(std::span<const float> numbers);

} // namespace attn
