#pragma once

#include <string>

namespace attn {

/// A file of a document's folder.
struct DocumentFile {
    std::string name;
    std::string bytes;
    bool is_readers = false; ///< readers may edit the file: theirs is kept, and the new one is written beside it
};

} // namespace attn
