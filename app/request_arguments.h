#pragma once

#include "core/document/options/figure_options.h"
#include "core/export/document_options.h"
#include "core/tensor/result.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace attn {

/// The user's argument of one option, in the type of that option.
struct SaidOption {
    std::optional<std::string> text;
    std::optional<Index> count;
    std::optional<float> number;
    std::optional<std::uint64_t> variant;
    std::vector<std::string> list;
    bool is_on = false;
};

/// The options of a request on the command line, one for each row of their table, and the user's arguments. This object
/// must outlive the parsing.
template <class Option, class Request>
class RequestArguments {
public:
    /// Adds the option to a command, unless its row has none for the command line.
    void add(CLI::App& command, const Option& option);
    /// Sets the given options in the request; fails if one cannot be understood, naming it and what was expected.
    Result<void> read(Request& request) const;

private:
    struct Added {
        const Option* option = nullptr;
        SaidOption said;
    };
    std::vector<std::unique_ptr<Added>> added_; ///< pointers, because CLI11 keeps references to them
};

using FigureOptionArguments = RequestArguments<FigureOption, FigureRequest>;
using DocumentOptionArguments = RequestArguments<DocumentOption, DocumentRequest>;

/// Adds the options that choose which part of a layer a storyboard, worksheet or handout shows.
void add_shown_options(CLI::App& command, FigureOptionArguments& arguments);
/// Adds the options for one kind of document: those for its files if `is_output`, otherwise all others.
void add_document_options(CLI::App& command, DocumentKind kind, DocumentOptionArguments& arguments,
                          bool is_output = false);

/// Returns a validator that accepts numbers from `least` to `most`. (CLI::Range accepts NaN.)
CLI::Validator number_range(float least, float most);

} // namespace attn
