#include "app/window/settings.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <optional>

namespace attn {
namespace {

/// Changes the environment of a user, and restores it at its end.
class ChangedHome {
public:
    ChangedHome(const char* home, const char* state) : home_(value_of("HOME")), state_(value_of("XDG_STATE_HOME")) {
        put("HOME", home == nullptr ? std::nullopt : std::optional<std::string>(home));
        put("XDG_STATE_HOME", state == nullptr ? std::nullopt : std::optional<std::string>(state));
    }
    ChangedHome(const ChangedHome&) = delete;
    ChangedHome& operator=(const ChangedHome&) = delete;
    ~ChangedHome() {
        put("HOME", home_);
        put("XDG_STATE_HOME", state_);
    }

private:
    static std::optional<std::string> value_of(const char* name) {
        const char* const value = std::getenv(name);
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    }
    static void put(const char* name, const std::optional<std::string>& value) {
        if (value)
            ::setenv(name, value->c_str(), 1);
        else
            ::unsetenv(name);
    }

    std::optional<std::string> home_;
    std::optional<std::string> state_;
};

TEST(UserFolders, SayWhyNothingIsKept) {
    {
        const ChangedHome none(nullptr, nullptr);
        EXPECT_NE(why_nothing_is_kept().find("HOME is not set"), std::string::npos);
    }
    {
        const ChangedHome relative("somewhere", nullptr);
        EXPECT_NE(why_nothing_is_kept().find("HOME is no absolute path"), std::string::npos);
    }
    {
        const ChangedHome usual("/home/somebody", nullptr);
        EXPECT_EQ(why_nothing_is_kept(), "");
    }
    const ChangedHome elsewhere(nullptr, "/state");
    EXPECT_EQ(why_nothing_is_kept(), "");
}

} // namespace
} // namespace attn
