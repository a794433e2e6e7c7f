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

/// What the user wrote for one option.
struct SaidOption {
    std::optional<std::string> text;
    std::optional<Index> count;
    std::optional<float> number;
    std::optional<std::uint64_t> variant;
    std::vector<std::string> list;
    bool is_on = false;
};

/// The options of a request on the command line, as the rows of their table say, and what the user wrote for them.
/// This must outlive the parsing.
template <class Option, class Request>
class RequestArguments {
public:
    /// Adds the option to a command, unless its row has none there.
    void add(CLI::App& command, const Option& option);
    /// Sets what was said; fails where an option cannot be understood, naming it and what was expected.
    Result<void> read(Request& request) const;

private:
    struct Added {
        const Option* option = nullptr;
        SaidOption said;
    };
    std::vector<std::unique_ptr<Added>> added_; ///< at places that stay
};

using FigureOptionArguments = RequestArguments<FigureOption, FigureRequest>;
using DocumentOptionArguments = RequestArguments<DocumentOption, DocumentRequest>;

/// What a storyboard, worksheet or handout shows of a layer.
void add_shown_options(CLI::App& command, FigureOptionArguments& arguments);
/// The options of one kind of document: where it writes, or all others.
void add_document_options(CLI::App& command, DocumentKind kind, DocumentOptionArguments& arguments,
                          bool is_output = false);

/// Numbers from `least` to `most`. (CLI::Range lets NaN through.)
CLI::Validator number_range(float least, float most);

} // namespace attn
