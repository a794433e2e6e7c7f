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

/// A JSON value as it was written: members in their order, numbers as their letters.
struct Json {
    enum class Kind : std::uint8_t { null, boolean, number, text, list, object };
    Kind kind = Kind::null;
    bool truth = false;
    std::string text;              ///< of a number: its letters
    std::vector<Json> items;       ///< of a list, or the values of an object
    std::vector<std::string> keys; ///< of an object, one for each item

    /// Nothing where there is no such member.
    const Json* find(std::string_view key) const;
    /// Appends a member.
    void set(std::string key, Json value);
};

/// What a JSON document may ask of us.
struct JsonLimits {
    std::size_t values = std::size_t{1} << 20;
    std::size_t depth = 32; ///< of values within values
};

/// Reads JSON that nobody vouches for: UTF-8 is checked, keys of an object differ, nesting and size are bounded.
/// The message names `name` and the line.
Result<Json> parse_json(std::string_view text, const std::string& name, const JsonLimits& limits = {});

/// Whether parse_json would take this within the same limits. To be asked before it is written.
Result<void> check_json(const Json& value, const JsonLimits& limits);

/// As it is written to a file: scalars of a list on one line, rows of a matrix on one line each.
std::string json_text(const Json& value);

Json json_of(std::string_view text);
Json json_of(bool truth);
Json json_of(std::int64_t number);
Json json_of(std::uint64_t number);
/// The shortest letters that read back to the same bits; "inf", "-inf" and "nan" are texts.
Json json_of(float number);
Json json_null();
Json json_list(std::vector<Json> items);
Json json_object();
/// A list of rows.
Json json_of(const Matrix& matrix);
Json json_row(std::span<const float> numbers);

} // namespace attn
