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

/// What is done to make an array of others. A row of the table each, and a file in core/model/operations.
enum class OperationId : std::uint8_t {
    embed,               ///< the embeddings of the tokens
    positions,           ///< what is added for each place
    embed_and_positions, ///< both at once, of the second sequence
    add,                 ///< cell by cell
    norm,                ///< each row by itself
    head_norm,           ///< the same in each head, or of all heads' rows together
    affine,              ///< a product with weights, and a bias where there is one
    rotate,              ///< pairs of columns by the place of their row
    product,             ///< rows with columns, or with rows
    scale,               ///< by one factor
    soft_cap,            ///< kept within a bound
    alibi,               ///< a bias by distance, another for each head
    mask,                ///< what is on of all masks
    row_maximum,
    exponential,
    row_sum,
    quotient,
    gate,          ///< a product with weights, as shares between 0 and 1
    multiply,      ///< cell by cell
    weighted_sum,  ///< a product, zero where the head is off
    side_by_side,  ///< the heads' columns, one behind the other
    sum_over_heads ///< and a bias, where there is one
};
constexpr Index operation_count = 22;

/// How a result stands beside its operands by nature; core/figure maps it to pictures.
enum class NaturalPicture : std::uint8_t { matrix, equation, product, softmax_row, side_by_side, sum };

/// How large the numbers are that a cell is summed from: they may cancel, and their rounding stays.
enum class Magnitude : std::uint8_t {
    none,     ///< nothing is summed that could cancel
    own,      ///< as the result
    operands, ///< as the operands together
    scaled,   ///< as the operands, scaled like the scores
    product,  ///< as a row's length times a column's
    mixture,  ///< as the second operand, weighed with shares
    heads     ///< as the first operand of all heads
};

/// The matrices that a slot is computed from, in the order of its array's operands.
class Operands {
public:
    virtual ~Operands() = default;
    /// For the slot's own item and head; empty where the layer does not have it.
    virtual ConstView view(std::size_t operand) = 0;
    /// For another head.
    virtual ConstView view(std::size_t operand, Index head) = 0;
    /// Whether it need not be computed to be looked at. Where it must, what is viewed stays until another head of it
    /// is.
    virtual bool is_stored(std::size_t /*operand*/) const { return true; }
    /// What these rows of the result read.
    virtual ConstView view_rows(std::size_t operand, Index head, IndexRange rows) = 0;
};

/// The numbers that a cell is made from, in the order of its array's operands.
class CellOperands {
public:
    virtual ~CellOperands() = default;
    virtual const Layer& layer() const = 0;
    /// The cell that is explained, at its canonical address.
    virtual const CellId& cell() const = 0;
    virtual bool has(std::size_t operand) const = 0;
    /// For the cell's own item and head; of heads side by side the head's own columns.
    virtual Matrix matrix(std::size_t operand) const = 0;
    /// One number, as part of a term. Row and column are those of matrix().
    virtual Factor factor(std::size_t operand, Index row, Index column) const = 0;
    /// The same for another head.
    virtual Factor factor_of_head(std::size_t operand, Index head, Index row, Index column) const = 0;
};

/// Operands as Python names them, each in the shape in which it is used; empty where the layer does not have it.
struct PythonOperands {
    static constexpr std::size_t most = 4;
    std::span<const std::string> code;
    std::string_view module; ///< "np" or "torch"
    std::string_view norm{}; ///< the function of the norm that makes the result, where one does

    const std::string& operator[](std::size_t operand) const { return code[operand]; }
};

/// All that is peculiar to an operation.
struct Operation {
    OperationId id{};
    NaturalPicture picture = NaturalPicture::matrix;
    Magnitude magnitude = Magnitude::none;
    std::string_view sign{}; ///< between operands that are put together cell by cell
    /// Whether the layer has what is looked up; none: nothing is.
    bool (*possible)(const Layer& layer) = nullptr;
    /// Whether the options that the slot depends on (not its operands) are alike; none: it depends on none.
    bool (*same_options)(const Layer& before, const Layer& after, Address slot) = nullptr;
    /// The same where single rows depend on them: those for which they differ. An operation has at most one of both.
    IndexRange (*changed_rows)(const Layer& before, const Layer& after, Address slot) = nullptr;
    /// Whether some rows can be computed alone, from what these read of the operands (read_by): what a row becomes must
    /// not depend on its number.
    bool by_rows = false;
    /// The same of columns.
    bool by_columns = false;
    /// Whether a slot reads the operands of all heads; none: never, but for a sum over heads.
    bool (*reads_all_heads)(const Layer& layer, ArrayId result) = nullptr;
    /// Writes the slot's matrix, or by rows and columns a part of it; `result` is zero-filled or stale.
    void (*compute)(const Layer& layer, Address slot, Operands& operands, const View& result) = nullptr;
    /// Sets the rule and the terms of one cell, and what they give.
    void (*explain)(const CellOperands& operands, Explanation& explanation) = nullptr;
    /// A line of NumPy or PyTorch for all items and heads at once; none: its numbers are written down.
    std::string (*python)(const PythonOperands& operands) = nullptr;
};

/// The row of an operation.
const Operation& operation(OperationId id);

} // namespace attn

/// The rows of the table, each from a file of core/model/operations.
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

/// What stands there because somebody said so, and not because it was computed.
void explain_lookup(const CellOperands& operands, Explanation& explanation);

/// Σ_c left(r, c) · right(c, column): the terms of a product's cell.
void explain_product(const CellOperands& operands, Explanation& explanation);

} // namespace attn::operations
