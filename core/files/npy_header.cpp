#include "core/files/npy_header.h"

#include "core/files/little_endian.h"
#include "core/files/mistaken_file.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace attn {

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t npy_header_most_axes = 64;

/// The dictionary in an npy header, a Python literal.
struct Dictionary {
    std::optional<std::string_view> descr;
    std::optional<bool> fortran_order;
    std::optional<std::vector<Index>> shape;
};

/// Parses {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }: these three keys in any order, and no others.
class DictionaryParser {
public:
    DictionaryParser(std::string_view text, std::string_view name) : rest_(text), name_(name) {}

    Result<Dictionary> parse() {
        if (!take("{"))
            return unexpected("{");
        while (!take("}")) {
            if (auto entry = parse_entry(); !entry)
                return entry.error();
            if (take("}"))
                break;
            if (!take(","))
                return unexpected(", or }");
        }
        skip_blanks();
        if (!rest_.empty())
            return unexpected("the end of the header");
        if (!found_.descr || !found_.fortran_order || !found_.shape)
            return error("{}: the header lacks {}", name_,
                         !found_.descr ? "descr" : (!found_.fortran_order ? "fortran_order" : "shape"));
        return std::move(found_);
    }

private:
    Result<void> parse_entry() {
        const auto key = take_string();
        if (!key)
            return unexpected("a key");
        if (!take(":"))
            return unexpected(":");
        if ((*key == "descr" && found_.descr) || (*key == "fortran_order" && found_.fortran_order) ||
            (*key == "shape" && found_.shape))
            return error("{}: the header has {} twice", name_, *key);
        if (*key == "descr")
            return parse_descr();
        if (*key == "fortran_order")
            return parse_fortran_order();
        if (*key == "shape")
            return parse_shape();
        return error("{}: the header has the key {}, only descr, fortran_order and shape are known", name_,
                     printable(*key));
    }

    Result<void> parse_descr() {
        skip_blanks();
        if (rest_.starts_with("["))
            return error("{}: holds records, an array of numbers was expected", name_);
        found_.descr = take_string();
        return found_.descr ? Result<void>{} : unexpected("a type such as '<f4'");
    }

    Result<void> parse_fortran_order() {
        if (take("True"))
            found_.fortran_order = true;
        else if (take("False"))
            found_.fortran_order = false;
        else
            return unexpected("True or False");
        return {};
    }

    Result<void> parse_shape() {
        if (!take("("))
            return unexpected("a shape such as (2, 3)");
        std::vector<Index> shape;
        bool comma = true;
        while (!take(")")) {
            const auto axis = comma ? take_axis() : std::nullopt;
            if (!axis)
                return unexpected(comma ? "the length of an axis" : ", or )");
            if (shape.size() == npy_header_most_axes)
                return error("{}: the header claims more than {} axes", name_, npy_header_most_axes);
            shape.push_back(*axis);
            comma = take(",");
        }
        if (shape.size() == 1 && !comma)
            return error("{}: the header claims the shape ({}), a tuple such as ({},) was expected", name_, shape[0],
                         shape[0]);
        found_.shape = std::move(shape);
        return {};
    }

    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

    bool take(std::string_view expected) {
        skip_blanks();
        if (!rest_.starts_with(expected))
            return false;
        rest_.remove_prefix(expected.size());
        return true;
    }

    /// Reads a string without escapes; no key and no type has escapes.
    std::optional<std::string_view> take_string() {
        skip_blanks();
        if (!rest_.starts_with('\'') && !rest_.starts_with('"'))
            return std::nullopt;
        const std::size_t end = rest_.find(rest_.front(), 1);
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view content = rest_.substr(1, end - 1);
        if (content.find('\\') != std::string_view::npos)
            return std::nullopt;
        rest_.remove_prefix(end + 1);
        return content;
    }

    std::optional<Index> take_axis() {
        skip_blanks();
        Index axis = 0;
        const auto [end, status] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), axis);
        if (status != std::errc{} || axis < 0)
            return std::nullopt;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        if (rest_.starts_with('L')) // Python 2's long integers: 3L
            rest_.remove_prefix(1);
        return axis;
    }

    Error unexpected(std::string_view expected) const {
        return error("{}: the header has \"{}\" where {} was expected", name_, printable(rest_, 20), expected);
    }

    std::string_view rest_;
    std::string_view name_;
    Dictionary found_;
};

struct NamedType {
    std::string_view name; // the type's name without the byte order
    DataType type;
};

constexpr std::array<NamedType, 12> named_types{{{"b1", DataType::boolean},
                                                 {"i1", DataType::int8},
                                                 {"i2", DataType::int16},
                                                 {"i4", DataType::int32},
                                                 {"i8", DataType::int64},
                                                 {"u1", DataType::uint8},
                                                 {"u2", DataType::uint16},
                                                 {"u4", DataType::uint32},
                                                 {"u8", DataType::uint64},
                                                 {"f2", DataType::float16},
                                                 {"f4", DataType::float32},
                                                 {"f8", DataType::float64}}};

/// Describes the content that `descr` names if it is no number type that we read.
std::string_view other_content(std::string_view descr) {
    const auto has_kind = [&](std::string_view kinds) { return descr.find_first_of(kinds) == 1; };
    if (descr == "O" || has_kind("O"))
        return "Python objects";
    if (has_kind("US"))
        return "text";
    if (has_kind("c"))
        return "complex numbers";
    if (has_kind("mM"))
        return "dates or durations";
    return "numbers of an unknown type";
}

Result<void> read_type(std::string_view descr, NpyHeader& header, std::string_view name) {
    const auto row =
        descr.empty() ? named_types.end() : std::ranges::find(named_types, descr.substr(1), &NamedType::name);
    constexpr std::string_view orders = "<>=|";
    if (row == named_types.end() || orders.find(descr.front()) == std::string_view::npos)
        return error("{}: holds {} ('{}'), float32, float64, integers or booleans were expected", name,
                     other_content(descr), printable(descr, 20));
    header.type = row->type;
    header.order = descr.front() == '>' ? ByteOrder::big : ByteOrder::little;
    return {};
}

/// The position of the dictionary in the file, in bytes.
struct DictionaryExtent {
    std::size_t begin = 0;
    std::size_t size = 0;
};

Result<DictionaryExtent> find_dictionary(std::string_view file, std::string_view name) {
    if (file.empty())
        return error("{}: is empty, an npy file was expected", name);
    if (const auto mistaken = mistaken_numbers(file.substr(0, telling_bytes)))
        return error("{}: {}", name, *mistaken);
    if (!file.starts_with(magic))
        return error("{}: is no npy file: it does not begin with \\x93NUMPY", name);
    constexpr std::size_t version_at = magic.size();
    constexpr std::size_t length_at = version_at + 2;
    const auto byte = [&](std::size_t i) { return std::size_t{static_cast<std::uint8_t>(file[i])}; };
    if (file.size() < length_at)
        return error("{}: ends within the header, after {} bytes", name, file.size());
    const std::size_t major = byte(version_at);
    if (major < 1 || major > 3 || byte(version_at + 1) != 0)
        return error("{}: has version {}.{} of the npy format, 1.0, 2.0 or 3.0 was expected", name, major,
                     byte(version_at + 1));
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    const std::size_t begin = length_at + length_bytes;
    if (file.size() < begin)
        return error("{}: ends within the header, after {} bytes", name, file.size());
    const std::size_t length = little_endian(std::as_bytes(std::span(file.substr(length_at, length_bytes))));
    if (length > npy_header_limit - begin)
        return error("{}: claims a header of {} bytes, at most {} are read", name, length, npy_header_limit - begin);
    return DictionaryExtent{begin, length};
}

} // namespace

Result<std::size_t> npy_header_bytes(std::span<const std::byte> preamble, std::string_view name) {
    const auto extent = find_dictionary({reinterpret_cast<const char*>(preamble.data()), preamble.size()}, name);
    return extent ? Result<std::size_t>(extent->begin + extent->size) : Result<std::size_t>(extent.error());
}

Result<NpyHeader> parse_npy_header(std::span<const std::byte> file, std::string_view name) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    const auto extent = find_dictionary(text, name);
    if (!extent)
        return extent.error();
    if (extent->size > text.size() - extent->begin)
        return error("{}: claims a header of {} bytes, {} follow", name, extent->size, text.size() - extent->begin);
    auto dictionary = DictionaryParser(text.substr(extent->begin, extent->size), name).parse();
    if (!dictionary)
        return dictionary.error();

    NpyHeader header;
    if (auto type = read_type(*dictionary->descr, header, name); !type)
        return type.error();
    header.fortran_order = *dictionary->fortran_order;
    header.shape = std::move(*dictionary->shape);
    header.header_bytes = extent->begin + extent->size;
    const auto count = number_count(header.shape);
    if (!count)
        return error("{}: the header claims an axis too long for any memory", name);
    header.data_bytes = static_cast<std::size_t>(*count) * byte_size(header.type);
    return header;
}

std::string npy_header(std::span<const Index> shape) {
    std::string dictionary = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}{}), }}",
                                         fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    // NumPy leaves room for the first axis to grow to any 64-bit number.
    constexpr std::size_t digits_of_grown_axis = 21;
    if (!shape.empty())
        dictionary.append(digits_of_grown_axis - fmt::formatted_size("{}", shape.front()), ' ');
    constexpr std::size_t alignment = 64;
    const std::size_t begin = magic.size() + 4;
    dictionary.append(alignment - (begin + dictionary.size() + 1) % alignment, ' ');
    dictionary += '\n';

    std::string header(magic);
    header += {'\x01', '\x00', static_cast<char>(dictionary.size() & 0xFFU), static_cast<char>(dictionary.size() >> 8)};
    return header + dictionary;
}

bool holds_no_numbers(std::span<const std::byte> file) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    const auto extent = find_dictionary(text, "");
    if (!extent || extent->size > text.size() - extent->begin)
        return false;
    const auto dictionary = DictionaryParser(text.substr(extent->begin, extent->size), "").parse();
    constexpr std::string_view kinds = "OUScmM";
    return dictionary && dictionary->descr->find_first_of(kinds) <= 1;
}

} // namespace attn
