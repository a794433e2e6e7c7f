#include "app/window/driver.h"

#include <dlfcn.h>
#include <link.h>
#include <string>
#include <vector>

namespace attn {

void keep_drivers_loaded() {
    std::vector<std::string> libraries;
    const auto note = [](dl_phdr_info* library, std::size_t /*size*/, void* names) {
        static_cast<std::vector<std::string>*>(names)->emplace_back(library->dlpi_name);
        return 0;
    };
    dl_iterate_phdr(note, &libraries);
    for (const std::string& library : libraries)
        if (!library.empty()) // the program itself has an empty name
            dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

} // namespace attn
