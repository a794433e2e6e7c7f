#pragma once

#include <cstdint>
#include <hwy/targets.h>
#include <vector>

namespace attn::test {

/// While it lives, kernels run as they were compiled for one instruction set, in all threads.
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

/// Those of this machine that have fused multiply-adds.
inline std::vector<std::int64_t> fused_instruction_sets() {
    std::vector<std::int64_t> sets;
    for (const std::int64_t target : {HWY_AVX3, HWY_AVX2, HWY_NEON})
        if ((hwy::SupportedTargets() & target) != 0)
            sets.push_back(target);
    return sets;
}

/// All of this machine for which there are kernels; the last is what every machine of its kind has.
inline std::vector<std::int64_t> instruction_sets() {
    std::vector<std::int64_t> sets = fused_instruction_sets();
    if ((hwy::SupportedTargets() & HWY_SSE4) != 0)
        sets.push_back(HWY_SSE4);
    sets.push_back(HWY_STATIC_TARGET);
    return sets;
}

} // namespace attn::test
