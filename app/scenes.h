#pragma once

#include "core/document/session/figure_request.h"
#include "core/handouts/lecture_scene.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>

namespace attn {

/// Returns the file of the lesson that a command names by its path or, if it comes with the program, by its id such as
/// "mask-before". Fails for other names, and lists the ids.
Result<std::filesystem::path> lesson_file(const std::filesystem::path& named, const std::filesystem::path& assets);

/// Returns the file of the lesson that a SOURCE names; nullopt if the source is no lesson.
std::optional<std::filesystem::path> lesson_named(const std::filesystem::path& source,
                                                  const std::filesystem::path& assets);

/// Makes the scenes of a lesson or a lecture, in a rehearsal without a window: each step as it begins, and as it is
/// once its bet or task is done. Of `shown`, the notation, columns and precision are used; fails if it asks for
/// anything else, since each scene chooses that itself.
Result<Lecture> scenes_of(const std::filesystem::path& lesson, const FigureRequest& shown,
                          const std::filesystem::path& assets);

} // namespace attn
