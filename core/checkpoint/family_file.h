#pragma once

#include "core/checkpoint/model_types.h"
#include "core/files/json.h"
#include "core/tensor/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// Returns the kind of model that `--like` names: a known kind, or a JSON file with any columns of a row. "like" in the
/// file names the known kind from which all other columns are copied. The error lists the known kinds.
Result<std::shared_ptr<const ModelType>> read_kind(std::string_view like);

/// Returns the kind of model that the text of a JSON file describes, see read_kind(); messages begin with `name`.
Result<std::shared_ptr<const ModelType>> parse_kind(std::string_view text, const std::string& name);

/// The columns that kind_as_json() writes: all, or those that differ from the default.
enum class KindColumns : std::uint8_t { all, unusual };
Json kind_as_json(const ModelType& type, KindColumns wanted);

} // namespace attn
