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

/// What a number is made of, in the order in which the inspector writes it, with as many decimals as it takes to
/// compute the number again.
class CellTerms {
public:
    CellTerms(const UiContext& ui, const Explanation& explanation);

    const Explanation& explanation() const { return explanation_; }
    /// How the number comes about; of a pinned one, how what it replaces would.
    Rule rule() const { return rule_; }
    /// The largest first, where they are added up.
    std::span<const Term> terms() const { return terms_; }
    /// So many stand alone; of more terms the rest is one.
    std::size_t lines() const;

    bool is_pinned() const { return explanation_.rule == Rule::pinned; }
    bool is_share() const;
    bool is_logistic() const { return rule_ == Rule::logistic; } // of a sum
    bool sums() const { return rule_ == Rule::sum_of_products || rule_ == Rule::sum || is_logistic(); }

    /// What the terms lead to: the number shown, or what a pin replaces.
    float value() const;
    int value_decimals() const { return is_share() ? 3 : decimals_; }
    /// Of a term's value, and of what is multiplied, divided or taken away in it.
    int decimals() const { return decimals_; }
    int factor_decimals() const { return factor_decimals_; }
    /// No number of decimals that has room makes the terms add up.
    bool is_rounded() const { return is_rounded_; }
    /// With the decimals of all its kind, so that they can be added up.
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

/// Of the number itself, where it stands over all that is said of it.
int headline_decimals(const UiContext& ui, const CellTerms& terms);

/// The sum of their values.
double sum_of(std::span<const Term> terms);

/// Between which edges a section of the inspector stands, and on what line it begins.
struct SectionPlace {
    float left = 0;
    float right = 0;
    float y = 0;
    float line = 28; ///< from one of its lines to the next
};

/// The terms beneath each other, what is left of them, and what they come to. Returns the last line.
float add_cell_terms(Scene& scene, const UiContext& ui, const CellTerms& terms, const SectionPlace& place);

} // namespace attn
