#pragma once

#include "core/explain/explain.h"
#include "core/figure/written_relation.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// The terms of a number, in the order in which the inspector writes them, with as many decimals as are needed to
/// compute the number again.
class CellTerms {
public:
    CellTerms(const UiContext& ui, const Explanation& explanation);

    const Explanation& explanation() const { return explanation_; }
    /// Returns the rule that computes the number; for a pinned number, the rule that would compute it without the pin.
    Rule rule() const { return rule_; }
    /// Returns the terms; if they are added up, the largest first.
    std::span<const Term> terms() const { return terms_; }
    /// Returns the number of terms with a line of their own; if there are more terms, the others share one line.
    std::size_t lines() const;

    bool is_pinned() const { return explanation_.rule == Rule::pinned; }
    bool is_share() const;
    bool is_logistic() const { return rule_ == Rule::logistic; } // a logistic function of a sum
    bool sums() const { return rule_ == Rule::sum_of_products || rule_ == Rule::sum || is_logistic(); }

    /// Returns the result of the terms: the number shown, or the number that a pin replaces.
    float value() const;
    int value_decimals() const { return is_share() ? 3 : decimals_; }
    /// Return the decimals of a term's value, and those of its factors and operands.
    int decimals() const { return decimals_; }
    int factor_decimals() const { return factor_decimals_; }
    /// True if no number of decimals that fits makes the shown terms add up.
    bool is_rounded() const { return is_rounded_; }
    /// Returns the value as text, with the decimals of all terms, so that the terms can be added up.
    std::string shown(double value) const;
    Calculated digits(double value) const;

private:
    void choose_order();
    void choose_decimals();
    void choose_decimals_of_products();
    void choose_decimals_of_operands();

    const Explanation& explanation_;
    Rule rule_;
    std::vector<Term> terms_;
    int decimals_ = 2;
    int factor_decimals_ = 2;
    bool is_rounded_ = false;
};

/// The decimals of the number in the inspector's headline.
int headline_decimals(const UiContext& ui, const CellTerms& terms);

/// The sum of the terms' values.
double sum_of(std::span<const Term> terms);

/// The left and right edge of a section of the inspector, and the baseline on which the section begins, in logical
/// pixels.
struct SectionPlace {
    float left = 0;
    float right = 0;
    float y = 0;
    float line = 28; ///< distance from one baseline to the next
};

/// Adds the terms one below the other, the rest of them, and their result. Returns the baseline of the last line.
float add_cell_terms(Scene& scene, const UiContext& ui, const CellTerms& terms, const SectionPlace& place);

} // namespace attn
