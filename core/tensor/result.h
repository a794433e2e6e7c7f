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

/// What went wrong, for a person: one line that names the place, what was found and what was expected. It calls arrays,
/// cells and lengths as files and the command line do, "W_Q", "A/1[2,3]", "d_k"; who reads it in a notation gets what
/// that calls them (NamedWords).
struct Error {
    struct Name {
        std::size_t at = 0;
        std::size_t length = 0;
    };

    std::string message;
    std::vector<Name> names{}; ///< where such names stand in the message, one after the other
};

/// A name of files and the command line, marked as one for error().
std::string named(std::string_view name);
/// The message with its names marked, to be a part of another.
std::string named(const Error& error);

/// An Error with the message, whose marked names become its names.
[[nodiscard]] Error error_with_names(std::string_view message);

/// An Error whose message is formatted as by fmt::format.
template <class... Arguments>
[[nodiscard]] Error error(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    return error_with_names(fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// A value, or the reason why there is none.
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

    /// The reason; only where there is no value.
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

/// Success, or the reason why not.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_.has_value(); }

    /// The reason; only after a failure.
    const Error& error() const {
        assert(error_.has_value());
        return *error_;
    }

private:
    std::optional<Error> error_;
};

} // namespace attn
