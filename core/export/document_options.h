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
    std::span<const OptionName> names{}; ///< names in the order of DocumentKind; their labels describe each kind
};
/// The choice between a storyboard in one file and one file for each page.
struct FramesOption {
    std::optional<std::string> DocumentRequest::*at = nullptr;
    std::span<const OptionName> names{}; ///< first the formats of one file, then the formats of frames
    std::size_t of_one_file = 0;         ///< number of formats for one file
};
/// The arrays that a worksheet asks for.
struct StagesOption {
    std::vector<ArrayId> WorksheetRequest::*at = nullptr;
};
/// The variant of a worksheet's numbers; 0: the session's own numbers.
struct VariantOption {
    std::uint64_t WorksheetRequest::*at = nullptr;
    Index most_in_dialog = 0;
};
/// A second file to write, if the user names it.
struct FileOption {
    std::optional<std::filesystem::path> DocumentRequest::*at = nullptr;
};

using DocumentOptionValue = std::variant<DocumentKindOption, FramesOption, StagesOption, VariantOption, FileOption,
                                         NumberOption<DocumentRequest>, CountOption<DocumentRequest>,
                                         SwitchOption<DocumentRequest>, NameOption<DocumentRequest>>;

struct DocumentOptionGroup {
    std::optional<DocumentKind> kind; ///< the only kind of document that has the option; nullopt: all have it
    bool is_output = false;           ///< true: the option names a file or folder that is written
    bool needs_model = false;         ///< true: the option applies to layers of a whole model alone
};

using DocumentOption = RequestOption<DocumentRequest, DocumentOptionValue, DocumentOptionGroup>;

/// Returns the options in the order of --help. Documents also have options of figures, see
/// core/document/options/figure_options.h. For frames, options that depend on the file's extension use "png" and "svg".
std::span<const DocumentOption> document_options();

} // namespace attn
