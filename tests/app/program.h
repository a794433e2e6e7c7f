#pragma once

#include "tests/app/display.h"
#include "tests/app/process.h"
#include "tests/folders.h"
#include "tests/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace attn {

/// The program in an empty folder, with settings of its own.
class Program : public testing::Test {
protected:
    std::vector<std::string> command(std::vector<std::string> words) const {
        words.insert(words.begin(), program_file());
        return words;
    }
    Environment without_display() const {
        return {{"DISPLAY", ""},
                {"WAYLAND_DISPLAY", ""},
                {"XDG_CONFIG_HOME", (folder_.path() / "config").string()},
                {"XDG_STATE_HOME", (folder_.path() / "state").string()}};
    }
    Environment with(const Display& display) const {
        return {{"DISPLAY", display.name()},
                {"WAYLAND_DISPLAY", ""},
                {"XDG_CONFIG_HOME", (folder_.path() / "config").string()},
                {"XDG_STATE_HOME", (folder_.path() / "state").string()}};
    }
    Finished start(const std::vector<std::string>& words) const {
        return run(command(words), without_display(), folder_.path());
    }
    Finished play(const std::string& script, const std::vector<std::string>& options = {}) const {
        std::ofstream(folder_.path() / "tour.play") << script;
        std::vector<std::string> words{"play", "tour.play", "--offscreen"};
        words.insert(words.end(), options.begin(), options.end());
        return start(words);
    }
    std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }

    TemporaryFolder folder_;
};

} // namespace attn
