#include "core/files/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t line_width = 100;

std::string in_quotes(std::string_view text) {
    return nlohmann::json(std::string(text)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Json json_number(std::string letters) {
    Json json;
    json.kind = Json::Kind::number;
    json.text = std::move(letters);
    return json;
}

bool is_scalar(const Json& value) {
    return value.kind != Json::Kind::list && value.kind != Json::Kind::object;
}

/// Writes the value on one line.
void write_flat(const Json& value, std::string& text) {
    const char* separator = "";
    switch (value.kind) {
    case Json::Kind::null:
        text += "null";
        break;
    case Json::Kind::boolean:
        text += value.truth ? "true" : "false";
        break;
    case Json::Kind::number:
        text += value.text;
        break;
    case Json::Kind::text:
        text += in_quotes(value.text);
        break;
    case Json::Kind::list:
        text += '[';
        for (const Json& item : value.items) {
            text += std::exchange(separator, ", ");
            write_flat(item, text);
        }
        text += ']';
        break;
    case Json::Kind::object:
        text += '{';
        for (std::size_t i = 0; i < value.keys.size(); ++i) {
            text += std::exchange(separator, ", ") + in_quotes(value.keys[i]) + ": ";
            write_flat(value.items[i], text);
        }
        text += '}';
        break;
    }
}

bool fits_on_a_line(const Json& value, std::size_t indent) {
    const bool holds_scalars = std::ranges::all_of(value.items, is_scalar);
    if (value.kind != Json::Kind::object || !holds_scalars)
        return holds_scalars;
    std::string flat;
    write_flat(value, flat);
    return indent + flat.size() <= line_width;
}

void write(const Json& value, std::size_t indent, std::string& text) {
    if (fits_on_a_line(value, indent))
        return write_flat(value, text);
    const std::string line = "\n" + std::string(indent + 1, ' ');
    const char* separator = "";
    if (value.kind == Json::Kind::list) {
        text += '[';
        for (const Json& item : value.items) {
            text += std::exchange(separator, ",") + line;
            write(item, indent + 1, text);
        }
        text += ']';
        return;
    }
    text += '{';
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
        text += std::exchange(separator, ",") + line + in_quotes(value.keys[i]) + ": ";
        write(value.items[i], indent + 1, text);
    }
    text += '}';
}

} // namespace

std::string json_text(const Json& value) {
    std::string text;
    write(value, 0, text);
    return text + "\n";
}

Json json_of(std::string_view text) {
    Json json;
    json.kind = Json::Kind::text;
    json.text = text;
    return json;
}

Json json_of(bool truth) {
    Json json;
    json.kind = Json::Kind::boolean;
    json.truth = truth;
    return json;
}

Json json_of(std::int64_t number) {
    return json_number(std::to_string(number));
}

Json json_of(std::uint64_t number) {
    return json_number(std::to_string(number));
}

Json json_of(float number) {
    if (std::isnan(number))
        return json_of(std::string_view("nan"));
    if (std::isinf(number))
        return json_of(std::string_view(number > 0 ? "inf" : "-inf"));
    if (number == 0 && std::signbit(number))
        return json_number("-0.0"); // "-0" would be an integer, without a sign
    std::array<char, 32> letters{};
    const auto end = std::to_chars(letters.data(), letters.data() + letters.size(), number).ptr;
    return json_number({letters.data(), end});
}

Json json_null() {
    return {};
}

Json json_list(std::vector<Json> items) {
    Json json;
    json.kind = Json::Kind::list;
    json.items = std::move(items);
    return json;
}

Json json_object() {
    Json json;
    json.kind = Json::Kind::object;
    return json;
}

Json json_row(std::span<const float> numbers) {
    std::vector<Json> items;
    for (const float value : numbers)
        items.push_back(json_of(value));
    return json_list(std::move(items));
}

Json json_of(const Matrix& matrix) {
    std::vector<Json> rows;
    for (Index i = 0; i < matrix.rows(); ++i)
        rows.push_back(json_row(matrix.row(i)));
    return json_list(std::move(rows));
}

} // namespace attn
