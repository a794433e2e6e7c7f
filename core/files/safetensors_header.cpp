#include "core/files/safetensors_header.h"

#include "core/files/printable.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t safetensors_header_most_axes = 64;
// Whole models of 2026 have fewer than 100,000 tensors, in many files.
constexpr std::size_t most_tensors = 100'000;
constexpr std::size_t longest_name = 1000;         // bytes
constexpr std::size_t most_metadata_keys = 10'000; // each is remembered, so that it stands but once

/// Listens to the JSON parser, which keeps nothing itself:
/// {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {"key": "text"}}
/// The first thing that is not so ends the parsing, so that nothing grows with depth.
class HeaderListener : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit HeaderListener(std::string_view name) : name_(name) {}

    Result<std::vector<TensorDescription>> result() && {
        if (failure_)
            return *failure_;
        if (const std::string* twice = find_twice())
            return error("{}: the header: \"{}\" stands twice", name_, printable(*twice));
        return std::move(tensors_);
    }

    bool null() override { return unexpected("null"); }
    bool boolean(bool) override { return unexpected("true or false"); }
    bool number_integer(number_integer_t) override { return unexpected("a negative number"); }
    bool number_float(number_float_t, const string_t& text) override { return unexpected(text); }
    bool binary(binary_t&) override { return unexpected("binary data"); }

    bool number_unsigned(number_unsigned_t value) override {
        if (place_ == Place::shape) {
            if (value > static_cast<std::uint64_t>(std::numeric_limits<Index>::max()) ||
                tensors_.back().shape.size() == safetensors_header_most_axes)
                return fail("the shape is too large");
            tensors_.back().shape.push_back(static_cast<Index>(value));
            return true;
        }
        if (place_ != Place::offsets || offsets_.size() == 2)
            return unexpected("a number");
        offsets_.push_back(value);
        return true;
    }

    bool string(string_t& text) override {
        if (place_ == Place::metadata)
            return true;
        if (place_ != Place::tensor || field_ != "dtype")
            return unexpected("a text");
        tensors_.back().stored = text;
        return true;
    }

    bool start_object(std::size_t) override {
        switch (place_) {
        case Place::outside:
            place_ = Place::header;
            return true;
        case Place::header:
            place_ = field_ == "__metadata__" ? Place::metadata : Place::tensor;
            fields_.clear();
            if (place_ == Place::metadata)
                return !std::exchange(has_metadata_, true) || fail("\"__metadata__\" stands twice");
            tensors_.push_back({field_, {}, {}, {}, 0, 0});
            return true;
        default:
            return unexpected("{");
        }
    }

    bool key(string_t& key) override {
        if (place_ == Place::header) {
            if (tensors_.size() == most_tensors)
                return fail(fmt::format("it describes more than {} tensors, as many are read", most_tensors));
            if (key.size() > longest_name)
                return fail(fmt::format("the name \"{}\" has {} bytes, at most {} are read", printable(key), key.size(),
                                        longest_name));
        } else if (!fields_.insert(key).second) {
            return fail(fmt::format("\"{}\" stands twice", printable(key)));
        } else if (fields_.size() > most_metadata_keys) {
            return fail(fmt::format("__metadata__ has more than {} keys, as many are read", most_metadata_keys));
        }
        if (place_ == Place::tensor && key != "dtype" && key != "shape" && key != "data_offsets")
            return fail(fmt::format("unknown key \"{}\"", printable(key)));
        field_ = key;
        return true;
    }

    bool end_object() override {
        if (place_ == Place::tensor && fields_.size() != 3)
            return fail("dtype, shape and data_offsets were expected");
        place_ = place_ == Place::header ? Place::finished : Place::header;
        return true;
    }

    bool start_array(std::size_t) override {
        if (place_ != Place::tensor || field_ == "dtype")
            return unexpected("[");
        place_ = field_ == "shape" ? Place::shape : Place::offsets;
        offsets_.clear();
        return true;
    }

    bool end_array() override {
        if (place_ == Place::offsets) {
            if (offsets_.size() != 2 || offsets_[0] > offsets_[1])
                return fail("data_offsets are no beginning and end");
            tensors_.back().begin = static_cast<std::size_t>(offsets_[0]);
            tensors_.back().end = static_cast<std::size_t>(offsets_[1]);
        }
        place_ = Place::tensor;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
        if (!failure_)
            failure_ = error("{}: the header is no JSON at byte {}", name_, position);
        return false;
    }

private:
    enum class Place : std::uint8_t { outside, header, metadata, tensor, shape, offsets, finished };

    /// A name that two tensors have. All are compared in the end: a set of them would hold each name once more.
    const std::string* find_twice() const {
        std::vector<const std::string*> names;
        names.reserve(tensors_.size());
        for (const TensorDescription& tensor : tensors_)
            names.push_back(&tensor.name);
        const auto name_of = [](const std::string* name) -> const std::string& { return *name; };
        std::ranges::sort(names, {}, name_of);
        const auto twice = std::ranges::adjacent_find(names, {}, name_of);
        return twice == names.end() ? nullptr : *twice;
    }

    bool fail(std::string_view what) {
        const bool in_tensor = place_ == Place::tensor || place_ == Place::shape || place_ == Place::offsets;
        failure_ = in_tensor ? error("{}: {}: {}", name_, printable(tensors_.back().name), what)
                             : error("{}: the header: {}", name_, what);
        return false;
    }

    bool unexpected(std::string_view found) {
        const std::string shown = printable(found, 20);
        switch (place_) {
        case Place::outside:
        case Place::finished:
        case Place::header:
            return fail(fmt::format("{} where an object was expected", shown));
        case Place::metadata:
            return fail(fmt::format("{} where a text was expected in __metadata__", shown));
        case Place::tensor:
            return fail(fmt::format("{} is no {}", shown, field_));
        case Place::shape:
            return fail(fmt::format("{} in the shape, the length of an axis was expected", shown));
        case Place::offsets:
            return fail(fmt::format("{} in data_offsets, two numbers were expected", shown));
        }
        return false;
    }

    std::string_view name_;
    Place place_ = Place::outside;
    std::string field_; // the last key
    bool has_metadata_ = false;
    std::set<std::string, std::less<>> fields_; // of the tensor or of the metadata
    std::vector<std::uint64_t> offsets_;
    std::vector<TensorDescription> tensors_;
    std::optional<Error> failure_;
};

} // namespace

Result<std::vector<TensorDescription>> parse_safetensors_header(std::string_view json, std::string_view name) {
    HeaderListener listener(name);
    if (!json.starts_with('{'))
        return error("{}: the header does not begin with {{", name);
    nlohmann::json::sax_parse(json, &listener);
    return std::move(listener).result();
}

} // namespace attn
