#pragma once

#include "core/tensor/result.h"

#include <string>

namespace attn {

/// Prints a page of the manual, or, where no topic is named, what each page is about. Fails with the topics that there
/// are.
Result<void> manual_command(const std::string& topic);

} // namespace attn
