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

/// What the rows or columns of a matrix stand for; this fixes their number, their labels and which pins follow a token.
enum class Axis : std::uint8_t {
    one,           ///< a single row or column: row_max, row_sum, biases
    query_tokens,  ///< S_q
    key_tokens,    ///< S_k
    model,         ///< 1 … D
    context_model, ///< 1 … D_c
    key_width,     ///< 1 … d_k
    value_width,   ///< 1 … d_v
    concat_width   ///< 1 … H · d_v
};

/// Which cells of a result read the cell (r, c) of an operand.
enum class Reads : std::uint8_t {
    cell,          ///< (r, c)
    row,           ///< row r
    pair,          ///< (r, c) and the cell that is rotated with it
    column,        ///< column c
    row_as_column, ///< column r
    block,         ///< row r, column c of the head's block of columns
    first_column   ///< (r, 1)
};

/// The part of a result that reads a part of an operand; of pairs the rows, the columns being known to rotary.h.
Submatrix readers_of(Submatrix operand, Reads reads, Shape result);

/// The same of whole rows and whole columns.
Region reached_by(Region operand, Reads reads, Shape result);

/// What a part of a result reads of an operand.
Submatrix read_by(Submatrix result, Reads reads, Shape operand);

/// An array that another is made from.
struct Operand {
    ArrayId array{};
    Reads reads{};
    bool required = true; ///< without it the result does not exist; biases may be missing
    bool operator==(const Operand&) const = default;
};

/// How an array is made in a layer.
struct Recipe {
    OperationId operation{};
    InlineVector<Operand, 4> operands{};
    bool operator==(const Recipe&) const = default;
};

/// Of arrays that stand for one thing, the one that is read in a layer: the first that its options ask for or that it
/// gives whole, and where there is none the last. Whether it is there does not matter: where queries are to be rotated
/// and cannot be, nothing reads them as they were before.
using Chain = InlineVector<ArrayId, 3>;

/// The latest in the order of computing comes first: latest_of(Q_rotated, Q_normed, Q).
template <class... Earlier>
constexpr Chain latest_of(ArrayId latest, Earlier... earlier) {
    return {latest, earlier...};
}

/// An operand in the table: an array, or the latest of a chain.
struct OperandRow {
    constexpr OperandRow() = default;
    constexpr OperandRow(ArrayId only, Reads reads_, bool required_ = true)
        : OperandRow(Chain{only}, reads_, required_) {}
    constexpr OperandRow(Chain arrays_, Reads reads_, bool required_ = true)
        : arrays(arrays_), reads(reads_), required(required_) {}

    Chain arrays{};
    Reads reads{};
    bool required = true; ///< as of Operand
    bool operator==(const OperandRow&) const = default;
};

/// One way to make an array, in any layer.
struct RecipeRow {
    OperationId operation{};
    InlineVector<OperandRow, 4> operands{};
    bool operator==(const RecipeRow&) const = default;
};

/// Whether the trace stores a stage, or computes it again for those who look.
enum class Keep : std::uint8_t { always, on_demand };

/// Whether items have matrices of their own.
enum class PerItem : std::uint8_t {
    each,
    none,   ///< one for all: positions, weights
    as_mask ///< as the mask is given: for all, for each item, or for each item and head
};

/// Where an array belongs.
enum class ModelPart : std::uint8_t {
    input, ///< what a model does before its first layer
    block
};

/// What one of its numbers says, for sentences about it and for colours.
enum class Meaning : std::uint8_t {
    number,      ///< nothing peculiar
    embedding,   ///< of a word
    score,       ///< of a query with a key; may be −∞
    mask,        ///< added to a score; may be −∞
    exponential, ///< never negative
    share,       ///< of a row that sums to 1
    row_sum      ///< what the exponentials of a row are divided by
};

/// How far two programs that compute it may differ (section 7 of the design).
enum class Tolerance : std::uint8_t { inputs, products, shares, row_sums, outputs };

/// From above to below in the diagram of the layer. A band is there where the layer has something in it.
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
    joined
};

/// Where an array stands in the diagram of the layer.
struct DiagramPlace {
    Band band{};
    float x = 0; ///< of the centre, in pixels of a diagram 224 wide
};

/// What a legend says of an array whose symbol is no notation's own, but made from others.
struct LegendLineOfArray {
    std::string_view words{}; ///< empty: nothing
    ArrayId behind{};         ///< the array of whose symbol it tells before
};

/// Where a layer keeps what is learnt.
using Learnt = std::variant<std::monostate, Matrix HeadWeights::*, Matrix Layer::*, Matrix Norm::*>;

/// An array of the layer: all there is to know about it. Whoever asks what it reads, what it is called, how it is
/// explained, written or drawn reads its row.
struct Array {
    ArrayId id{};
    std::string_view name;              ///< in files and on the command line
    std::string_view other_name{};      ///< read as well, and written no more
    std::string_view word{};            ///< what people call it in a sentence; empty: its name is a word
    std::string_view short_word{};      ///< where there is little room; empty: the word
    std::string_view symbol;            ///< TeX, its symbols written as <name> (core/notation/notation.h)
    std::string_view letter;            ///< of one of its cells, as TeX
    std::string_view formula{};         ///< the whole matrix, without "symbol ="; empty for parameters
    std::string_view columns_formula{}; ///< the same where tokens are columns; empty: no difference
    std::string_view cell_formula{};    ///< one cell
    std::string_view title;             ///< what the stage asks, in words; of one head or more, as formulas
    std::string_view hint;              ///< what to try; behind <or> where W_Q and W_K cannot change places
    std::string_view role{};            ///< what its rows are to each other, in a short line
    LegendLineOfArray legend{};
    std::string_view says{}; ///< of one of its numbers; empty: what its numbers and Meaning say
    ModelPart part = ModelPart::block;
    Heads heads{};
    PerItem items = PerItem::each;
    Axis rows{};
    Axis columns{};
    Keep keep{};
    Meaning meaning{};
    Tolerance tolerance = Tolerance::products;
    DiagramPlace place{};
    /// How it is made. Of several ways, which are different operations, the first for whose operands the layer asks.
    InlineVector<RecipeRow, 2> recipes{};
    /// Whether the layer's options ask for it; none: always. A stage that is given is there in any case.
    bool (*wanted)(const Layer& layer) = nullptr;
    /// Whether the user set what it shows, so that it is a step where the notes pass over it; none: as `wanted`, which
    /// says so of arrays that exist only then.
    bool (*set)(const Layer& layer) = nullptr;
    HeadNorm Layer::*norm = nullptr; ///< the norm of heads' rows that makes it, or whose gain or bias it is
    Learnt learnt{};                 ///< of parameters
    bool is_optional = false;        ///< a layer does well without it: biases
    bool is_gain = false;            ///< a norm multiplies by it: new numbers of it are 1
};

/// All arrays, in the order of ArrayId: stages as they are computed and stepped through, then parameters.
std::span<const Array> arrays();
std::span<const Array> stages();
std::span<const Array> parameters();
const Array& row_of(ArrayId id);

/// Whether there are layers in which the array is made from the other, directly.
bool may_read(ArrayId id, ArrayId other);

/// Whether its columns are those of all heads, one head's behind the other's: each head's are made by themselves.
bool is_in_blocks(ArrayId id);

/// Whether the operation makes the array, or something that it is made from.
bool is_made_by(ArrayId id, OperationId operation);
/// Whether heads have a part in it, though it may have no heads itself.
bool is_made_by_heads(ArrayId id);

/// Whether the layer's options ask for the array.
bool is_wanted(const Layer& layer, ArrayId id);

Index length_of(const Sizes& sizes, Axis axis);
Shape shape_of(const Sizes& sizes, ArrayId id);

} // namespace attn
