#pragma once

#include <cstdint>
#include <hwy/targets.h>
#include <vector>

namespace attn::test {

/// Makes the kernels of all threads run as compiled for one instruction set, as long as it exists.
class OnInstructionSet {
public:
    explicit OnInstructionSet(std::int64_t target) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
    OnInstructionSet(const OnInstructionSet&) = delete;
    OnInstructionSet& operator=(const OnInstructionSet&) = delete;
    ~OnInstructionSet() {
        hwy::SetSupportedTargetsForTest(0);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    }
};

/// The instruction sets of this machine that have fused multiply-adds.
inline std::vector<std::int64_t> fused_instruction_sets() {
    std::vector<std::int64_t> sets;
    for (const std::int64_t target : {HWY_AVX3, HWY_AVX2, HWY_NEON})
        if ((hwy::SupportedTargets() & target) != 0)
            sets.push_back(target);
    return sets;
}

/// All instruction sets of this machine that kernels are compiled for; last the one that every machine of its kind has.
inline std::vector<std::int64_t> instruction_sets() {
    std::vector<std::int64_t> sets = fused_instruction_sets();
    if ((hwy::SupportedTargets() & HWY_SSE4) != 0)
        sets.push_back(HWY_SSE4);
    sets.push_back(HWY_STATIC_TARGET);
    return sets;
}

} // namespace attn::test
