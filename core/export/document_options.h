#pragma once

#include "core/document/options/request_option.h"
#include "core/export/document.h"

#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace attn {

// What the options of documents alone can be.

/// Which document it is; on the command line each is a command.
struct DocumentKindOption {
    DocumentKind DocumentRequest::*at = nullptr;
    std::span<const OptionName> names{}; ///< in the order of DocumentKind; what each is about stands in its label
};
/// Whether a storyboard is one file, or each page one.
struct FramesOption {
    std::optional<std::string> DocumentRequest::*at = nullptr;
    std::span<const OptionName> names{}; ///< first those of one file, by its ending, then those of frames
    std::size_t of_one_file = 0;         ///< how many of them are
};
/// The stages that are worked out on a worksheet.
struct StagesOption {
    std::vector<ArrayId> WorksheetRequest::*at = nullptr;
};
/// Which other numbers a worksheet has; 0: its own.
struct VariantOption {
    std::uint64_t WorksheetRequest::*at = nullptr;
    Index most_in_dialog = 0;
};
/// A file that is written as well, if it is named.
struct FileOption {
    std::optional<std::filesystem::path> DocumentRequest::*at = nullptr;
};

using DocumentOptionValue = std::variant<DocumentKindOption, FramesOption, StagesOption, VariantOption, FileOption,
                                         NumberOption<DocumentRequest>, CountOption<DocumentRequest>,
                                         SwitchOption<DocumentRequest>, NameOption<DocumentRequest>>;

struct DocumentOptionGroup {
    std::optional<DocumentKind> kind; ///< the documents that have it; none: all
    bool is_output = false;           ///< where something is written
};

using DocumentOption = RequestOption<DocumentRequest, DocumentOptionValue, DocumentOptionGroup>;

/// In the order of --help. What documents show of a layer, figures show too: their options stand in
/// core/document/options/figure_options.h. Endings, on which some depend, are "png" and "svg" for frames.
std::span<const DocumentOption> document_options();

} // namespace attn
