#pragma once

#include "core/figure/text.h"
#include "tests/folders.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace attn {

/// The folder of fonts that the build put beside the program.
inline std::filesystem::path font_folder() {
    const char* assets = std::getenv("ATTENTION_LAB_ASSETS"); // NOLINT(concurrency-mt-unsafe)
    return std::filesystem::path(assets != nullptr ? assets : assets_folder()) / "fonts";
}

/// The typesetter of all tests of the program.
inline const Typesetter& typesetter() {
    static const Typesetter setter = [] {
        auto opened = Typesetter::open(font_folder());
        if (!opened)
            throw std::runtime_error(opened.error().message);
        return *std::move(opened);
    }();
    return setter;
}

} // namespace attn
