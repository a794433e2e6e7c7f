#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// The labels above the columns and before the rows of a table: one label for each row or column, or no labels.
struct TableLabels {
    std::span<const std::string> rows;
    std::span<const std::string> columns;
};

/// Returns the shortest text that reads back as the same float32: "0.1", "-inf", "nan".
std::string shortest_text(float value);

/// Returns a text as one field of CSV (RFC 4180), in quotes if it contains a comma, semicolon, tab, quote or line
/// break. A text that a spreadsheet would read as a formula (it begins with =, +, -, @, a tab or their wide forms, and
/// is no number) gets an apostrophe before it. Control characters other than line breaks and tabs become '?', since
/// terminals obey them.
std::string csv_field(std::string_view label);

/// Returns a comment to be written before the table, which begins with "# ": one line, none of whose parts looks like a
/// formula if a spreadsheet divides the line into cells.
std::string csv_comment(std::string_view text);

/// Returns the matrix as CSV (RFC 4180, lines end in \n): commas between cells, decimal points, shortest_text of each
/// number, labels in quotes if needed. The corner is empty if there are both kinds of labels.
std::string csv_text(ConstView matrix, const TableLabels& labels = {});

/// Reads a pasted table of numbers. Columns are separated by tabs, semicolons, commas or blanks, the first of these
/// that occurs; each line is a row; empty lines are skipped. Between tabs or semicolons 1,5 is one and a half. Reads
/// "−" as well as "-", and "inf", "-inf", "∞", "nan". Fails, naming line and column, for a cell that is no number, for
/// rows of unequal length and for an empty table.
Result<Matrix> parse_table(std::string_view text, std::string_view name = "table");

} // namespace attn
