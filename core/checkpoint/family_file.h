#pragma once

#include "core/checkpoint/model_types.h"
#include "core/files/json.h"
#include "core/tensor/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// The kind of model that `--like` means: the name of one that is known, or a JSON file of one's own, with any of the
/// columns of a row; "like" in it names the row from which the others come. Fails with what there is.
Result<std::shared_ptr<const ModelType>> read_kind(std::string_view like);

/// The same from the text of such a file; `name` begins messages.
Result<std::shared_ptr<const ModelType>> parse_kind(std::string_view text, const std::string& name);

/// A row as such a file: all its columns, or only those that are not as usual.
enum class KindColumns : std::uint8_t { all, unusual };
Json kind_as_json(const ModelType& type, KindColumns wanted);

} // namespace attn
