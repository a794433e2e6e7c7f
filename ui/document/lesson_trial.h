#pragma once

#include "core/files/file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>

namespace attn {

/// A lesson that was saved, tried step by step by `attention-lab lesson check`, in a process beside the window. Ends
/// with it, if it has not ended.
class LessonTrial {
public:
    /// `program` is the file of this one.
    LessonTrial(const std::filesystem::path& program, std::filesystem::path lesson);
    LessonTrial(const LessonTrial&) = delete;
    LessonTrial& operator=(const LessonTrial&) = delete;
    ~LessonTrial();

    /// What was found, in a sentence or two: that it holds, or the first that does not. Nothing while it is tried;
    /// once it is told, the trial is over.
    std::optional<std::string> take();

private:
    bool read();
    std::string words_of(int status) const;

    std::filesystem::path lesson_;
    FileDescriptor output_;
    pid_t child_ = 0;  ///< 0: none that has to be waited for
    std::string said_; ///< so far
};

/// "attention-lab lesson check FILE", where the file is.
std::string words_of_check(const std::filesystem::path& lesson);

} // namespace attn
