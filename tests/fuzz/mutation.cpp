#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace attn {

namespace {

constexpr std::array<std::uint64_t, 10> awkward_numbers{
    0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF};

constexpr std::array<std::string_view, 14> awkward_texts{
    "-1", "0", "18446744073709551615", "1e999", "(", ")", "[[[", "{{", "\"", "'", ",", "\n", "PK", "'|O'"};

std::string piece_of(const std::string& file, Dice& dice) {
    if (file.empty())
        return {};
    const std::size_t begin = dice.below(file.size());
    return file.substr(begin, 1 + dice.below(64));
}

void change(std::string& file, const std::vector<std::string>& others, Dice& dice) {
    const std::size_t at = dice.below(file.size() + 1);
    switch (dice.below(8)) {
    case 0:
        if (at < file.size())
            file[at] = static_cast<char>(file[at] ^ (1 << dice.below(8)));
        return;
    case 1:
        if (at < file.size())
            file[at] = static_cast<char>(dice.next() & 0xFFU);
        return;
    case 2: {
        const std::uint64_t number = awkward_numbers[dice.below(awkward_numbers.size())];
        const std::size_t width = std::size_t{1} << dice.below(4);
        for (std::size_t i = 0; i < width && at + i < file.size(); ++i)
            file[at + i] = static_cast<char>(number >> (8 * i) & 0xFFU);
        return;
    }
    case 3:
        file.insert(at, awkward_texts[dice.below(awkward_texts.size())]);
        return;
    case 4: {
        const std::string_view text = awkward_texts[dice.below(awkward_texts.size())];
        file.replace(at, text.size(), text);
        return;
    }
    case 5:
        file.erase(at, 1 + dice.below(32));
        return;
    case 6:
        file.insert(at, piece_of(file, dice));
        return;
    default:
        file.replace(at, dice.below(64), piece_of(others[dice.below(others.size())], dice));
        return;
    }
}

} // namespace

std::uint64_t Dice::next() {
    std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

std::string mutated(std::string file, const std::vector<std::string>& others, Dice& dice) {
    constexpr std::size_t most_changes = 6;
    for (std::size_t changes = 1 + dice.below(most_changes); changes > 0; --changes)
        change(file, others, dice);
    if (dice.below(8) == 0)
        file.resize(dice.below(file.size() + 1));
    return file;
}

} // namespace attn
