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

/// A place in a JSON document that is read with expectations. The first that fails is kept for all fields of the
/// document and named with its path ("heads[2].W_Q: row 3 has 4 numbers, expected 8"); after it, fields read as
/// nothing, so that a reader need ask only once, at its end. Lists are counted from 1.
class Field {
public:
    /// The whole document; `name` begins every message. The document outlives its fields.
    Field(const Json& document, const std::string& name);

    bool exists() const { return value_ != nullptr; }
    bool is(Json::Kind kind) const { return value_ != nullptr && value_->kind == kind; }
    bool is_text(std::string_view text) const { return is(Json::Kind::text) && value_->text == text; }

    /// The reason why something could not be read; nothing if all is well so far.
    const std::optional<Error>& failure() const;
    bool failed() const { return failure().has_value(); }
    /// Notes a reason, unless there is one already.
    void fail(std::string_view reason) const;

    /// A member, which may not exist.
    Field operator[](std::string_view key) const;
    /// Fails unless this is an object that has no other keys; the message suggests the nearest known one.
    void expect_keys(std::initializer_list<std::string_view> known) const {
        expect_keys(std::span(known.begin(), known.size()));
    }
    void expect_keys(std::span<const std::string_view> known) const;
    /// All members of an object, or items of a list, as fields; nothing where this does not exist.
    std::vector<std::pair<std::string_view, Field>> members() const;
    std::vector<Field> items() const;

    // Each returns `fallback` where this does not exist.
    std::string text(std::string fallback = {}) const;
    bool truth(bool fallback) const;
    Index integer(Index least, Index most, Index fallback) const;
    std::uint64_t large_integer(std::uint64_t fallback) const;
    float number(float fallback) const;

    // Into a place of that kind, which stays as it is where this does not exist.
    void read(std::string& into) const { into = text(std::move(into)); }
    void read(bool& into) const { into = truth(into); }
    void read(float& into) const { into = number(into); }
    void read(std::uint64_t& into) const { into = large_integer(into); }

    /// A list of lists of numbers; every row as long as the others, and `columns` where that is not −1.
    Matrix matrix(Index rows, Index columns) const;
    /// A list of numbers as one row; `columns` of them where that is not −1.
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

/// The nearest of `known` to a name that is none of them, if one is near.
std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known);
/// "; did you mean “scores”?", or nothing where none is near.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

} // namespace attn
