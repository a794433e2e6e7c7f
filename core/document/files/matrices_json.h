#pragma once

#include "core/files/json_field.h"
#include "core/files/ndarray.h"
#include "core/tensor/matrix.h"

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

// Matrices in a session's file: rows of numbers, "zero", "identity", or {"array": name, "row": i}, an array beside the
// text or one of its rows.

class MatrixReader {
public:
    explicit MatrixReader(const NdArrays& arrays) : arrays_(arrays) {}

    /// An empty matrix for null; `fallback` if the field does not exist.
    Matrix matrix(
        const Field& field, Shape expected, const std::function<Matrix()>& fallback = [] { return Matrix(); }) const;
    Matrix row(const Field& field, Index width) const;
    /// Rows of numbers or an array, with any number of rows.
    Matrix rows(const Field& field, Index width) const;
    /// An array beside the text; −1 accepts any length.
    Matrix array(const Field& field, Index rows = -1, Index columns = -1) const;

private:
    const NdArrays& arrays_;
};

/// The number of columns of a matrix written as rows of numbers; 0 for other forms.
Index width_of_first_row(const Field& matrix);

/// Writes matrices. Sessions with many numbers (above 4096) keep larger matrices as arrays beside the text. Whether
/// there are so many shows only at the end of writing; the session is then written again.
class MatrixWriter {
public:
    void begin_again();
    /// Begins another layer, until end_other_layer(). Its arrays that equal the session's under the same names are kept
    /// once; the others' names begin with the prefix.
    void begin_other_layer(std::string prefix) { prefix_ = std::move(prefix); }
    void end_other_layer() { prefix_.clear(); }
    /// True if the text has too many numbers: further matrices are skipped, and writing must begin again.
    bool is_too_much() const { return numbers_ > numbers_in_text && !arrays_are_outside_; }
    bool are_arrays_outside() const { return arrays_are_outside_; }
    bool has_arrays() const { return !arrays_.empty(); }
    std::vector<std::pair<std::string, Matrix>> take_arrays() { return std::move(arrays_); }

    /// Writes a matrix as MatrixReader::matrix reads it.
    Json matrix(const std::string& name, const Matrix& matrix);
    /// Writes a matrix without "zero" and "identity".
    Json rows(const std::string& name, const Matrix& matrix) { return numbers(name, matrix, false); }
    Json row(const std::string& name, const Matrix& row) { return numbers(name, row, true); }
    /// Writes a row, maybe as "zero".
    Json row_or_zero(const std::string& name, const Matrix& row);
    Json matrices(const std::vector<Matrix>& matrices, const std::string& name);
    /// Writes an array beside the text.
    Json array(const std::string& name, const Matrix& matrix);
    /// Writes rows with names: each as numbers, or all of them in one array.
    Json named_rows(const std::string& name, const std::vector<std::pair<std::string, Matrix>>& rows, Index width);

    /// Counts numbers that are written elsewhere.
    void count(Index numbers) { numbers_ += numbers; }
    /// True if the matrices are many, small and of one shape, so that they are stacked in one array: as separate values
    /// they would exceed the reader's limit.
    bool is_stack(std::span<const Matrix> matrices) const;

private:
    static constexpr Index numbers_in_text = 4096;
    bool goes_outside(Index count);
    Json numbers(const std::string& name, const Matrix& matrix, bool as_row);
    std::string keep(const std::string& name, Matrix matrix);

    std::string prefix_; ///< before the names of another layer's arrays
    bool arrays_are_outside_ = false;
    Index numbers_ = 0;
    Index small_numbers_ = 0; ///< in the text, with arrays outside
    std::vector<std::pair<std::string, Matrix>> arrays_;
};

} // namespace attn
