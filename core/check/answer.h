#pragma once

#include "core/engine/trace.h"
#include "core/files/ndarray.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What somebody's own implementation gives for one stage.
struct AnsweredStage {
    ArrayId stage{};
    DataType stored = DataType::float32; ///< in the file
    Extent extent;                       ///< 1 where one matrix is meant for all items or heads
    bool averaged = false;               ///< each matrix is the mean of all heads' matrices
    std::vector<Matrix> slots;           ///< item-major; shapes as in the table of stages

    const Matrix& matrix(Index item, Index head) const {
        const Index own = (extent.items == 1 ? 0 : item) * extent.heads + (extent.heads == 1 ? 0 : head);
        return slots[static_cast<std::size_t>(own)];
    }
};

/// The numbers of an implementation that is to be checked against a layer.
struct Answer {
    std::vector<AnsweredStage> stages; ///< in the order of the table
    std::vector<std::string> notices;  ///< what was passed over, and what was read with its axes in another order

    const AnsweredStage* find(ArrayId stage) const;
};

/// Arrays named after stages, by this program or others (stage_of_name), as matrices of the layer's shapes. Axes
/// of items and heads may be missing where they are 1 long, heads may stand side by side (S x H·d) or joined with the
/// items (B·H, S, d); of A there may be the mean over heads, as PyTorch returns it. Other arrays are passed over.
/// Fails, with one line that begins with `name`, where a shape fits nothing or no array is named after a stage.
Result<Answer> answer_of(const NdArrays& arrays, const Trace& trace, std::string_view name);

/// Reads an .npz, a .safetensors, an .npy named after a stage, or a folder of such .npy files.
Result<Answer> read_answer(const std::filesystem::path& path, const Trace& trace);

} // namespace attn
