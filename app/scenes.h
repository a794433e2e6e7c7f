#pragma once

#include "core/document/session/figure_request.h"
#include "core/handouts/lecture_scene.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>

namespace attn {

/// The file of a lesson that a command names: by its path, or one of the program's by its id, "mask-before". A name
/// that is neither says which there are.
Result<std::filesystem::path> lesson_file(const std::filesystem::path& named, const std::filesystem::path& assets);

/// The same of a SOURCE that may be something else: nullopt if it is no lesson.
std::optional<std::filesystem::path> lesson_named(const std::filesystem::path& source,
                                                  const std::filesystem::path& assets);

/// The scenes of a lesson or a lecture, in a rehearsal without a window: each step as it begins, and as it is once its
/// bet or task is done. Of `shown` notation, columns and precision count; fails where it asks for anything else, since
/// a scene says itself what it shows.
Result<Lecture> scenes_of(const std::filesystem::path& lesson, const FigureRequest& shown,
                          const std::filesystem::path& assets);

} // namespace attn
