#pragma once

#include "core/document/options/figure_options.h"
#include "core/export/document_options.h"
#include "ui/actions/export_options.h"

#include <string>
#include <string_view>

namespace attn {

/// The dialog's control for an option of figures, as its row says.
ExportOption export_option_of(const FigureOption& row);
/// The same of documents.
ExportOption export_option_of(const DocumentOption& row);

/// The path with the ending in the place of its own.
std::string with_ending(const std::string& path, std::string_view ending);

/// Gives the figure's path the ending that its format and its set ask for; a folder has none.
void set_ending(ExportChoices& choices);
/// What the figure's file ends in.
Result<void> take_format(ExportChoices& choices, std::string_view text);

} // namespace attn
