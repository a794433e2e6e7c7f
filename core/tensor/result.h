#pragma once

#include <cassert>
#include <cstddef>
#include <fmt/core.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

/// A message for the user: one line that says where the problem is, what was found and what was expected. It names
/// arrays, cells and lengths as files and the command line do: "W_Q", "A/1[2,3]", "d_k". NamedWords replaces these
/// names by those of the user's notation.
struct Error {
    struct Name {
        std::size_t at = 0;
        std::size_t length = 0;
    };

    std::string message;
    std::vector<Name> names{}; ///< the positions of such names in the message, in order
};

/// Marks a name, used in files and on the command line, in the arguments of error().
std::string named(std::string_view name);
/// Returns the message with its names marked, to be inserted into another message.
std::string named(const Error& error);

/// Returns an Error with this message; the names marked in it become `names`.
[[nodiscard]] Error error_with_names(std::string_view message);

/// Returns an Error whose message is formatted as by fmt::format.
template <class... Arguments>
[[nodiscard]] Error error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    return error_with_names(fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// A value, or the error that explains why there is none.
template <class Value>
class [[nodiscard]] Result {
public:
    Result(Value value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return content_.index() == 0; }
    const Value& operator*() const& { return checked(); }
    Value& operator*() & { return checked(); }
    Value&& operator*() && { return std::move(checked()); }
    const Value* operator->() const { return &checked(); }
    Value* operator->() { return &checked(); }

    /// Returns the error; there must be no value.
    const Error& error() const {
        assert(content_.index() == 1);
        return *std::get_if<1>(&content_);
    }

private:
    const Value& checked() const {
        assert(content_.index() == 0);
        return *std::get_if<0>(&content_);
    }
    Value& checked() {
        assert(content_.index() == 0);
        return *std::get_if<0>(&content_);
    }

    std::variant<Value, Error> content_;
};

/// Success, or an error.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_.has_value(); }

    /// Returns the error; requires a failure.
    const Error& error() const {
        assert(error_.has_value());
        return *error_;
    }

private:
    std::optional<Error> error_;
};

} // namespace attn
