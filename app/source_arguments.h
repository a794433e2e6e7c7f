#pragma once

#include "core/document/sources/source.h"
#include "core/tensor/result.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace attn {

/// The options by which a command is told its SOURCE, as the user wrote them.
class SourceArguments {
public:
    /// Adds the options to a command. This must outlive the parsing.
    explicit SourceArguments(CLI::App& command);
    ~SourceArguments();
    SourceArguments(const SourceArguments&) = delete;
    SourceArguments& operator=(const SourceArguments&) = delete;

    /// Whether the user named no source at all.
    bool empty() const;

    /// What was said; fails where two sources are named, none, or options that go with another kind of source.
    Result<Source> source() const;

private:
    struct Words;
    static std::vector<std::string> of_weights(const Words& words);

    std::unique_ptr<Words> words_;
};

/// Reads a SOURCE from words such as {"--preset", "masks"}.
Result<Source> parse_source(std::span<const std::string> words);

} // namespace attn
