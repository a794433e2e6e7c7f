#pragma once

#include "core/model/cell.h"
#include "core/model/explanation.h"
#include "core/tensor/matrix.h"
#include "core/tensor/region.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace attn {

struct Layer;

/// The operations by which arrays are computed from others. Each has a row in the table, defined in a file of
/// core/model/operations.
enum class OperationId : std::uint8_t {
    embed,               ///< the embeddings of the tokens
    positions,           ///< the numbers that are added for each position
    embed_and_positions, ///< both, for the second sequence (the context)
    add,                 ///< cell by cell
    norm,                ///< each row by itself
    head_norm,           ///< head_norm, of each head's row or of all heads' rows together
    affine,              ///< a product with weights, plus a bias if there is one
    rotate,              ///< rotation of pairs of columns by the row's position
    product,             ///< rows times columns, or rows times rows
    scale,               ///< all numbers times one factor
    soft_cap,            ///< c · tanh(number / c), which stays within a bound
    alibi,               ///< a bias that depends on the distance, different for each head
    mask,                ///< the sum of the masks that are on
    row_maximum,
    exponential,
    row_sum,
    quotient,
    gate,           ///< logistic function of a product with weights, from 0 to 1
    multiply,       ///< product of two matrices, cell by cell
    weighted_sum,   ///< a product; zero if the head is off
    side_by_side,   ///< columns of all heads' matrices side by side
    sum_over_heads, ///< sum over the heads, plus a bias if there is one
    activate,       ///< the activation function of each number
    activate_gate,  ///< activation of the first operand, times the second
    softmax,        ///< softmax of each row, in one step
    copy,           ///< unchanged
    add_beside      ///< sum of the parallel parts of a block, cell by cell
};
constexpr Index operation_count = 27;

/// The kind of picture that suits an operation: where the result is drawn relative to its operands. core/figure maps it
/// to pictures.
enum class NaturalPicture : std::uint8_t { matrix, equation, product, softmax_row, side_by_side, sum };

/// The size of the numbers that are added for a cell. Tolerances depend on it, since the numbers may cancel but their
/// rounding errors remain.
enum class Magnitude : std::uint8_t {
    none,     ///< 0, since nothing is added that could cancel
    own,      ///< the size of the result
    operands, ///< the sum of the operands' sizes
    scaled,   ///< the sum of the operands' sizes, scaled like the scores
    product,  ///< the length of a row times the length of a column
    mixture,  ///< the second operand's size, weighted with attention weights
    heads     ///< the sum of the first operand's sizes over all heads
};

/// The matrices that a slot is computed from, in the order of its array's operands.
class Operands {
public:
    virtual ~Operands() = default;
    /// The operand for the matrix' own item and head; empty if the layer does not have it.
    virtual ConstView view(std::size_t operand) = 0;
    /// The operand for another head.
    virtual ConstView view(std::size_t operand, Index head) = 0;
    /// True if the operand is stored. If not, it is computed for each view, which is valid until another head is
    /// viewed.
    virtual bool is_stored(std::size_t /*operand*/) const { return true; }
    /// The rows of the operand that `rows` of the result depend on.
    virtual ConstView view_rows(std::size_t operand, Index head, IndexRange rows) = 0;
};

/// The operands of one cell, in the order of its array's operands.
class CellOperands {
public:
    virtual ~CellOperands() = default;
    virtual const Layer& layer() const = 0;
    /// The address of the explained cell, which is canonical.
    virtual const CellId& cell() const = 0;
    virtual bool has(std::size_t operand) const = 0;
    /// The operand for the cell's own item and head; for heads side by side only the head's columns.
    virtual Matrix matrix(std::size_t operand) const = 0;
    /// A number of matrix(operand), as a factor of a term.
    virtual Factor factor(std::size_t operand, Index row, Index column) const = 0;
    /// A number of another head's matrix, as a factor of a term.
    virtual Factor factor_of_head(std::size_t operand, Index head, Index row, Index column) const = 0;
};

/// Operands as Python expressions, each in the shape in which it is used; empty for operands that the layer does not
/// have.
struct PythonOperands {
    static constexpr std::size_t most = 4;
    std::span<const std::string> code;
    std::string_view module; ///< "np" or "torch"
    const Layer& layer;
    ArrayId result{};

    const std::string& operator[](std::size_t operand) const { return code[operand]; }
};

/// A row of the table of operations: everything that the program knows about one.
struct Operation {
    OperationId id{};
    NaturalPicture picture = NaturalPicture::matrix;
    Magnitude magnitude = Magnitude::none;
    std::string_view sign{}; ///< the sign between operands that are combined cell by cell
    /// True if the layer has the numbers that the operation looks up; null: it looks nothing up.
    bool (*possible)(const Layer& layer) = nullptr;
    /// True if the options that the operation uses for the matrix are equal in both layers; null: it uses no options.
    bool (*same_options)(const Layer& before, const Layer& after, Address slot) = nullptr;
    /// The rows whose options or looked-up numbers differ, for operations that use different ones for each row. Null if
    /// same_options is set.
    IndexRange (*changed_rows)(const Layer& before, const Layer& after, Address slot) = nullptr;
    /// True if single rows can be computed alone, from the rows of the operands that they depend on (read_by). A row's
    /// result must then not depend on its index.
    bool by_rows = false;
    /// True if single columns can be computed alone.
    bool by_columns = false;
    /// True if a matrix depends on the operands of all heads; null: false, except for a sum over heads.
    bool (*reads_all_heads)(const Layer& layer, ArrayId result) = nullptr;
    /// Computes the matrix, or only a part of it if by_rows or by_columns is true. `result` contains zeros or old
    /// numbers before.
    void (*compute)(const Layer& layer, Address slot, Operands& operands, const View& result) = nullptr;
    /// Sets the rule, the terms and the recomputed number of one cell.
    void (*explain)(const CellOperands& operands, Explanation& explanation) = nullptr;
    /// The expression of NumPy or PyTorch for all items and heads at once; null or empty: scripts contain the numbers.
    std::string (*python)(const PythonOperands& operands) = nullptr;
    /// The definition of a function that the expression calls; null or empty: it calls none.
    std::string (*python_function)(const Layer& layer, std::string_view module) = nullptr;
};

const Operation& operation(OperationId id);

} // namespace attn

/// The rows of the table; each is defined in a file of core/model/operations.
namespace attn::operations {

extern const Operation embed;
extern const Operation positions;
extern const Operation embed_and_positions;
extern const Operation add;
extern const Operation norm;
extern const Operation head_norm;
extern const Operation affine;
extern const Operation rotate;
extern const Operation product;
extern const Operation scale;
extern const Operation soft_cap;
extern const Operation alibi;
extern const Operation mask;
extern const Operation row_maximum;
extern const Operation exponential;
extern const Operation row_sum;
extern const Operation quotient;
extern const Operation gate;
extern const Operation multiply;
extern const Operation weighted_sum;
extern const Operation side_by_side;
extern const Operation sum_over_heads;
extern const Operation activate;
extern const Operation activate_gate;
extern const Operation softmax;
extern const Operation copy;
extern const Operation add_beside;

/// Explains a number that is looked up, not computed.
void explain_lookup(const CellOperands& operands, Explanation& explanation);

/// Explains a product's cell: Σ_c left(r, c) · right(c, column).
void explain_product(const CellOperands& operands, Explanation& explanation);

} // namespace attn::operations
