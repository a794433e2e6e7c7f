#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"
#include "core/model/operation.h"
#include "core/tensor/inline_vector.h"
#include "core/tensor/matrix.h"
#include "core/tensor/region.h"

#include <span>
#include <string_view>
#include <variant>

namespace attn {

/// The meaning of the rows or columns of a matrix. It determines their number, their labels, and if pins move with a
/// token.
enum class Axis : std::uint8_t {
    one,           ///< a single row or column: row_max, row_sum, biases
    query_tokens,  ///< S_q
    key_tokens,    ///< S_k
    model,         ///< 1 … D
    context_model, ///< 1 … D_c
    key_width,     ///< 1 … d_k
    value_width,   ///< 1 … d_v
    concat_width,  ///< 1 … H · d_v
    mlp,           ///< 1 … d_ff
    vocabulary     ///< 1 … V, the words of the vocabulary
};

/// The cells of a result that depend on cell (r, c) of an operand.
enum class Reads : std::uint8_t {
    cell,          ///< (r, c)
    row,           ///< row r
    pair,          ///< (r, c), and the cell that is rotated with it
    column,        ///< column c
    row_as_column, ///< column r
    block,         ///< row r, column c of the head's block of columns
    first_column   ///< (r, 1)
};

/// The part of a result that depends on `operand`, a part of an operand. For `pair` only the rows are right; rotary.h
/// gives the columns.
Submatrix readers_of(Submatrix operand, Reads reads, Shape result);

/// The region of a result that depends on `operand`, a region of an operand.
Region reached_by(Region operand, Reads reads, Shape result);

/// The part of an operand that `result`, a part of a result, depends on.
Submatrix read_by(Submatrix result, Reads reads, Shape operand);

/// An array from which another is computed.
struct Operand {
    ArrayId array{};
    Reads reads{};
    bool required = true; ///< the result does not exist without it; false for biases
    bool operator==(const Operand&) const = default;
};

/// The recipe by which one layer computes an array.
struct Recipe {
    OperationId operation{};
    InlineVector<Operand, 4> operands{};
    bool operator==(const Recipe&) const = default;
};

/// Alternatives for an operand, e.g. rotated, normed and plain queries. A layer reads the first that its options ask
/// for or that is given completely; otherwise the last. An array that options ask for is read even if it is missing: if
/// queries should be rotated but the rotated ones are missing, unrotated ones are not read instead.
using Chain = InlineVector<ArrayId, 3>;

/// Makes a chain; the latest array in the order of computing comes first: latest_of(Q_rotated, Q_normed, Q).
template <class... Earlier>
constexpr Chain latest_of(ArrayId latest, Earlier... earlier) {
    return {latest, earlier...};
}

/// An operand in the table: one array, or a chain.
struct OperandRow {
    constexpr OperandRow() = default;
    constexpr OperandRow(ArrayId only, Reads reads_, bool required_ = true)
        : OperandRow(Chain{only}, reads_, required_) {}
    constexpr OperandRow(Chain arrays_, Reads reads_, bool required_ = true)
        : arrays(arrays_), reads(reads_), required(required_) {}

    Chain arrays{};
    Reads reads{};
    bool required = true; ///< see Operand
    bool operator==(const OperandRow&) const = default;
};

/// A way to compute an array, for all layers.
struct RecipeRow {
    OperationId operation{};
    InlineVector<OperandRow, 4> operands{};
    bool operator==(const RecipeRow&) const = default;
};

/// If the trace stores the stage: always, or on_demand, i.e. it is computed when it is needed.
enum class Keep : std::uint8_t { always, on_demand };

/// The items that have a matrix of their own.
enum class PerItem : std::uint8_t {
    each,
    none,   ///< one matrix for all items: positions, weights
    as_mask ///< one matrix as for the given mask: one for all, one for each item, or one for each item and head
};

/// The part of the model that an array belongs to.
enum class ModelPart : std::uint8_t {
    input, ///< before the first block; shared by all blocks
    block,
    output ///< after the last block; shared by all blocks
};

/// The meaning of an array's numbers, for sentences and colours.
enum class Meaning : std::uint8_t {
    number,      ///< no special meaning
    embedding,   ///< number of a word's embedding
    score,       ///< match of a query with a key; may be −∞
    mask,        ///< added to a score; may be −∞
    exponential, ///< never negative
    share,       ///< attention weight or probability: rows sum to 1
    row_sum      ///< sum of a row's exponentials, which divides them
};

/// Groups of arrays by how much the numbers of two programs may differ (core/check/tolerance.h).
enum class Tolerance : std::uint8_t { inputs, products, shares, row_sums, outputs };

/// The bands of the layer's diagram from top to bottom. Bands in which the layer has no array are left out.
enum class Band : std::uint8_t {
    input,
    normed,
    projected,
    head_normed,
    rotated,
    scored,
    scaled,
    capped,
    masked,
    exponentials,
    mixed,
    gated,
    joined,
    added,
    mlp_normed,
    mlp_made,
    mlp_activated,
    mlp_added,
    output
};
constexpr std::size_t band_count = static_cast<std::size_t>(Band::output) + 1;

/// The place of an array in the layer's diagram.
struct DiagramPlace {
    Band band{};
    float x = 0; ///< centre, in pixels of a diagram 224 wide
};

/// The line of an array in the legend, if its symbol is made of those of other arrays.
struct LegendLineOfArray {
    std::string_view words{}; ///< words of the line; empty: there is no line
    ArrayId behind{};         ///< the array after whose line this one stands
};

/// The gain or the bias of one of a layer's norms: layer.*norm.*part.
struct NormPart {
    Norm Layer::*norm = nullptr;
    Matrix Norm::*part = nullptr;
};

/// The member in which a layer keeps a parameter.
using Learnt = std::variant<std::monostate, Matrix HeadWeights::*, Matrix Layer::*, NormPart>;

/// A row of the table of arrays: everything that the program knows about an array, such as its operands, names,
/// formulas and place in the diagram.
struct Array {
    ArrayId id{};
    std::string_view name;              ///< name of the array in files and on the command line
    std::string_view other_name{};      ///< an older name, which is read but not written
    std::string_view word{};            ///< name of the array in a sentence; empty: `name`
    std::string_view short_word{};      ///< name for narrow places; empty: `word`
    std::string_view symbol;            ///< TeX, its symbols written as <name> (core/notation/notation.h)
    std::string_view letter;            ///< TeX of one of its cells
    std::string_view formula{};         ///< TeX of the whole matrix, without "symbol ="; empty for parameters
    std::string_view columns_formula{}; ///< `formula` if tokens are columns; empty: the same
    std::string_view cell_formula{};    ///< TeX of one cell
    std::string_view title;             ///< the question that the stage answers; words for one head or several in
                                        ///< markup as in formulas
    std::string_view hint;              ///< an experiment to try; <alike(> and <unlike(> depend on whether W_Q and W_K
                                        ///< can be swapped
    std::string_view role{};            ///< the role of its rows, in a short line
    LegendLineOfArray legend{};
    std::string_view says{}; ///< a sentence about one of its numbers; empty: `meaning` decides
    ModelPart part = ModelPart::block;
    Heads heads{};
    PerItem items = PerItem::each;
    Axis rows{};
    Axis columns{};
    Keep keep{};
    Meaning meaning{};
    Tolerance tolerance = Tolerance::products;
    DiagramPlace place{};
    /// The ways to compute it. If there are several, the layer takes the first whose operands its options ask for.
    InlineVector<RecipeRow, 2> recipes{};
    /// True if the layer's options ask for the array; null: always. A given stage exists in any case.
    bool (*wanted)(const Layer& layer) = nullptr;
    /// True if the user set an option that the stage shows; the stage is then a step even if lecture notes skip it.
    /// Null: true if `wanted` is set, since such a stage exists only if an option asks for it.
    bool (*set)(const Layer& layer) = nullptr;
    HeadNorm Block::*norm = nullptr; ///< the norm of heads' rows that makes the array, or whose gain or bias the array
                                     ///< is
    Norm Layer::*row_norm = nullptr; ///< the norm of whole rows that makes the array
    float Layer::*cap = nullptr;     ///< the bound of the soft cap that makes the array
    Learnt learnt{};                 ///< set for parameters
    bool is_optional = false;        ///< true if a layer works without it, e.g. biases
    bool is_gain = false;            ///< true if a norm multiplies by it: new numbers are then 1
};

/// All arrays in the order of ArrayId: stages in the order of computing, then parameters.
std::span<const Array> arrays();
std::span<const Array> stages();
std::span<const Array> parameters();
/// True for the arrays of a block outside its attention, and for those of the model's output.
bool is_around_attention(ArrayId array);
/// True if the parameter belongs to attention, i.e. Y depends on it and X does not.
bool is_of_attention(const Array& parameter);
/// True if the array is X, or X depends on it.
bool enters_attention(ArrayId array);
/// True for a weight of a product, or a bias that is added to one; false for parameters of norms.
bool is_weight_or_bias(const Array& row);
const Array& row_of(ArrayId id);

/// True if `other` is an operand of the array in some layer.
bool may_read(ArrayId id, ArrayId other);

/// True if the array's columns are the blocks of all heads side by side. Each block is computed by itself.
bool is_in_blocks(ArrayId id);

/// True if the operation computes the array or any array upstream of it.
bool is_made_by(ArrayId id, OperationId operation);
/// True if any array upstream of this one has heads, even if the array has none.
bool is_made_by_heads(ArrayId id);

/// True if the layer's options ask for the array.
bool is_wanted(const Layer& layer, ArrayId id);

Index length_of(const Sizes& sizes, Axis axis);
Shape shape_of(const Sizes& sizes, ArrayId id);

} // namespace attn
