#include "core/check/check.h"

#include "core/check/trial.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace attn {

namespace {

/// A slip must come closer than the layer itself, or rounding would be taken for one.
constexpr double clearly_nearer = 0.5;

class KnownBugSearch {
public:
    KnownBugSearch(const Trace& trace, const Answer& answer, const std::optional<double>& tolerance, Check& check,
                   const std::stop_token& stop, Roundings roundings)
        : trace_(trace), answer_(answer), tolerance_(tolerance), check_(check), stop_(stop), roundings_(roundings),
          sample_(sample_of_first()), beginning_(correct_beginning()), nearness_(nearness_of_sample()) {
        mark_reaching(first().stage);
    }

    std::vector<FoundSlip> find() {
        if (!has_finite_numbers())
            return {}; // whatever makes NaN of everything would fit
        for (const KnownBug& known_bug : known_bugs())
            if (!stop_.stop_requested() && known_bug.attempt != nullptr && known_bug.shows_at <= first().stage &&
                may_explain(known_bug))
                attempt(known_bug);
        if (found_.empty() && !stop_.stop_requested())
            recognise();
        std::ranges::stable_sort(found_, [](const FoundSlip& left, const FoundSlip& right) {
            if (left.reproduced.size() != right.reproduced.size())
                return left.reproduced.size() > right.reproduced.size();
            return left.largest_difference < right.largest_difference;
        });
        keep_nearest();
        return std::move(found_);
    }

private:
    /// Those that explain as much as the best, and come as near to it but for what float32 allows: in 16 bits, a slip
    /// that is almost another one fits as well.
    void keep_nearest() {
        constexpr double as_near = 4;
        if (found_.empty())
            return;
        const auto most = found_.front().reproduced.size();
        const double within = as_near * found_.front().largest_difference + allowed_by_storing(first().stage);
        std::erase_if(found_, [&](const FoundSlip& one) {
            return one.reproduced.size() < most || one.largest_difference > within;
        });
    }

    /// Whether there is anything in the answer that can be compared with numbers.
    bool has_finite_numbers() const {
        return std::ranges::any_of(answer_.find(first().stage)->slots, [](const Matrix& matrix) {
            for (Index i = 0; i < matrix.rows(); ++i)
                if (std::ranges::any_of(matrix.row(i), [](float value) { return std::isfinite(value); }))
                    return true;
            return false;
        });
    }

    const Agreement& first() const { return check_.first_difference(); }

    /// Whether the answer has this stage, and rightly to the last cell.
    bool is_right(ArrayId stage) const {
        const auto found = std::ranges::find(check_.stages, stage, &Agreement::stage);
        return found != check_.stages.end() && found->agrees() && !found->finite_hiding && !found->nan_rows &&
               !found->other_shift && found->largest_difference <= allowed_by_storing(stage);
    }

    /// What rounding explains of a stage, however much more is let pass.
    double allowed_by_storing(ArrayId stage) const {
        return allowed_difference(trace_, *answer_.find(stage), std::nullopt, Roundings::of_storing);
    }

    /// Notes the stages whose numbers reach this one other than through a stage that is right.
    void mark_reaching(ArrayId stage) {
        reaching_.at(static_cast<std::size_t>(row_of(stage).place.band)) = true;
        for (const Operand& operand : trace_.made_from(stage)) {
            if (!is_stage(operand.array))
                continue;
            if (is_right(operand.array)) // itself it may still be used wrongly
                reaching_.at(static_cast<std::size_t>(row_of(operand.array).place.band)) = true;
            else
                mark_reaching(operand.array);
        }
    }

    /// Trying takes long where there are many tokens: a slip that shows at stages which reach the first difference only
    /// through right ones does not explain it. Slips may show at any stage that stands beside their own.
    bool may_explain(const KnownBug& known_bug) const {
        return reaching_.at(static_cast<std::size_t>(row_of(known_bug.shows_at).place.band));
    }

    TrialContext context_of_trials() {
        // Where roundings of what is stored do not count, those on the way are no news.
        const double relative = roundings_ == Roundings::of_storing
                                    ? std::numeric_limits<double>::infinity()
                                    : first().largest_difference / std::max(first().largest_entry, 1e-30);
        return {trace_, beginning_, engine_, workers_, shared_, stop_, first().stage, relative};
    }

    void attempt(const KnownBug& known_bug) {
        const std::vector<std::size_t> fitting = attempts_that_seem_to_fit(known_bug);
        if (fitting.empty())
            return;
        std::optional<FoundSlip> best;
        TrialContext context = context_of_trials();
        Trial trial(context, fitting, [&](const Trace& slipped, std::string_view form) {
            ++check_.tried_whole;
            auto fit = judged(known_bug, slipped, form);
            const bool is_settled = fit && explains_all(*fit);
            if (fit && (!best || fit->reproduced.size() > best->reproduced.size() ||
                        (fit->reproduced.size() == best->reproduced.size() &&
                         fit->largest_difference < best->largest_difference)))
                best = std::move(fit);
            return is_settled;
        });
        known_bug.attempt(trial);
        if (best)
            found_.push_back(*std::move(best));
    }

    /// In which of its forms the slip explains the first difference as far as a sample shows. The engine computes the
    /// sample alone, and what stands behind the stage not at all.
    std::vector<std::size_t> attempts_that_seem_to_fit(const KnownBug& known_bug) {
        std::vector<std::size_t> fitting;
        TrialContext context = context_of_trials();
        Trial trial(context, sample_, [&](const Trace& slipped, std::string_view) {
            const auto covers = [&](Address slot) { return trial.covers(slot); };
            if (slipped.has(first().stage) &&
                may_agree(slipped, answer_, {first().stage, sample_.rows, covers}, nearness_))
                fitting.push_back(trial.attempts() - 1);
            return false;
        });
        known_bug.attempt(trial);
        return fitting;
    }

    /// Some rows where the first difference is large. Heads are taken apart unless they meet in the stage or before it.
    Sample sample_of_first() const {
        constexpr Index few = 3; // nearly all hypotheses fail in the first
        const CellId& worst = first().cell;
        const Index rows = shape_of(trace_.sizes(), first().stage).rows;
        const Index row = first_tokens_alone(trace_.layer(), 1) ? first_row_with_large_difference() : worst.row;
        const Index begin = std::max<Index>(0, std::min(row - few / 2, rows - few));
        const bool meet = row_of(first().stage).heads == Heads::none || answer_.find(first().stage)->averaged ||
                          std::ranges::any_of(stages(), [&](const Array& row) {
                              return trace_.has(row.id) && reads_all_heads(trace_.layer(), trace_.structure(), row.id);
                          });
        return {first().stage,
                {begin, std::min(rows, begin + few)},
                worst.item,
                meet ? std::nullopt : std::optional(worst.head)};
    }

    /// Of the matrix with the largest difference. Where tokens read none that follow, the first rows take least to
    /// make.
    Index first_row_with_large_difference() const {
        constexpr double large = 0.7;
        const CellId& worst = first().cell;
        const AnsweredStage& answered = *answer_.find(first().stage);
        const Index rows = shape_of(trace_.sizes(), first().stage).rows;
        const Matrix expected = trace_.compute_uncached({worst.array, worst.item, worst.head});
        if (answered.averaged || worst.row >= rows)
            return worst.row;
        const Index shared_by = row_of(worst.array).heads == Heads::kv ? trace_.sizes().queries_per_kv : 1;
        const Matrix& found = answered.matrix(worst.item, worst.head / shared_by);
        for (Index i = 0; i < worst.row; ++i)
            for (Index j = 0; j < expected.columns(); ++j)
                if (std::abs(static_cast<double>(found(i, j)) - static_cast<double>(expected(i, j))) >=
                    large * first().largest_difference)
                    return i;
        return worst.row;
    }

    /// So much of the correct trace as the sample's rows can be made from, if that is little.
    std::optional<Trace> correct_beginning() {
        const Index tokens = std::max(sample_.rows.last, Index{1});
        if (2 * tokens > trace_.sizes().S_q)
            return std::nullopt;
        const auto layer = first_tokens_alone(trace_.layer(), tokens);
        return layer ? std::optional(engine_.compute(*layer, stop_)) : std::nullopt;
    }

    /// How near a sample must come: as near as the slip must, or as rounding explains whatever the layer's largest
    /// numbers are with the slip.
    double nearness_of_sample() const {
        constexpr double roundings = 16;
        constexpr double share = 0.01;
        constexpr float hides = 1e8F;
        double largest = 0;
        const AnsweredStage& answered = *answer_.find(first().stage);
        for (const Matrix& matrix : answered.slots)
            for (Index i = 0; i < matrix.rows(); ++i)
                for (const float value : matrix.row(i))
                    if (std::abs(value) < hides)
                        largest = std::max(largest, std::abs(static_cast<double>(value)));
        return std::min(clearly_nearer * first().largest_difference,
                        std::max(share * largest, roundings * allowed_difference(trace_, answered, tolerance_)));
    }

    bool comes_nearer(const Trace& slipped) const {
        const IndexRange all{0, shape_of(trace_.sizes(), first().stage).rows};
        return may_agree(slipped, answer_, {first().stage, all, [](Address) { return true; }},
                         clearly_nearer * first().largest_difference);
    }

    /// Whether nothing could explain more, to the last bit that counts.
    bool explains_all(const FoundSlip& found) const {
        return found.reproduced.size() + *check_.first + 1 == check_.stages.size() &&
               found.largest_difference <= allowed_by_storing(first().stage);
    }

    /// Whether what the slip leaves is no rounding: it points where the slip itself does, as from a scale that is near
    /// the slip's. Asked where more is left than storing explains, as in 16 bits.
    bool leaves_more_of_the_same(const Trace& slipped, const Agreement& left) const {
        constexpr double alike = 0.5;       // cosine; of roundings it is near 0
        constexpr double noticeable = 0.02; // of what the slip does; a factor that is rounded leaves less
        const AnsweredStage& answered = *answer_.find(left.stage);
        if (left.largest_difference <= allowed_by_storing(left.stage))
            return false;
        double left_squares = 0;
        double slip_squares = 0;
        double together = 0;
        const IndexRange rows{0, shape_of(trace_.sizes(), left.stage).rows};
        for (Index item = 0; item < answered.extent.items; ++item)
            for (Index n = 0; n < answered.extent.heads; ++n) {
                const Matrix right = expected_rows(trace_, answered, item, n, rows);
                const Matrix wrong = expected_rows(slipped, answered, item, n, rows);
                const Matrix& found = answered.slots[static_cast<std::size_t>(item * answered.extent.heads + n)];
                for (Index i = 0; i < right.rows(); ++i)
                    for (Index j = 0; j < right.columns(); ++j) {
                        const auto here = static_cast<double>(wrong(i, j));
                        const double slip = here - static_cast<double>(right(i, j));
                        const double rest = static_cast<double>(found(i, j)) - here;
                        if (!std::isfinite(slip) || !std::isfinite(rest))
                            continue;
                        left_squares += rest * rest;
                        slip_squares += slip * slip;
                        together += slip * rest;
                    }
            }
        return std::abs(together) > alike * std::sqrt(left_squares * slip_squares) &&
               std::abs(together) > noticeable * slip_squares;
    }

    /// What the slip explains, if it explains the first difference and does not spoil what agrees before it.
    std::optional<FoundSlip> judged(const KnownBug& known_bug, const Trace& slipped, std::string_view form) const {
        if (!slipped.has(first().stage) || !comes_nearer(slipped))
            return std::nullopt;
        const Agreement at_first = compare(slipped, answer_, first().stage, tolerance_, roundings_);
        if (!at_first.agrees() || at_first.largest_difference > clearly_nearer * first().largest_difference)
            return std::nullopt;
        if (!at_first.other_shift && leaves_more_of_the_same(slipped, at_first))
            return std::nullopt;
        FoundSlip found{&known_bug, form, at_first.largest_difference, {}};
        for (const Agreement& stage : check_.stages) {
            if (stage.stage == first().stage || !slipped.has(stage.stage))
                continue;
            const bool agrees = compare(slipped, answer_, stage.stage, tolerance_, roundings_).agrees();
            if (!agrees && stage.stage < first().stage)
                return std::nullopt;
            if (agrees && stage.stage > first().stage)
                found.reproduced.push_back(stage.stage);
        }
        return found;
    }

    void recognise() {
        const AnsweredStage& answered = *answer_.find(first().stage);
        for (const KnownBug& known_bug : known_bugs())
            if (found_.empty() && known_bug.recognise != nullptr && known_bug.recognise(trace_, answered, first()))
                found_.push_back({&known_bug, {}, first().largest_difference, {}});
    }

    const Trace& trace_;
    const Answer& answer_;
    const std::optional<double>& tolerance_;
    Check& check_;
    const std::stop_token& stop_;
    Roundings roundings_;
    Engine engine_{0, 2e6, 0}; ///< by head, as the correct numbers are all there already
    Workers workers_{0};
    SharedStages shared_;
    Sample sample_;
    std::optional<Trace> beginning_;
    double nearness_;
    std::array<bool, static_cast<std::size_t>(Band::joined) + 1> reaching_{};
    std::vector<FoundSlip> found_;
};

template <class Says>
void notice_where(Check& check, const Says& says, std::string_view what) {
    std::string stages;
    for (const Agreement& stage : check.stages)
        if (says(stage))
            stages += (stages.empty() ? "" : " ") + std::string(array_name(stage.stage));
    if (!stages.empty())
        check.notices.push_back(fmt::format("{}: {}", stages, what));
}

void add_notices(Check& check, const Answer& answer) {
    notice_where(
        check, [](const Agreement& stage) { return stage.nan_rows; },
        "rows that are masked whole are NaN here and 0 in this program; that counts as equal");
    notice_where(
        check, [](const Agreement& stage) { return stage.finite_hiding; },
        "a large number stands for ∞ where scores are hidden; that counts as equal");
    notice_where(
        check, [](const Agreement& stage) { return stage.other_shift && stage.agrees(); },
        "exponentials are not shifted by their row's maximum; the shares are the same, so that counts as equal");
    for (const DataType type : {DataType::float16, DataType::bfloat16})
        notice_where(
            check, [&](const Agreement& stage) { return answer.find(stage.stage)->stored == type; },
            fmt::format("stored as {}, so larger differences count as equal", data_type_name(type)));
}

/// A stage in 16 bits that agrees as far as computing in 16 bits explains, but not as numbers that were only stored so:
/// where a slip gives it to the last bit stored, that is why.
void look_closer(const Trace& trace, const Answer& answer, Check& check, const std::stop_token& stop) {
    for (std::size_t n = 0; n < check.stages.size(); ++n) {
        const Agreement loose = check.stages[n];
        const DataType stored = answer.find(loose.stage)->stored;
        if (stored != DataType::float16 && stored != DataType::bfloat16)
            continue;
        const Agreement close = compare(trace, answer, loose.stage, std::nullopt, Roundings::of_storing);
        if (close.agrees())
            continue;
        check.stages[n] = close;
        check.first = n;
        check.known_bugs = KnownBugSearch(trace, answer, std::nullopt, check, stop, Roundings::of_storing).find();
        std::erase_if(check.known_bugs, [](const FoundSlip& one) { return one.known_bug->attempt == nullptr; });
        if (!check.known_bugs.empty())
            return;
        check.stages[n] = loose;
        check.first.reset();
        return; // what follows is made from it
    }
}

} // namespace

bool Check::is_explained(ArrayId stage) const {
    return !known_bugs.empty() &&
           std::ranges::find(known_bugs.front().reproduced, stage) != known_bugs.front().reproduced.end();
}

Check check(const Trace& trace, const Answer& answer, const std::optional<double>& tolerance,
            const std::stop_token& stop) {
    Check check;
    check.notices = answer.notices;
    for (const AnsweredStage& answered : answer.stages) {
        if (stop.stop_requested())
            return check;
        const Agreement agreement = compare(trace, answer, answered.stage, tolerance);
        check.stages.push_back(agreement);
        if (!agreement.agrees() && !check.first)
            check.first = check.stages.size() - 1;
        if (agreement.agrees())
            check.largest_agreement =
                std::max(check.largest_agreement.value_or(0),
                         agreement.largest_entry > 0 ? agreement.largest_difference / agreement.largest_entry
                                                     : agreement.largest_difference);
    }
    add_notices(check, answer);
    if (check.first)
        check.known_bugs = KnownBugSearch(trace, answer, tolerance, check, stop, Roundings::of_computing).find();
    else if (!tolerance)
        look_closer(trace, answer, check, stop);
    return check;
}

} // namespace attn
