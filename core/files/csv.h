#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// What stands above the columns and before the rows of a table; empty for none, otherwise one for each.
struct TableLabels {
    std::span<const std::string> rows;
    std::span<const std::string> columns;
};

/// The shortest text that reads back as the same float32: "0.1", "-inf", "nan".
std::string shortest_text(float value);

/// A text as one field of CSV (RFC 4180): in quotes where it must be, whatever sign the reader cuts lines at. What a
/// spreadsheet would take for a formula (it begins with =, +, -, @, a tab or their wide forms, and is no number) gets
/// an apostrophe before it. Control characters other than line breaks and tabs become '?', as terminals obey them.
std::string csv_field(std::string_view label);

/// A line before the table that begins with "# ": one line, and nothing in it looks like a formula where a spreadsheet
/// cuts it into cells.
std::string csv_comment(std::string_view text);

/// The matrix as CSV (RFC 4180, lines end in \n): commas, points, shortest_text of each number, labels quoted where
/// they must be. With both kinds of labels the corner is empty.
std::string csv_text(ConstView matrix, const TableLabels& labels = {});

/// A table of numbers as a person pastes it: columns between tabs, semicolons, commas or blanks (the first of these
/// that occurs), one row a line, empty lines passed over. Between tabs or semicolons 1,5 is one and a half. Reads "−"
/// as well as "-", and "inf", "-inf", "∞", "nan". Fails, naming line and column, at what is no number, at rows of
/// unequal length, and where there is nothing.
Result<Matrix> parse_table(std::string_view text, std::string_view name = "table");

} // namespace attn
