#pragma once

#include "core/document/options/request_option.h"
#include "core/export/document.h"

#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace attn {

// Kinds of option that only documents have.

/// The kind of document; on the command line each kind is a command.
struct DocumentKindOption {
    DocumentKind DocumentRequest::*at = nullptr;
    std::span<const OptionName> names{}; ///< in the order of DocumentKind; their labels say what each is about
};
/// The form of a storyboard: one file, or one file for each page.
struct FramesOption {
    std::optional<std::string> DocumentRequest::*at = nullptr;
    std::span<const OptionName> names{}; ///< first the formats of one file, then those of frames
    std::size_t of_one_file = 0;         ///< number of names for one file
};
/// The stages that a worksheet asks.
struct StagesOption {
    std::vector<ArrayId> WorksheetRequest::*at = nullptr;
};
/// The variant of a worksheet's numbers; 0: the session's own.
struct VariantOption {
    std::uint64_t WorksheetRequest::*at = nullptr;
    Index most_in_dialog = 0;
};
/// A second file to write, if it is named.
struct FileOption {
    std::optional<std::filesystem::path> DocumentRequest::*at = nullptr;
};

using DocumentOptionValue = std::variant<DocumentKindOption, FramesOption, StagesOption, VariantOption, FileOption,
                                         NumberOption<DocumentRequest>, CountOption<DocumentRequest>,
                                         SwitchOption<DocumentRequest>, NameOption<DocumentRequest>>;

struct DocumentOptionGroup {
    std::optional<DocumentKind> kind; ///< the only kind of document that has it; none: all have it
    bool is_output = false;           ///< names a file or folder that is written
};

using DocumentOption = RequestOption<DocumentRequest, DocumentOptionValue, DocumentOptionGroup>;

/// The options in the order of --help. Documents share the options in core/document/options/figure_options.h with
/// figures. Options that depend on the file's ending take "png" and "svg" for frames.
std::span<const DocumentOption> document_options();

} // namespace attn
