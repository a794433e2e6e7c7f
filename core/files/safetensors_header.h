#pragma once

#include "core/files/safetensors.h"
#include "core/tensor/result.h"

#include <string_view>
#include <vector>

namespace attn {

/// The tensors that the JSON header of a safetensors file describes, in its order; "__metadata__" is passed over.
/// Fails, with one line that begins with `name`, unless it is exactly what the format says; neither depth nor doubled
/// keys are tolerated. Whether the tensors fit the file is not checked.
Result<std::vector<TensorDescription>> parse_safetensors_header(std::string_view json, std::string_view name);

} // namespace attn
