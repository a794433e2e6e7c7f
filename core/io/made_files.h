#pragma once

#include "core/attention/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Files of one folder that belong together: those that were not there before go again, and the folder if it was made
/// for them, unless all are there in the end and kept.
class MadeFiles {
public:
    explicit MadeFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
    MadeFiles(const MadeFiles&) = delete;
    MadeFiles& operator=(const MadeFiles&) = delete;
    ~MadeFiles();

    /// Makes the folder, where it does not exist.
    Result<void> open();

    std::filesystem::path path(const std::string& name) const { return folder_ / name; }
    /// Whether there is a file of that name already.
    bool exists(const std::string& name) const;
    /// A file that was made in the folder, and was not there before.
    void add(const std::string& name) { made_.push_back(path(name)); }

    Result<void> write(const std::string& name, std::string_view bytes);

    void keep();

private:
    std::filesystem::path folder_;
    bool made_folder_ = false;
    std::vector<std::filesystem::path> made_;
};

} // namespace attn
