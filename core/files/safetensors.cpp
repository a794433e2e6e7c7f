#include "core/files/safetensors.h"

#include "core/files/little_endian.h"
#include "core/files/mistaken_file.h"
#include "core/files/printable.h"
#include "core/tensor/result.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr std::size_t safetensors_header_most_axes = 64;
// Whole models of 2026 have fewer than 100,000 tensors, in many files.
constexpr std::size_t most_tensors = 100'000;
constexpr std::size_t longest_name = 1000;         // bytes
constexpr std::size_t most_metadata_keys = 10'000; // each key is kept, to detect duplicates

/// Receives the JSON parser's events for a header and stores only what is needed:
/// {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {"key": "text"}}
/// The first deviation ends the parsing, so that deep nesting costs no memory.
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

    /// Returns a name that two tensors have; null if there is none. Sorts pointers at the end, since a set would copy
    /// each name.
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
    std::set<std::string, std::less<>> fields_; // keys of the current tensor or of the metadata
    std::vector<std::uint64_t> offsets_;
    std::vector<TensorDescription> tensors_;
    std::optional<Error> failure_;
};

/// Returns the tensors in the JSON header of a safetensors file, in its order, without "__metadata__". Fails, with one
/// line that begins with `name`, unless the header follows the format exactly: no nesting, no duplicate keys. Does not
/// check the tensors against the size of the file.
Result<std::vector<TensorDescription>> parse_safetensors_header(std::string_view json, std::string_view name) {
    HeaderListener listener(name);
    if (!json.starts_with('{'))
        return error("{}: the header does not begin with {{", name);
    nlohmann::json::sax_parse(json, &listener);
    return std::move(listener).result();
}

constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t header_limit = 100'000'000; // the format's own limit

struct TypeName {
    std::string_view name;
    DataType type;
};

constexpr std::array<TypeName, 13> type_names{{{"BOOL", DataType::boolean},
                                               {"I8", DataType::int8},
                                               {"I16", DataType::int16},
                                               {"I32", DataType::int32},
                                               {"I64", DataType::int64},
                                               {"U8", DataType::uint8},
                                               {"U16", DataType::uint16},
                                               {"U32", DataType::uint32},
                                               {"U64", DataType::uint64},
                                               {"F16", DataType::float16},
                                               {"BF16", DataType::bfloat16},
                                               {"F32", DataType::float32},
                                               {"F64", DataType::float64}}};

std::optional<DataType> find_type(std::string_view name) {
    const auto* const row = std::ranges::find(type_names, name, &TypeName::name);
    return row == type_names.end() ? std::nullopt : std::optional(row->type);
}

/// Checks what the header says about a tensor against the data.
Result<void> check_tensor(const TensorDescription& tensor, std::size_t data_bytes, std::string_view file) {
    const std::string name = printable(tensor.name);
    if (tensor.end > data_bytes)
        return error("{}: {}: ends at byte {} of the data, which has {}", file, name, tensor.end, data_bytes);
    const auto count = number_count(tensor.shape);
    if (!count)
        return error("{}: {}: claims an axis too long for any memory", file, name);
    if (!tensor.type)
        return {}; // the size of its numbers is unknown; the tensor can only be listed
    const std::size_t claimed = static_cast<std::size_t>(*count) * byte_size(*tensor.type);
    if (claimed != tensor.end - tensor.begin)
        return error("{}: {}: {} of shape {} takes {} bytes, data_offsets span {}", file, name, tensor.stored,
                     shape_text(tensor.shape), claimed, tensor.end - tensor.begin);
    return {};
}

/// Fails if tensors overlap. `tensors` are in the order of their bytes.
Result<void> check_overlaps(const std::vector<TensorDescription>& tensors, std::string_view file) {
    const auto overlapping = std::ranges::adjacent_find(
        tensors, [](const TensorDescription& left, const TensorDescription& right) { return left.end > right.begin; });
    if (overlapping != tensors.end())
        return error("{}: {} and {} overlap", file, printable(overlapping->name),
                     printable(std::next(overlapping)->name));
    return {};
}

/// Returns the length of the header's JSON, from the bytes before it.
Result<std::size_t> header_length(std::span<const std::byte> begin, std::uint64_t file_size, std::string_view name) {
    if (begin.size() < length_bytes)
        return error("{}: has {} bytes, a safetensors file begins with the {} of its header's length", name, file_size,
                     length_bytes);
    const std::uint64_t length = little_endian(begin.first(length_bytes));
    if (length > file_size - length_bytes)
        return error("{}: the header claims {} bytes, {} follow", name, length, file_size - length_bytes);
    if (length > header_limit)
        return error("{}: the header claims {} bytes, at most {} are read", name, length, header_limit);
    return static_cast<std::size_t>(length);
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path) {
    const auto file = RandomAccessFile::open(path);
    return file ? parse(*file) : Result<SafetensorsFile>(file.error());
}

Result<SafetensorsFile> SafetensorsFile::parse(const RandomAccessFile& file) {
    const auto failed = [&](const Error& reason) { return error("{}: the header: {}", file.name(), reason.message); };
    std::array<std::byte, telling_bytes> begin{};
    const auto there = std::span(begin).first(std::min<std::size_t>(file.size(), telling_bytes));
    if (auto read = file.read(0, there); !read)
        return failed(read.error());
    if (const auto mistaken = mistaken_numbers(as_text(there)))
        return error("{}: {}", file.name(), *mistaken);
    const auto length = header_length(there, file.size(), file.name());
    if (!length)
        return length.error();
    try {
        std::vector<std::byte> header(*length);
        if (auto read = file.read(length_bytes, header); !read)
            return failed(read.error());
        auto parsed = parse(as_text(header), file.size(), file.name());
        if (parsed)
            parsed->file_ = file;
        return parsed;
    } catch (const std::bad_alloc&) {
        return error("{}: there is no memory for its header", file.name());
    }
}

Result<SafetensorsFile> SafetensorsFile::parse(Bytes file, std::string_view name) {
    const auto length = header_length(file.view, file.view.size(), name);
    if (!length)
        return length.error();
    try {
        auto parsed = parse(as_text(file.view.subspan(length_bytes, *length)), file.view.size(), name);
        if (parsed)
            parsed->file_ = std::move(file);
        return parsed;
    } catch (const std::bad_alloc&) {
        return error("{}: there is no memory for its header", name);
    }
}

Result<SafetensorsFile> SafetensorsFile::parse(std::string_view header, std::uint64_t file_size,
                                               std::string_view name) {
    auto tensors = parse_safetensors_header(header, name);
    if (!tensors)
        return tensors.error();
    SafetensorsFile parsed;
    parsed.name_ = name;
    parsed.tensors_ = *std::move(tensors);
    parsed.data_begin_ = length_bytes + header.size();
    const std::size_t data_bytes = static_cast<std::size_t>(file_size) - parsed.data_begin_;
    for (TensorDescription& tensor : parsed.tensors_) {
        tensor.type = find_type(tensor.stored);
        if (auto checked = check_tensor(tensor, data_bytes, name); !checked)
            return checked.error();
    }
    // Sorts by the end, too, so that an empty tensor between two others does not look like an overlap.
    std::ranges::sort(parsed.tensors_, {}, [](const TensorDescription& tensor) {
        return std::tuple(tensor.begin, tensor.end, std::string_view(tensor.name));
    });
    if (auto checked = check_overlaps(parsed.tensors_, name); !checked)
        return checked.error();
    return parsed;
}

Result<Bytes> SafetensorsFile::bytes(std::size_t offset, std::size_t size) const {
    if (const auto* memory = std::get_if<Bytes>(&file_))
        return Bytes{memory->owner, memory->view.subspan(offset, size)};
    const auto content = std::make_shared<std::vector<std::byte>>(size);
    if (auto read = std::get<RandomAccessFile>(file_).read(offset, *content); !read)
        return read.error();
    return Bytes{content, *content};
}

const TensorDescription* SafetensorsFile::find(std::string_view name) const {
    const auto tensor = std::ranges::find(tensors_, name, &TensorDescription::name);
    return tensor == tensors_.end() ? nullptr : &*tensor;
}

Result<NdArray> SafetensorsFile::read(const TensorDescription& tensor) const {
    assert(tensor.begin <= tensor.end);
    if (!tensor.type)
        return error("{}: {}: holds {}, F32, F16, BF16, F64, integers or BOOL were expected", name_,
                     printable(tensor.name), printable(tensor.stored, 20));
    try {
        auto content = bytes(offset(tensor), tensor.end - tensor.begin);
        if (!content)
            return error("{}: {}: {}", name_, printable(tensor.name), content.error().message);
        Numbers numbers = decode_numbers(*std::move(content), *tensor.type, ByteOrder::little);
        return NdArray{tensor.shape, *tensor.type, std::move(numbers.owner), numbers.view};
    } catch (const std::bad_alloc&) {
        return error("{}: {}: there is no memory for its numbers", name_, printable(tensor.name));
    }
}

Result<NdArray> SafetensorsFile::read_rows(const TensorDescription& tensor, Index first, Index count) const {
    assert(tensor.shape.size() == 2 && first >= 0 && count >= 0 && first + count <= tensor.shape[0]);
    if (!tensor.type)
        return read(tensor); // reports the reason
    TensorDescription part = tensor;
    const std::size_t row = static_cast<std::size_t>(tensor.shape[1]) * byte_size(*tensor.type);
    part.begin += static_cast<std::size_t>(first) * row;
    part.end = part.begin + static_cast<std::size_t>(count) * row;
    part.shape[0] = count;
    return read(part);
}

} // namespace attn
