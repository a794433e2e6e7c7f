#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace attn {

/// The desktop's window for choosing a file, as zenity opens it, beside ours. Closed when this goes.
class FileChooser {
public:
    enum class For : std::uint8_t { opening, saving };

    /// Whether zenity is installed.
    static bool is_installed();

    /// Opens the window, beginning at a path (may be empty). `wake` is called from another thread when it is closed.
    FileChooser(For purpose, const std::filesystem::path& from, std::function<void()> wake);
    FileChooser(const FileChooser&) = delete;
    FileChooser& operator=(const FileChooser&) = delete;
    ~FileChooser();

    bool is_done() const;
    /// What was chosen; nothing when it was cancelled, or could not be opened. To be asked when it is done.
    std::optional<std::filesystem::path> chosen() const;

private:
    struct Running;
    std::unique_ptr<Running> running_;
};

} // namespace attn
