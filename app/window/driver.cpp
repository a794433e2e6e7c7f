#include "app/window/driver.h"

#include <EGL/egl.h>
#include <dlfcn.h>
#include <filesystem>

namespace attn {

void keep_driver_loaded() {
    Dl_info egl;
    if (dladdr(reinterpret_cast<void*>(&eglInitialize), &egl) == 0 || egl.dli_fname == nullptr)
        return;
    // Debian keeps the drivers beside the libraries.
    const std::filesystem::path driver = std::filesystem::path(egl.dli_fname).parent_path() / "dri" / "swrast_dri.so";
    dlopen(driver.c_str(), RTLD_LAZY | RTLD_NODELETE);
}

} // namespace attn
