#pragma once

#include "core/files/json.h"
#include "core/tensor/matrix.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// A value in a JSON document, read with checks. The first failure is stored for the whole document with the value's
/// path ("heads[2].W_Q: row 3 has 4 numbers, expected 8"); later reads then return defaults, so a reader needs to check
/// only once, at its end. Lists are counted from 1.
class Field {
public:
    /// Makes the field of the whole document, which must outlive its fields; every message begins with `name`.
    Field(const Json& document, const std::string& name);

    bool exists() const { return value_ != nullptr; }
    bool is(Json::Kind kind) const { return value_ != nullptr && value_->kind == kind; }
    bool is_text(std::string_view text) const { return is(Json::Kind::text) && value_->text == text; }

    /// Returns the first failure; nullopt if there is none so far.
    const std::optional<Error>& failure() const;
    bool failed() const { return failure().has_value(); }
    /// Stores a failure, unless there is one already.
    void fail(std::string_view reason) const;

    /// Returns the field of a member; exists() says whether the object has the member.
    Field operator[](std::string_view key) const;
    /// Fails unless this is an object with known keys only; the message suggests the most similar known key.
    void expect_keys(std::initializer_list<std::string_view> known) const {
        expect_keys(std::span(known.begin(), known.size()));
    }
    void expect_keys(std::span<const std::string_view> known) const;
    /// Returns all members of an object, or all items of a list; empty if this field does not exist.
    std::vector<std::pair<std::string_view, Field>> members() const;
    std::vector<Field> items() const;

    // Each returns `fallback` if the field does not exist.
    std::string text(std::string fallback = {}) const;
    bool truth(bool fallback) const;
    Index integer(Index least, Index most, Index fallback) const;
    std::uint64_t large_integer(std::uint64_t fallback) const;
    float number(float fallback) const;

    // Each reads into a variable, which is unchanged if the field does not exist.
    void read(std::string& into) const { into = text(std::move(into)); }
    void read(bool& into) const { into = truth(into); }
    void read(float& into) const { into = number(into); }
    void read(std::uint64_t& into) const { into = large_integer(into); }

    /// Reads a list of rows of equal length; `rows` and `columns` are the expected numbers, −1 for any.
    Matrix matrix(Index rows, Index columns) const;
    /// Reads a list of numbers as one row; `columns` is the expected number, −1 for any.
    Matrix row(Index columns) const;

private:
    struct Document {
        std::string name;
        std::optional<Error> failure;
    };
    Field(const Json* value, std::string path, std::shared_ptr<Document> document)
        : value_(value), path_(std::move(path)), document_(std::move(document)) {}

    void append_numbers(std::vector<float>& values) const;

    const Json* value_;
    std::string path_;
    std::shared_ptr<Document> document_;
};

/// Returns the known name that is most similar to a name that is not among them; nullopt if none is similar.
std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known);
/// Returns the end of a message: "; did you mean “scores”?"; empty if no known name is similar.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

} // namespace attn
