#pragma once

#include "ui/actions/export_options.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What a figure shows, and how it is written.
std::span<const ExportOption> figure_options();
/// What a document shows, and how it is written.
std::span<const ExportOption> document_options();
/// What is asked of both.
std::span<const ExportOption> shared_options();

// The words in which the tables are written.

/// A number as people type it, within both ends.
Result<float> number_within(std::string_view text, float least, float most);
Result<Index> whole_number(std::string_view text, Index least, Index most);
/// The same, put where it belongs.
Result<void> take_number(std::string_view text, float least, float most, float& number);
/// An index counted from 1; nothing typed means none.
Result<void> take_place(std::string_view text, std::optional<Index>& place);
std::string place_text(const std::optional<Index>& place);

/// "yes" and "no", said in these words.
std::vector<ExportChoice> yes_or_no(std::string yes, std::string no);
std::string yes_or_no(bool yes);
/// 1 to count.
std::vector<ExportChoice> numbered_choices(Index count);
/// Choices that are called what they are.
std::vector<ExportChoice> named_choices(std::span<const std::string_view> names);

/// The path with the ending in the place of its own.
std::string with_ending(const std::string& path, std::string_view ending);

bool is_figure(const UiContext& ui, const ExportChoices& choices);
bool is_document(const ExportChoices& choices, DocumentKind kind);

} // namespace attn
