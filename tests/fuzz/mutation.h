#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// Random numbers that are the same on every machine (splitmix64).
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    /// A number below `end`, which is not 0.
    std::size_t below(std::size_t end) { return static_cast<std::size_t>(next() % end); }

private:
    std::uint64_t state_;
};

/// A file with a few changes: bits, bytes, numbers that trouble readers, pieces that are removed, doubled or taken from
/// another file.
std::string mutated(std::string file, const std::vector<std::string>& others, Dice& dice);

} // namespace attn
