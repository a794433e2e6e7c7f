#include "core/check/check.h"

#include "core/check/trial.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>

namespace attn {

namespace {

/// The part of the largest difference that a known bug may leave, so that rounding is not taken for a bug.
constexpr double clearly_nearer = 0.5;

/// The differences that are allowed when an answer is compared with a layer that has a bug. The bug may make two large
/// scores nearly equal; their last bits then change attention weights by more than a right answer is allowed.
Leniency of_bugs(Leniency leniency) {
    leniency.shares = 0.05;
    return leniency;
}

class KnownBugSearch {
public:
    KnownBugSearch(const Trace& trace, const Answer& answer, const Leniency& leniency, Check& check,
                   const std::stop_token& stop, const BlockBeside& block_beside)
        : trace_(trace), answer_(answer), leniency_(leniency), check_(check), stop_(stop), block_beside_(block_beside),
          sample_(sample_of_first()), beginning_(correct_beginning()), nearness_(nearness_of_sample()) {
        mark_reaching(first().stage);
    }

    std::vector<FoundSlip> find() {
        if (!has_finite_numbers())
            return {}; // any bug that makes everything NaN would fit
        attempt_all(false);
        if (found_.empty() && !stop_.stop_requested())
            recognise();
        if (found_.empty())
            attempt_all(true);
        std::ranges::stable_sort(found_, [](const FoundSlip& left, const FoundSlip& right) {
            if (left.reproduced.size() != right.reproduced.size())
                return left.reproduced.size() > right.reproduced.size();
            return left.largest_difference < right.largest_difference;
        });
        keep_nearest();
        return std::move(found_);
    }

private:
    /// Drops all bugs but those that explain the most stages and leave about the smallest difference. In 16 bits, two
    /// similar bugs may fit equally well.
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

    /// True if the answer has a finite number at the first stage that differs.
    bool has_finite_numbers() const {
        return !answer_.find(first().stage)->all_numbers([](float value) { return !std::isfinite(value); });
    }

    const Agreement& first() const { return check_.first_difference(); }

    /// True if the answer has this stage and all its numbers are right.
    bool is_right(ArrayId stage) const {
        const auto found = std::ranges::find(check_.stages, stage, &Agreement::stage);
        return found != check_.stages.end() && found->agrees() && !found->finite_hiding && !found->nan_rows &&
               !found->other_shift && found->largest_difference <= allowed_by_storing(stage);
    }

    /// The largest difference in a stage that storing its numbers in their type explains.
    double allowed_by_storing(ArrayId stage) const {
        const AnsweredStage& answered = *answer_.find(stage);
        if (answered.stored == DataType::float32 && !leniency_.relative) // float32 was compared with this tolerance
                                                                         // already
            return std::ranges::find(check_.stages, stage, &Agreement::stage)->tolerance;
        const auto [place, is_new] = allowed_.try_emplace(stage);
        if (is_new)
            place->second = AllowedDifference(trace_, answered, {{}, Roundings::of_storing, leniency_.angles}).most();
        return place->second;
    }

    /// Marks the bands of the stages from which `stage` is made, as far back as the nearest stages that are right.
    void mark_reaching(ArrayId stage) {
        reaching_.at(static_cast<std::size_t>(row_of(stage).place.band)) = true;
        for (const Operand& operand : trace_.made_from(stage)) {
            if (!is_stage(operand.array))
                continue;
            if (is_right(operand.array)) // its numbers are right, but `stage` may use them wrongly
                reaching_.at(static_cast<std::size_t>(row_of(operand.array).place.band)) = true;
            else
                mark_reaching(operand.array);
        }
    }

    /// True if the bug may explain the first difference. With many tokens a trial takes long, so bugs are skipped if
    /// right stages lie between the stages where they show and the first difference. A bug may show in any stage of its
    /// band.
    bool may_explain(const KnownBug& known_bug) const {
        const auto reaches = [&](ArrayId id) { return reaching_.at(static_cast<std::size_t>(row_of(id).place.band)); };
        return reaches(known_bug.shows_at) || (known_bug.or_at && reaches(*known_bug.or_at));
    }

    TrialContext context_of_trials() {
        // If only the roundings of storing are allowed, roundings within the computation explain no difference.
        const double relative = leniency_.roundings == Roundings::of_storing
                                    ? std::numeric_limits<double>::infinity()
                                    : first().largest_difference / std::max(first().largest_entry, 1e-30);
        return {trace_,  beginning_, engine_, workers_, shared_, block_beside_, stop_, *answer_.find(first().stage),
                first(), relative};
    }

    void attempt_all(bool last) {
        for (const KnownBug& known_bug : known_bugs())
            if (!stop_.stop_requested() && known_bug.attempt != nullptr && known_bug.is_last == last &&
                known_bug.shows_at <= first().stage && may_explain(known_bug))
                attempt(known_bug);
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
            if (fit)
                fit->layer = std::make_shared<Layer>(slipped.layer());
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

    /// The attempts of the bug that explain the first difference in a sample. The engine computes only the sample, and
    /// no stage after it.
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

    /// The sample that is tried first: rows with a large difference, of one head unless the stage is computed from
    /// several heads.
    Sample sample_of_first() const {
        constexpr Index few = 3; // nearly all bugs fail in the first row
        const CellId& worst = first().cell;
        const IndexRange rows = answer_.find(first().stage)->rows();
        const Index row = first_tokens_alone(trace_.layer(), 1) ? first_row_with_large_difference() : worst.row;
        const Index begin = std::max(rows.first, std::min(row - few / 2, rows.last - few));
        const bool meet = row_of(first().stage).heads == Heads::none || answer_.find(first().stage)->averaged ||
                          std::ranges::any_of(stages(), [&](const Array& row) {
                              return trace_.has(row.id) && reads_all_heads(trace_.layer(), trace_.structure(), row.id);
                          });
        return {first().stage,
                {begin, std::min(rows.last, begin + few)},
                worst.item,
                meet ? std::nullopt : std::optional(worst.head)};
    }

    /// The first row with a large difference, in the matrix with the largest one. If tokens do not read later tokens,
    /// the earliest such row is the cheapest to compute.
    Index first_row_with_large_difference() const {
        constexpr double large = 0.7;
        const CellId& worst = first().cell;
        const AnsweredStage& answered = *answer_.find(first().stage);
        const Index rows = shape_of(trace_.sizes(), first().stage).rows;
        const Matrix expected = trace_.compute_uncached({worst.layer, worst.array, worst.item, worst.head});
        if (answered.averaged || worst.row >= rows)
            return worst.row;
        const Index shared_by = row_of(worst.array).heads == Heads::kv ? trace_.sizes().queries_per_kv : 1;
        for (Index i = answered.first_row; i < worst.row; ++i)
            for (Index j = 0; j < expected.columns(); ++j)
                if (std::abs(static_cast<double>(
                                 answered.row(worst.item, worst.head / shared_by, i)[static_cast<std::size_t>(j)]) -
                             static_cast<double>(expected(i, j))) >= large * first().largest_difference)
                    return i;
        return worst.row;
    }

    /// The correct trace of only the tokens up to the sample's last row; nullopt if these are more than half of all
    /// tokens.
    std::optional<Trace> correct_beginning() {
        const Index tokens = std::max(sample_.rows.last, Index{1});
        if (2 * tokens > trace_.sizes().S_q)
            return std::nullopt;
        const auto layer = first_tokens_alone(trace_.layer(), tokens);
        return layer ? std::optional(engine_.compute(*layer, stop_)) : std::nullopt;
    }

    /// The largest difference to the answer that a sample may have with a bug: `clearly_nearer` of the first
    /// difference, or less if rounding of the answer's numbers explains only less.
    double nearness_of_sample() const {
        constexpr double roundings = 16;
        constexpr double share = 0.01;
        constexpr float hides = 1e8F;
        double largest = 0;
        const AnsweredStage& answered = *answer_.find(first().stage);
        answered.all_numbers([&](float value) {
            if (std::abs(value) < hides)
                largest = std::max(largest, std::abs(static_cast<double>(value)));
            return true;
        });
        return std::min(clearly_nearer * first().largest_difference,
                        std::max(share * largest, roundings * first().tolerance));
    }

    bool comes_nearer(const Trace& slipped) const {
        const IndexRange rows = answer_.find(first().stage)->rows();
        return may_agree(slipped, answer_, {first().stage, rows, [](Address) { return true; }},
                         clearly_nearer * first().largest_difference);
    }

    /// True if the bug explains all stages after the first difference, and leaves no more of this than storing
    /// explains, so that no other bug can explain more.
    bool explains_all(const FoundSlip& found) const {
        return found.reproduced.size() + *check_.first + 1 == check_.stages.size() &&
               found.largest_difference <= allowed_by_storing(first().stage);
    }

    /// True if the difference that a bug leaves is not rounding, because it is proportional to the bug's effect: the
    /// answer then has another scale, say, than this bug. Tested only if more is left than storing explains, as in 16
    /// bits.
    bool leaves_more_of_the_same(const Trace& slipped, const Agreement& left) const {
        constexpr double alike = 0.5;       // cosine between the difference and the bug's effect; near 0 for roundings
        constexpr double noticeable = 0.02; // difference as a part of the bug's effect; a rounded factor leaves less
        const AnsweredStage& answered = *answer_.find(left.stage);
        if (left.largest_difference <= allowed_by_storing(left.stage))
            return false;
        double left_squares = 0;
        double slip_squares = 0;
        double together = 0;
        const IndexRange rows = answered.rows();
        for (Index item = 0; item < answered.extent.items; ++item)
            for (Index n = 0; n < answered.extent.heads; ++n) {
                const Matrix right = expected_rows(trace_, answered, item, n, rows);
                const Matrix wrong = expected_rows(slipped, answered, item, n, rows);
                for (Index i = rows.first; i < rows.last; ++i)
                    for (Index j = 0; j < right.columns(); ++j) {
                        const std::span<const float> found = answered.row(item, n, i);
                        const auto here = static_cast<double>(wrong(i, j));
                        const double slip = here - static_cast<double>(right(i, j));
                        const double rest = static_cast<double>(found[static_cast<std::size_t>(j)]) - here;
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

    /// The bug and the stages that it explains; nullopt if it does not explain the first difference, or spoils an
    /// earlier stage that agrees.
    std::optional<FoundSlip> judged(const KnownBug& known_bug, const Trace& slipped, std::string_view form) const {
        if (!slipped.has(first().stage) || !comes_nearer(slipped))
            return std::nullopt;
        const Agreement at_first = compare(slipped, answer_, first().stage, of_bugs(leniency_));
        if (!at_first.agrees() || at_first.largest_difference > clearly_nearer * first().largest_difference)
            return std::nullopt;
        if (!at_first.other_shift && leaves_more_of_the_same(slipped, at_first))
            return std::nullopt;
        FoundSlip found{&known_bug, form, at_first.largest_difference, {}, {}};
        for (const Agreement& stage : check_.stages) {
            if (stage.stage == first().stage || !slipped.has(stage.stage))
                continue;
            const bool agrees = compare(slipped, answer_, stage.stage, of_bugs(leniency_)).agrees();
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
                found_.push_back({&known_bug, {}, first().largest_difference, {}, {}});
    }

    const Trace& trace_;
    const Answer& answer_;
    const Leniency& leniency_;
    Check& check_;
    const std::stop_token& stop_;
    const BlockBeside& block_beside_;
    mutable std::map<ArrayId, double> allowed_; ///< differences that storing explains, by stage
    Engine engine_{0, 2e6, 0};                  ///< stores no large array, as the correct numbers are there already
    Workers workers_{0};
    SharedStages shared_;
    Sample sample_;
    std::optional<Trace> beginning_;
    double nearness_;
    std::array<bool, band_count> reaching_{};
    std::vector<FoundSlip> found_;
};

template <class Says>
void notice_where(Check& check, const Says& says, std::string_view what) {
    std::string stages;
    for (const Agreement& stage : check.stages)
        if (std::invoke(says, stage))
            stages += (stages.empty() ? "" : " ") + std::string(array_name(stage.stage));
    if (!stages.empty())
        check.notices.push_back(fmt::format("{}: {}", stages, what));
}

void add_notices(Check& check, const Answer& answer) {
    notice_where(check, &Agreement::nan_rows,
                 "rows that are masked whole are NaN here and 0 in this program; that counts as equal");
    notice_where(check, &Agreement::finite_hiding,
                 "a large number stands for ∞ where scores are hidden; that counts as equal");
    notice_where(
        check, [](const Agreement& stage) { return stage.other_shift && stage.agrees(); },
        "exponentials are not shifted by their row's maximum; the shares are the same, so that counts as equal");
    notice_where(
        check, [](const Agreement& stage) { return stage.other_shift && !stage.agrees(); },
        "compared with the sums of the exponentials given, which are not shifted by their row's maximum");
    for (const DataType type : {DataType::float16, DataType::bfloat16})
        notice_where(
            check, [&](const Agreement& stage) { return answer.find(stage.stage)->stored == type; },
            fmt::format("stored as {}, so larger differences count as equal", data_type_name(type)));
}

/// Compares all stages of an answer with the layer's, and records the first that differs.
void compare_all(Check& check, const Trace& trace, const Answer& answer, const Leniency& leniency) {
    check.stages.clear();
    check.first.reset();
    for (const AnsweredStage& answered : answer.stages) {
        if (!trace.has(answered.stage))
            continue;
        check.stages.push_back(compare(trace, answer, answered.stage, leniency));
        if (!check.stages.back().agrees() && !check.first)
            check.first = check.stages.size() - 1;
    }
}

/// If rotary angles in float32 explain the first difference, they count as right, and later stages may differ more.
void allow_angles_in_float32(Check& check, const Trace& trace, const Answer& answer, Leniency& leniency) {
    const bool is_turned = trace.layer().rotary.pairs != Rotary::Pairs::off &&
                           is_made_by(check.first_difference().stage, OperationId::rotate);
    if (!is_turned || leniency.relative)
        return;
    leniency.angles = Angles::in_float32;
    Check lenient;
    compare_all(lenient, trace, answer, leniency);
    if (lenient.first && *lenient.first <= *check.first) {
        leniency.angles = Angles::in_float64;
        return;
    }
    check.notices.push_back(
        fmt::format("from {} on angles of rotary positions are those of float32, as PyTorch's models "
                    "have them; that counts as equal",
                    array_name(check.first_difference().stage)));
    check.stages = std::move(lenient.stages);
    check.first = lenient.first;
}

/// Looks for a bug in 16-bit stages that agree only if roundings within the computation are allowed. A bug that
/// reproduces such a stage to the last stored bit is reported.
void look_closer(const Trace& trace, const Answer& answer, Check& check, Leniency leniency,
                 const std::stop_token& stop) {
    leniency.roundings = Roundings::of_storing;
    for (std::size_t n = 0; n < check.stages.size(); ++n) {
        const Agreement loose = check.stages[n];
        const DataType stored = answer.find(loose.stage)->stored;
        if (stored != DataType::float16 && stored != DataType::bfloat16)
            continue;
        const Agreement close = compare(trace, answer, loose.stage, leniency);
        if (close.agrees())
            continue;
        check.stages[n] = close;
        check.first = n;
        check.known_bugs = KnownBugSearch(trace, answer, leniency, check, stop, {}).find();
        std::erase_if(check.known_bugs, [](const FoundSlip& one) { return one.known_bug->attempt == nullptr; });
        if (!check.known_bugs.empty())
            return;
        check.stages[n] = loose;
        check.first.reset();
        return; // later stages are made from this one, so their differences follow
    }
}

/// Finds a second bug: one that explains the first stage that still differs when the layer has the first bug.
void find_second(Check& check, const Answer& answer, const Leniency& leniency, const std::stop_token& stop,
                 const BlockBeside& block_beside) {
    const FoundSlip& one = check.known_bugs.front();
    const std::size_t later = check.stages.size() - *check.first - 1;
    if (check.known_bugs.size() > 1 || !one.layer || one.reproduced.size() == later || stop.stop_requested())
        return;
    Engine engine;
    const Trace& slipped = engine.compute(*one.layer, stop);
    Check rest;
    compare_all(rest, slipped, answer, leniency);
    if (stop.stop_requested() || !rest.first || rest.first_difference().stage <= check.first_difference().stage)
        return;
    check.second = rest.first_difference().stage;
    check.second_bugs = KnownBugSearch(slipped, answer, leniency, rest, stop, block_beside).find();
}

} // namespace

bool Check::is_explained(ArrayId stage) const {
    return !known_bugs.empty() &&
           std::ranges::find(known_bugs.front().reproduced, stage) != known_bugs.front().reproduced.end();
}

Check check(const Trace& trace, const Answer& answer, const std::optional<double>& tolerance,
            const std::stop_token& stop, const BlockBeside& block_beside) {
    Check check;
    check.notices = answer.notices;
    Leniency leniency{tolerance};
    compare_all(check, trace, answer, leniency);
    if (check.first)
        allow_angles_in_float32(check, trace, answer, leniency);
    for (const Agreement& stage : check.stages)
        if (stage.agrees())
            check.largest_agreement = std::max(check.largest_agreement.value_or(0),
                                               stage.largest_entry > 0 ? stage.largest_difference / stage.largest_entry
                                                                       : stage.largest_difference);
    add_notices(check, answer);
    if (check.first)
        check.known_bugs = KnownBugSearch(trace, answer, leniency, check, stop, block_beside).find();
    else if (!tolerance)
        look_closer(trace, answer, check, leniency, stop);
    if (!check.known_bugs.empty())
        find_second(check, answer, leniency, stop, block_beside);
    for (FoundSlip& found : check.known_bugs)
        found.layer.reset();
    return check;
}

} // namespace attn
