#pragma once

#include <string>

namespace attn {

/// A file of a document's folder.
struct DocumentFile {
    std::string name;
    std::string bytes;
    bool is_readers = false; ///< readers may edit it: a file of theirs stays, and this one is written beside it
};

} // namespace attn
