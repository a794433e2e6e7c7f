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

// Matrices in session files: rows of numbers, "zero", "identity", or {"array": name, "row": i}, which refers to an
// array that is stored outside the text, or to one of its rows.

class MatrixReader {
public:
    explicit MatrixReader(const NdArrays& arrays) : arrays_(arrays) {}

    /// Reads a matrix; null gives an empty matrix, and a missing field gives `fallback`.
    Matrix matrix(
        const Field& field, Shape expected, const std::function<Matrix()>& fallback = [] { return Matrix(); }) const;
    Matrix row(const Field& field, Index width) const;
    /// Reads rows of numbers or an array; any number of rows is accepted.
    Matrix rows(const Field& field, Index width) const;
    /// Reads an array that is stored outside the text; −1 accepts any length.
    Matrix array(const Field& field, Index rows = -1, Index columns = -1) const;

private:
    const NdArrays& arrays_;
};

/// The number of columns of a matrix written as rows of numbers; 0 for other forms.
Index width_of_first_row(const Field& matrix);

/// Writes matrices. If a session has more than 4096 numbers, its larger matrices are stored as arrays outside the text.
/// The number is known only at the end of writing; the session is then written again.
class MatrixWriter {
public:
    void begin_again();
    /// Begins another layer, until end_other_layer(). An array that equals the session's array of the same name is
    /// stored only once; the names of the others get the prefix.
    void begin_other_layer(std::string prefix) { prefix_ = std::move(prefix); }
    void end_other_layer() { prefix_.clear(); }
    /// True if the text has too many numbers. Further matrices are then skipped, and writing has to begin again.
    bool is_too_much() const { return numbers_ > numbers_in_text && !arrays_are_outside_; }
    bool are_arrays_outside() const { return arrays_are_outside_; }
    bool has_arrays() const { return !arrays_.empty(); }
    std::vector<std::pair<std::string, Matrix>> take_arrays() { return std::move(arrays_); }

    /// Writes a matrix for MatrixReader::matrix.
    Json matrix(const std::string& name, const Matrix& matrix);
    /// Writes a matrix without "zero" and "identity".
    Json rows(const std::string& name, const Matrix& matrix) { return numbers(name, matrix, false); }
    Json row(const std::string& name, const Matrix& row) { return numbers(name, row, true); }
    /// Writes a row, or "zero" if it is all zeros.
    Json row_or_zero(const std::string& name, const Matrix& row);
    Json matrices(const std::vector<Matrix>& matrices, const std::string& name);
    /// Writes an array that is stored outside the text.
    Json array(const std::string& name, const Matrix& matrix);
    /// Writes rows with names, each as numbers or all of them as one array.
    Json named_rows(const std::string& name, const std::vector<std::pair<std::string, Matrix>>& rows, Index width);

    /// Counts numbers that others have written.
    void count(Index numbers) { numbers_ += numbers; }
    /// True if the matrices are many, small and of equal shape; they are then stacked in one array, because separate
    /// values would exceed the reader's limit.
    bool is_stack(std::span<const Matrix> matrices) const;

private:
    static constexpr Index numbers_in_text = 4096;
    bool goes_outside(Index count);
    Json numbers(const std::string& name, const Matrix& matrix, bool as_row);
    std::string keep(const std::string& name, Matrix matrix);

    std::string prefix_; ///< prefix of array names for another layer
    bool arrays_are_outside_ = false;
    Index numbers_ = 0;
    Index small_numbers_ = 0; ///< number of cells written in the text of a session with stored arrays
    std::vector<std::pair<std::string, Matrix>> arrays_;
};

} // namespace attn
