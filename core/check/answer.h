#pragma once

#include "core/check/answer_file.h"
#include "core/engine/trace.h"
#include "core/files/ndarray.h"
#include "core/tensor/result.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The numbers of one stage from an implementation to be checked.
struct AnsweredStage {
    ArrayId stage{};
    DataType stored = DataType::float32; ///< number type in the file
    Extent extent;                       ///< number of items and heads; 1 if one matrix is used for all of them
    bool averaged = false;               ///< each matrix is the mean over all heads
    std::vector<Matrix> slots;           ///< the matrices, by item, then head; shaped as in the table of stages, or
                                         ///< with fewer rows
    Index first_row = 0;                 ///< the stage's row that is the first in the answer: a decode step has only
                                         ///< the last rows

    IndexRange rows() const { return {first_row, first_row + (slots.empty() ? 0 : slots.front().rows())}; }
    /// Row i of the stage.
    std::span<const float> row(Index item, Index head, Index i) const { return matrix(item, head).row(i - first_row); }
    /// True if holds(number) is true for every number; stops at the first row in which it is not.
    template <class Holds>
    bool all_numbers(const Holds& holds) const {
        return std::ranges::all_of(slots, [&](const Matrix& matrix) {
            for (Index i = 0; i < matrix.rows(); ++i)
                if (!std::ranges::all_of(matrix.row(i), holds))
                    return false;
            return true;
        });
    }
    const Matrix& matrix(Index item, Index head) const {
        const Index own = (extent.items == 1 ? 0 : item) * extent.heads + (extent.heads == 1 ? 0 : head);
        return slots[static_cast<std::size_t>(own)];
    }
};

/// The numbers of an implementation to be checked against a layer.
struct Answer {
    std::vector<AnsweredStage> stages; ///< arrays in the order of the table
    std::vector<std::string> notices;  ///< arrays that were ignored, and arrays read with another order of axes

    const AnsweredStage* find(ArrayId stage) const;
};

/// The arrays named after stages, by this program or others (stage_of_name), as matrices of the layer's shapes. Axes of
/// items and heads may be missing if their length is 1; heads may be side by side (S x H·d) or form one axis with items
/// (B·H, S, d). A may be its mean over heads, as PyTorch returns it. Arrays with fewer tokens, as a decode step has
/// them, have the last ones. Other arrays are ignored. Fails, with one line that begins with `name`, if a shape fits
/// nothing or no array is named after a stage.
Result<Answer> answer_of(const NdArrays& arrays, const Trace& trace, std::string_view name);

/// Reads an answer from an .npz, a .safetensors, an .npy named after a stage, or a folder of such .npy files.
Result<Answer> read_answer(const std::filesystem::path& path, const Trace& trace);
/// Reads the arrays whose names, within the layer, are those of stages.
Result<Answer> read_answer(const std::vector<ListedArray>& listed, const Trace& trace, std::string_view name);

/// The last number in the name or prefix of a layer: 3 of "model.layers.3".
std::optional<Index> number_of_layer(std::string_view name);

/// The prefixes that belong to a layer: "layers.3." and those that are part of the layer's name; if there are none,
/// those that contain its number.
std::vector<std::string> prefixes_of_layer(const std::set<std::string>& prefixes, std::string_view layer,
                                           std::optional<Index> number);

/// The name of a layer's array without the prefix. Names without the prefix stay as they are.
std::string name_within(const std::string& name, std::string_view prefix);

} // namespace attn
