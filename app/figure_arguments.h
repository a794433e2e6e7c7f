#pragma once

#include "core/export/figure_set.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace attn {

/// The arguments of the figure command besides its SOURCE.
struct FigureOrder : FigureSet {
    std::filesystem::path output;        ///< a file or a folder
    std::optional<std::string> baseline; ///< name of the preset or session file from which changes are counted
};

/// The options of the figure command, as the user wrote them.
class FigureArguments {
public:
    /// Adds the options to a command. This object must outlive the parsing.
    explicit FigureArguments(CLI::App& command);
    ~FigureArguments();
    FigureArguments(const FigureArguments&) = delete;
    FigureArguments& operator=(const FigureArguments&) = delete;

    /// Returns the order that the options make; fails if an option cannot be understood, naming it and what was
    /// expected.
    Result<FigureOrder> order() const;

private:
    struct Words;
    std::unique_ptr<Words> words_;
};

} // namespace attn
