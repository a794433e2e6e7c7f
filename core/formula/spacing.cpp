#include "core/formula/spacing.h"

#include <array>
#include <cstddef>

namespace attn {

namespace {

constexpr float thin = 3 / 18.0F;
constexpr float medium = 4 / 18.0F;
constexpr float thick = 5 / 18.0F;

enum class Gap : std::uint8_t {
    none,
    thin,         ///< thin space in all styles
    thin_large,   ///< not in scripts
    medium_large, ///< not in scripts
    thick_large   ///< not in scripts
};

constexpr Gap n = Gap::none;
constexpr Gap t = Gap::thin;
constexpr Gap T = Gap::thin_large;
constexpr Gap M = Gap::medium_large;
constexpr Gap K = Gap::thick_large;

// Knuth, The TeXbook, chapter 18: the row is the left atom, the column the right one, both in the order of AtomClass.
constexpr std::array<std::array<Gap, 8>, 8> gaps{{
    {n, t, M, K, n, n, n, T},
    {t, t, n, K, n, n, n, T},
    {M, M, n, n, M, n, n, M},
    {K, K, n, n, K, n, n, K},
    {n, n, n, n, n, n, n, n},
    {n, t, M, K, n, n, n, T},
    {T, T, n, T, T, T, T, T},
    {T, t, M, K, T, n, T, T},
}};

} // namespace

float space_between(AtomClass left, AtomClass right, bool small) {
    const Gap gap = gaps.at(static_cast<std::size_t>(left)).at(static_cast<std::size_t>(right));
    if (gap == Gap::thin)
        return thin;
    if (small || gap == Gap::none)
        return 0;
    return gap == Gap::thin_large ? thin : gap == Gap::medium_large ? medium : thick;
}

AtomClass class_between(AtomClass before, AtomClass own, AtomClass after) {
    using enum AtomClass;
    if (own != binary)
        return own;
    const bool nothing_before = before == binary || before == large_operator || before == relation ||
                                before == opening || before == punctuation;
    const bool nothing_after = after == relation || after == closing || after == punctuation;
    return nothing_before || nothing_after ? ordinary : binary;
}

} // namespace attn
