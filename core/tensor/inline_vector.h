#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

namespace attn {

/// A vector of up to `capacity` values without allocation, for constant tables and for code that must not allocate.
template <class Value, std::size_t capacity>
class InlineVector {
public:
    constexpr InlineVector() = default;
    constexpr InlineVector(std::initializer_list<Value> values) : count_(values.size()) {
        std::size_t next = 0;
        for (const Value& value : values)
            values_[next++] = value;
    }
    /// Requires size() < capacity.
    constexpr void add(const Value& value) { values_[count_++] = value; }
    constexpr bool empty() const { return count_ == 0; }
    constexpr const Value* begin() const { return values_.data(); }
    constexpr const Value* end() const { return values_.data() + count_; }
    constexpr std::size_t size() const { return count_; }
    /// Requires that the vector is not empty.
    constexpr const Value& back() const { return values_[count_ - 1]; }
    constexpr const Value& operator[](std::size_t i) const { return values_[i]; }
    constexpr bool operator==(const InlineVector&) const = default; ///< compares all values, since unused ones keep
                                                                    ///< their initial value

private:
    std::array<Value, capacity> values_{};
    std::size_t count_ = 0;
};

} // namespace attn
