#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/presets.h"
#include "tests/core/figure/fonts.h"

#include <gtest/gtest.h>
#include <vector>

namespace attn::test {

/// The sessions of all presets, unchanged.
inline std::vector<Session> preset_sessions() {
    std::vector<Session> all;
    const auto listed = list_presets(font_folder().parent_path());
    EXPECT_TRUE(listed);
    for (const Preset& preset : *listed)
        all.push_back(*load_preset(font_folder().parent_path(), preset.name));
    return all;
}

} // namespace attn::test
