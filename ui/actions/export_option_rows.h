#pragma once

#include "core/document/options/figure_options.h"
#include "core/export/document_options.h"
#include "ui/actions/export_options.h"

#include <string>
#include <string_view>

namespace attn {

/// The dialog's control for an option of figures.
ExportOption export_option_of(const FigureOption& row);
/// The dialog's control for an option of documents.
ExportOption export_option_of(const DocumentOption& row);

/// The path with `ending` in place of its extension.
std::string with_ending(const std::string& path, std::string_view ending);

/// Gives the figure's path the extension that its format requires; a path of a folder has none.
void set_ending(ExportChoices& choices);
/// Sets the format of the figure's file.
Result<void> take_format(ExportChoices& choices, std::string_view text);

} // namespace attn
