#pragma once

#include "core/document/sources/source.h"
#include "core/tensor/result.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace attn {

/// The options that tell a command what kind of model a source is, as the user wrote them.
struct KindArguments {
    std::optional<std::string> like, names, packing;

    /// Adds the options to a command; `with` begins their help: "with --weights". This object must outlive the parsing.
    void add_to(CLI::App& command, const std::string& with);
    bool empty() const { return !like && !names && !packing; }
    KindSaid said() const;
};

/// The options that tell a command its SOURCE, as the user wrote them.
class SourceArguments {
public:
    /// Adds the options to a command. This object must outlive the parsing.
    explicit SourceArguments(CLI::App& command);
    ~SourceArguments();
    SourceArguments(const SourceArguments&) = delete;
    SourceArguments& operator=(const SourceArguments&) = delete;

    /// True if the user gave no source, and no option about one.
    bool empty() const;
    /// True if the user gave a file, and no option about it.
    bool names_file_alone() const;

    /// The source that the options name; fails if they name two or none, or if an option goes with another kind of
    /// source.
    Result<Source> source() const;

private:
    struct Words;
    static std::vector<std::string> of_weights(const Words& words);

    std::unique_ptr<Words> words_;
};

/// Reads a SOURCE from words such as {"--preset", "masks"}.
Result<Source> parse_source(std::span<const std::string> words);

} // namespace attn
