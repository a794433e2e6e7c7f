#include "ui/toolkit/clipboard_picture.h"

#include "ui/toolkit/child_program.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace attn {

namespace {

struct CopyProgram {
    std::string package;
    std::vector<std::string> words;
};

CopyProgram program_of_the_desktop() {
    const char* const wayland = std::getenv("WAYLAND_DISPLAY");
    if (wayland != nullptr && *wayland != '\0')
        return {"wl-clipboard", {"wl-copy", "--type", "image/png"}};
    return {"xclip", {"xclip", "-selection", "clipboard", "-target", "image/png"}};
}

using TemporaryFile = std::unique_ptr<FILE, int (*)(FILE*)>;

/// An unnamed file that holds the bytes, at its beginning. Unlike a pipe, a file survives a reader that ends early.
TemporaryFile file_with(std::string_view bytes) {
    TemporaryFile file(std::tmpfile(), std::fclose);
    if (file != nullptr && (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
                            std::fflush(file.get()) != 0 || ::lseek(::fileno(file.get()), 0, SEEK_SET) != 0))
        file.reset();
    return file;
}

} // namespace

Result<void> copy_picture(std::string_view png) {
    const TemporaryFile file = file_with(png);
    if (file == nullptr)
        return error("There is no room for a temporary file to copy the picture from.");
    const CopyProgram program = program_of_the_desktop();
    if (!is_program_installed(program.words.front()))
        return error("Pictures are copied by {}, which is not here: install the package {}, or copy it as SVG text.",
                     program.words.front(), program.package);
    // The program leaves a copy of itself running, which hands the picture out.
    const pid_t child = start_program(program.words, ::fileno(file.get()), -1);
    if (child == 0 || wait_for_program(child) != 0)
        return error("{} could not copy the picture; is there a desktop? It can be copied as SVG text.",
                     program.words.front());
    return {};
}

} // namespace attn
