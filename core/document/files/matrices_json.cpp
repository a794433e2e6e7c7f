#include "core/document/files/matrices_json.h"

#include "core/files/json_keys.h"
#include "core/files/printable.h"
#include "core/tensor/cellwise.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

/// Even if a session's large matrices are stored outside its text, matrices of up to 64 numbers are written into the
/// text, until these have 2^16 numbers together.
constexpr Index numbers_of_small_matrix = 64;
constexpr Index small_numbers_in_text = Index{1} << 16;
/// The fewest matrices in a stack, and the most numbers in each of them. Larger matrices are stored one by one, so that
/// an edit of one does not rewrite the others.
constexpr std::size_t least_of_a_stack = 16;
constexpr Index most_in_a_stack = 4096;

Index size_of(const Matrix& matrix) {
    return matrix.rows() * matrix.columns();
}

/// A reference in the text to a stored array, or to one of its rows.
struct ArrayReference {
    std::string name;
    Index row = 0; ///< number of the row, from 1; 0: all rows
};

struct ArrayReading {
    const NdArrays& arrays;
    Matrix matrix;
    std::string name;
};

void read_array(ArrayReading& into, const Field& field) {
    into.name = printable(field.text());
    const auto found = into.arrays.find(field.text());
    if (found == into.arrays.end())
        return field.fail(fmt::format("there is no array “{}” with this session", into.name));
    if (found->second.rank() != 2)
        return field.fail(
            fmt::format("the array “{}” has shape {}, expected two axes", into.name, shape_text(found->second.shape)));
    into.matrix = found->second.matrix();
}

const std::vector<JsonKey<ArrayReading, const ArrayReference>>& array_keys() {
    static const std::vector<JsonKey<ArrayReading, const ArrayReference>> keys{
        {.key = "array",
         .read = read_array,
         .write = [](const ArrayReference& from) { return json_of(from.name); },
         .required = R"(expected "array": the name of an array with this session)"},
        {.key = "row",
         .read =
             [](ArrayReading& into, const Field& field) {
                 const Index row = field.integer(1, into.matrix.rows(), 1) - 1;
                 if (!field.failed())
                     into.matrix = into.matrix.row_block(row, 1);
             },
         .write = [](const ArrayReference& from) -> std::optional<Json> {
             return from.row == 0 ? std::nullopt : std::optional(json_of(from.row));
         }},
    };
    return keys;
}

} // namespace

Matrix MatrixReader::array(const Field& field, Index rows, Index columns) const {
    ArrayReading read{arrays_, {}, {}};
    read_keys(array_keys(), field, read);
    if (field.failed())
        return {};
    const Matrix& matrix = read.matrix;
    const bool fits = (rows == -1 || matrix.rows() == rows) && (columns == -1 || matrix.columns() == columns);
    if (!fits)
        field.fail(fmt::format("the array “{}” has shape {} × {}, expected {} × {}", read.name, matrix.rows(),
                               matrix.columns(), rows == -1 ? std::string("any") : std::to_string(rows), columns));
    return std::move(read.matrix);
}

Matrix MatrixReader::matrix(const Field& field, Shape expected, const std::function<Matrix()>& fallback) const {
    if (field.failed() || field.is(Json::Kind::null))
        return {};
    if (!field.exists())
        return fallback();
    if (field.is_text("zero"))
        return Matrix::zeros(expected.rows, expected.columns);
    if (field.is_text("identity"))
        return Matrix::identity(expected.rows, expected.columns);
    if (field.is(Json::Kind::text)) {
        field.fail(R"(this is a text, expected rows of numbers, "zero" or "identity")");
        return {};
    }
    return field.is(Json::Kind::object) ? array(field, expected.rows, expected.columns)
                                        : field.matrix(expected.rows, expected.columns);
}

Matrix MatrixReader::row(const Field& field, Index width) const {
    if (field.is_text("zero"))
        return Matrix::zeros(1, width);
    return field.is(Json::Kind::object) ? array(field, 1, width) : field.row(width);
}

Matrix MatrixReader::rows(const Field& field, Index width) const {
    return field.is(Json::Kind::object) ? array(field, -1, width) : field.matrix(-1, width);
}

Index width_of_first_row(const Field& matrix) {
    if (!matrix.is(Json::Kind::list))
        return 0;
    const auto rows = matrix.items();
    return rows.empty() || !rows.front().is(Json::Kind::list) ? 0 : static_cast<Index>(rows.front().items().size());
}

void MatrixWriter::begin_again() {
    *this = MatrixWriter();
    arrays_are_outside_ = true;
}

/// Stores the matrix outside of the text; returns the name of its array.
std::string MatrixWriter::keep(const std::string& name, Matrix matrix) {
    using Kept = std::pair<std::string, Matrix>;
    const auto same = prefix_.empty() ? arrays_.end() : std::ranges::find(arrays_, name, &Kept::first);
    if (same != arrays_.end() && equal_bits(same->second, matrix))
        return name;
    return arrays_.emplace_back(prefix_ + name, std::move(matrix)).first;
}

Json MatrixWriter::array(const std::string& name, const Matrix& matrix) {
    const ArrayReference reference{keep(name, matrix)};
    return write_keys(array_keys(), reference);
}

bool MatrixWriter::goes_outside(Index count) {
    if (!arrays_are_outside_)
        return false;
    if (count > numbers_of_small_matrix || small_numbers_ + count > small_numbers_in_text)
        return true;
    small_numbers_ += count;
    return false;
}

bool MatrixWriter::is_stack(std::span<const Matrix> matrices) const {
    return arrays_are_outside_ && matrices.size() >= least_of_a_stack &&
           std::ranges::all_of(matrices, [&](const Matrix& matrix) {
               return !matrix.empty() && size_of(matrix) <= most_in_a_stack &&
                      matrix.shape() == matrices.front().shape();
           });
}

Json MatrixWriter::numbers(const std::string& name, const Matrix& matrix, bool as_row) {
    count(size_of(matrix));
    if (goes_outside(size_of(matrix)))
        return array(name, matrix);
    if (is_too_much())
        return json_null();
    return as_row ? json_row(matrix.row(0)) : json_of(matrix);
}

Json MatrixWriter::row_or_zero(const std::string& name, const Matrix& row) {
    return is_zero(row) ? json_of(std::string_view("zero")) : numbers(name, row, true);
}

Json MatrixWriter::matrix(const std::string& name, const Matrix& matrix) {
    if (matrix.empty())
        return json_null();
    if (is_zero(matrix))
        return json_of(std::string_view("zero"));
    if (equal_bits(matrix, Matrix::identity(matrix.rows(), matrix.columns())))
        return json_of(std::string_view("identity"));
    return rows(name, matrix);
}

Json MatrixWriter::matrices(const std::vector<Matrix>& matrices, const std::string& name) {
    Index number = 0;
    return json_list_of(matrices, [&](const Matrix& one) { return matrix(fmt::format("{}.{}", name, ++number), one); });
}

Json MatrixWriter::named_rows(const std::string& name, const std::vector<std::pair<std::string, Matrix>>& rows,
                              Index width) {
    const Index numbers = std::ssize(rows) * width;
    count(numbers);
    const bool is_beside = arrays_are_outside_ && numbers > numbers_of_small_matrix;
    Json json = json_object();
    if (!is_beside) {
        for (const auto& [key, row] : rows)
            json.set(key, json_row(row.row(0)));
        return json;
    }
    std::vector<float> packed;
    for (const auto& [key, row] : rows)
        packed.insert(packed.end(), row.row(0).begin(), row.row(0).end());
    ArrayReference place{keep(name, Matrix::adopt(std::move(packed), std::ssize(rows), width))};
    for (const auto& [key, row] : rows) {
        ++place.row;
        json.set(key, write_keys(array_keys(), std::as_const(place)));
    }
    return json;
}

} // namespace attn
