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

// Matrices of a session's file: rows of numbers, "zero", "identity", or {"array": name, "row": i}, which is an array
// beside the text, or one row of it.

class MatrixReader {
public:
    explicit MatrixReader(const NdArrays& arrays) : arrays_(arrays) {}

    /// Nothing where null is written; `fallback` where nothing is.
    Matrix matrix(
        const Field& field, Shape expected, const std::function<Matrix()>& fallback = [] { return Matrix(); }) const;
    Matrix row(const Field& field, Index width) const;
    /// Rows of numbers or an array, of any height.
    Matrix rows(const Field& field, Index width) const;
    /// An array beside the text; −1 stands for any length.
    Matrix array(const Field& field, Index rows = -1, Index columns = -1) const;

private:
    const NdArrays& arrays_;
};

/// Numbers in the first row of a matrix that is written out; 0 where it is not.
Index width_of_first_row(const Field& matrix);

/// Sessions with more numbers than a person reads keep the larger of their matrices as arrays beside the text. Whether
/// one has so many shows when it has been written: then it is written again.
class MatrixWriter {
public:
    void begin_again();
    /// What is written till end_baseline() may be what was written under the same names before: such arrays are kept
    /// once.
    void begin_baseline() { prefix_ = "left_baseline."; }
    void end_baseline() { prefix_.clear(); }
    /// Whether there are too many numbers for a text, so that nothing needs to be made of them before begin_again().
    bool is_too_much() const { return numbers_ > numbers_in_text && !arrays_are_outside_; }
    bool are_arrays_outside() const { return arrays_are_outside_; }
    bool has_arrays() const { return !arrays_.empty(); }
    std::vector<std::pair<std::string, Matrix>> take_arrays() { return std::move(arrays_); }

    /// As MatrixReader::matrix reads it.
    Json matrix(const std::string& name, const Matrix& matrix);
    /// The same without "zero" and "identity".
    Json rows(const std::string& name, const Matrix& matrix) { return numbers(name, matrix, false); }
    Json row(const std::string& name, const Matrix& row) { return numbers(name, row, true); }
    /// The same with "zero".
    Json row_or_zero(const std::string& name, const Matrix& row);
    Json matrices(const std::vector<Matrix>& matrices, const std::string& name);
    /// An array beside the text.
    Json array(const std::string& name, const Matrix& matrix);
    /// Rows by names: each as numbers, or all of them in one array.
    Json named_rows(const std::string& name, const std::vector<std::pair<std::string, Matrix>>& rows, Index width);

    /// Numbers that are written by somebody else.
    void count(Index numbers) { numbers_ += numbers; }
    /// Whether they are many, small and of one shape, so that they stand one below the other in one array: as values of
    /// their own they would be more than a reader takes.
    bool is_stack(std::span<const Matrix> matrices) const;

private:
    static constexpr Index numbers_in_text = 4096;
    bool goes_outside(Index count);
    Json numbers(const std::string& name, const Matrix& matrix, bool as_row);
    std::string keep(const std::string& name, Matrix matrix);

    std::string prefix_; ///< of the names of a baseline's arrays
    bool arrays_are_outside_ = false;
    Index numbers_ = 0;
    Index small_numbers_ = 0; ///< in the text, while arrays are outside
    std::vector<std::pair<std::string, Matrix>> arrays_;
};

} // namespace attn
