#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"
#include "core/tensor/matrix.h"

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace attn {

class Inputs;
class Trace;
struct Explanation;

/// What the rows or columns of a matrix stand for; this fixes their number, their labels and which pins follow a token.
enum class Axis : std::uint8_t {
    one,           ///< a single column: row_max, row_sum
    query_tokens,  ///< S_q
    key_tokens,    ///< S_k
    model,         ///< 1 … D
    context_model, ///< 1 … D_c
    key_width,     ///< 1 … d_k
    value_width,   ///< 1 … d_v
    concat_width   ///< 1 … H · d_v
};

/// Which cells of a result read the cell (r, c) of an input.
enum class Reads : std::uint8_t {
    cell,          ///< (r, c)
    row,           ///< row r
    pair,          ///< (r, c) and the cell that turns with it
    column,        ///< column c
    row_as_column, ///< column r
    block,         ///< row r, column c of the head's block of columns
    first_column   ///< (r, 1)
};

struct StageInput {
    ArrayId stage{};
    Reads reads{};
};

struct ParameterInput {
    ArrayId parameter{};
    Reads reads{};
    bool required = true; ///< a stage without its weights does not exist; biases may be missing
};

/// Up to `capacity` values, in a constant table or where nothing may be allocated.
template <class Value, std::size_t capacity>
class InlineVector {
public:
    constexpr InlineVector(std::initializer_list<Value> values) : count_(values.size()) {
        std::size_t next = 0;
        for (const Value& value : values)
            values_[next++] = value;
    }
    /// There must be room for it.
    constexpr void add(const Value& value) { values_[count_++] = value; }
    constexpr bool empty() const { return count_ == 0; }
    constexpr const Value* begin() const { return values_.data(); }
    constexpr const Value* end() const { return values_.data() + count_; }
    constexpr std::size_t size() const { return count_; }

private:
    std::array<Value, capacity> values_{};
    std::size_t count_ = 0;
};

/// Whether the trace stores a stage, or computes it again for those who look.
enum class Keep : std::uint8_t { always, on_demand };

/// One stage of the layer: all that varies between stages.
struct Array {
    ArrayId id{};
    std::string_view name;              ///< in files and on the command line
    std::string_view symbol;            ///< TeX, its symbols written as <name> (core/figure/pictures/symbols.h)
    std::string_view formula;           ///< the whole matrix, without "symbol ="
    std::string_view columns_formula{}; ///< the same where tokens are columns; empty: no difference
    std::string_view cell_formula;      ///< one cell
    std::string_view title;             ///< what the stage asks, in words
    std::string_view hint;              ///< what to try
    InlineVector<StageInput, 4> inputs;
    InlineVector<ParameterInput, 2> parameters;
    Heads heads{};
    Axis rows{};
    Axis columns{};
    Keep keep{};
    /// Whether the options that the slot depends on (not its parameters, given matrices or pins) are alike.
    bool (*same_options)(const Layer& before, const Layer& after, Address slot) = nullptr;
    /// Writes the slot's matrix; `result` is zero-filled or stale.
    void (*compute)(const Layer& layer, Address slot, Inputs& inputs, View result) = nullptr;
    /// Sets the rule and the terms of one cell.
    void (*explain)(const Trace& trace, const CellId& cell, Explanation& explanation) = nullptr;
};

/// All stages. Rows stand in the order of computing and of stepping, so that stages()[id] is the row of id.
std::span<const Array> stages();
const Array& stage(ArrayId id);

/// The stages that feed `id` in this layer: keys and values come from the context where there is one, else from X;
/// scores from Q and K where they are not rotated.
InlineVector<StageInput, 4> inputs_of(const Layer& layer, ArrayId id);

/// Whether the stage exists: it is given, or its inputs and weights exist.
bool is_present(const Layer& layer, ArrayId id);

/// What is multiplied into scores: Q and K, or, where rotary positions turn them, Q_rotated and K_rotated.
ArrayId query_stage(const Layer& layer);
ArrayId key_stage(const Layer& layer);

Index length_of(const Sizes& sizes, Axis axis);
Shape shape_of(const Sizes& sizes, ArrayId id);

/// Gives the inputs of one slot to the function that computes it.
class Inputs {
public:
    virtual ~Inputs() = default;
    /// The stage's matrix for the slot's own item and head.
    virtual ConstView view(ArrayId id) = 0;
    /// The stage's matrix for the slot's item and another head.
    virtual ConstView view(ArrayId id, Index head) = 0;
};

} // namespace attn
