#define ONIG_ESCAPE_UCHAR_COLLISION

#include "core/tokenizer/pattern.h"

#include "core/files/printable.h"
#include "core/files/utf8.h"
#include "core/tokenizer/text_steps.h"

#include <array>
#include <new>
#include <oniguruma.h>
#include <optional>

namespace attn {

namespace {

// Nesting costs the library stack and time for compiling.
constexpr unsigned int depth_limit = 128; ///< levels of the library's nesting, of which each group has two

// Limits on backtracking: a pattern that backtracks without end reaches one of them.
constexpr unsigned long first_steps = 64;       ///< number of steps of backtracking allowed in the first attempt
constexpr unsigned long last_steps = 1UL << 22; ///< number of steps allowed in the last attempt: four for each letter
                                                ///< of a text
constexpr int steps_growth = 4;
constexpr unsigned int places_limit = 1U << 21; ///< number of states to which a search may return: more than a text has
                                                ///< letters

/// Initializes Oniguruma. Its limit on nesting is global, and has to be set once, before the first pattern.
bool is_library_ready() {
    static const bool ready = [] {
        OnigEncoding encoding = ONIG_ENCODING_UTF8;
        return onig_set_parse_depth_limit(depth_limit) == ONIG_NORMAL && onig_initialize(&encoding, 1) == ONIG_NORMAL;
    }();
    return ready;
}

std::string library_message(int code, OnigErrorInfo* info = nullptr) {
    std::array<OnigUChar, ONIG_MAX_ERROR_MESSAGE_LEN> text{};
    const int size = onig_error_code_to_str(text.data(), code, info);
    return printable({reinterpret_cast<const char*>(text.data()), static_cast<std::size_t>(size)}, text.size());
}

template <class Value, class Release>
std::unique_ptr<Value, Release> owned(Value* value, Release release) {
    if (value == nullptr)
        throw std::bad_alloc();
    return {value, release};
}

void free_region(OnigRegion* region) {
    onig_region_free(region, 1);
}

const OnigUChar* bytes_of(std::string_view text) {
    return reinterpret_cast<const OnigUChar*>(text.data());
}

/// True if the expression calls a group, \g<group>: compiling nested calls can take the library years.
bool calls_groups(std::string_view expression) {
    for (std::size_t i = 0; i + 1 < expression.size(); ++i)
        if (expression[i] == '\\' && expression[++i] == 'g')
            return true;
    return false;
}

class Search {
public:
    Search(OnigRegexType* code, std::string_view text, const EncodingWork& work)
        : code_(code), text_(text), work_(work), limits_(owned(onig_new_match_param(), onig_free_match_param)),
          bounds_(owned(onig_region_new(), free_region)) {
        onig_set_match_stack_limit_size_of_match_param(limits_.get(), places_limit);
    }

    /// Returns the first match from byte `from` on; nullopt if there is none. The library never checks the time while
    /// it searches, so the first attempt is allowed few steps, and each further one four times as many if the time also
    /// suffices for these.
    Result<std::optional<Cut>> next(std::size_t from) {
        if (auto in_time = work_.check_time(); !in_time)
            return in_time.error();
        for (unsigned long steps = first_steps; steps <= last_steps; steps *= steps_growth) {
            const auto begin = std::chrono::steady_clock::now();
            const int found = search(from, steps);
            if (found == ONIG_MISMATCH)
                return std::optional<Cut>();
            if (found >= 0)
                return match(from);
            if (found != ONIGERR_RETRY_LIMIT_IN_MATCH_OVER && found != ONIGERR_RETRY_LIMIT_IN_SEARCH_OVER)
                return error("the pattern fails on this text: {}", library_message(found));
            if (auto in_time = work_.check_time(steps_growth * (std::chrono::steady_clock::now() - begin)); !in_time)
                return in_time.error();
        }
        return error("the pattern takes too many steps on this text");
    }

private:
    int search(std::size_t from, unsigned long steps) {
        onig_set_retry_limit_in_match_of_match_param(limits_.get(), steps);
        onig_set_retry_limit_in_search_of_match_param(limits_.get(), steps);
        const OnigUChar* const begin = bytes_of(text_);
        const OnigUChar* const end = begin + text_.size();
        return onig_search_with_param(code_, begin, end, begin + from, end, bounds_.get(), ONIG_OPTION_NONE,
                                      limits_.get());
    }

    Result<std::optional<Cut>> match(std::size_t from) const {
        const Cut found{static_cast<std::size_t>(*bounds_->beg), static_cast<std::size_t>(*bounds_->end), true};
        if (found.begin < from || found.begin > found.end || letter_begin(text_, found.begin) != found.begin ||
            letter_begin(text_, found.end) != found.end)
            return error("the pattern finds what is no part of this text");
        return std::optional(found);
    }

    OnigRegexType* code_;
    std::string_view text_;
    const EncodingWork& work_;
    std::unique_ptr<OnigMatchParam, void (*)(OnigMatchParam*)> limits_;
    std::unique_ptr<OnigRegion, void (*)(OnigRegion*)> bounds_;
};

void add_cut(std::vector<Cut>& cuts, std::size_t& done, const Cut& match) {
    if (match.begin > done)
        cuts.push_back({done, match.begin, false});
    cuts.push_back(match);
    done = match.end;
}

/// Returns the whole text divided into matches and the parts between them. An empty match immediately after another
/// match does not count, as in other programs that use Oniguruma.
Result<std::vector<Cut>> cut_by(OnigRegexType* code, std::string_view text, const EncodingWork& work) {
    std::vector<Cut> cuts;
    Search search(code, text, work);
    std::size_t done = 0;
    std::optional<std::size_t> last_match;
    for (std::size_t from = 0; from <= text.size();) {
        const auto match = search.next(from);
        if (!match)
            return match.error();
        if (!*match)
            break;
        const Cut& found = **match;
        if (found.begin == found.end && last_match == found.end) {
            from = found.end < text.size() ? letter_end(text, found.end) : text.size() + 1;
            continue;
        }
        add_cut(cuts, done, found);
        from = found.end;
        last_match = found.end;
    }
    if (done < text.size())
        cuts.push_back({done, text.size(), false});
    return cuts;
}

} // namespace

Result<Pattern> Pattern::expression(std::string_view expression) {
    if (expression.size() > pattern_limit)
        return error("the pattern has {} bytes, expected at most {}", expression.size(), pattern_limit);
    if (!is_utf8(expression))
        return error("the pattern is not UTF-8");
    if (calls_groups(expression))
        return error("the pattern “{}”: calls of groups, \\g, are not supported", printable(expression));
    if (!is_library_ready())
        return error("the library that finds patterns does not start");
    OnigRegexType* code = nullptr;
    OnigErrorInfo info{};
    const OnigUChar* const begin = bytes_of(expression);
    const int status = onig_new(&code, begin, begin + expression.size(), ONIG_OPTION_NONE, ONIG_ENCODING_UTF8,
                                ONIG_SYNTAX_ONIGURUMA, &info);
    if (status != ONIG_NORMAL)
        return error("the pattern “{}”: {}", printable(expression), library_message(status, &info));
    Pattern pattern;
    pattern.code_ = std::shared_ptr<OnigRegexType>(code, onig_free);
    return pattern;
}

Pattern Pattern::literal(std::string text) {
    Pattern pattern;
    pattern.literal_ = std::move(text);
    return pattern;
}

Result<std::vector<Cut>> Pattern::cut(std::string_view text, const EncodingWork& work) const {
    if (!is_utf8(text))
        return error("the text is not UTF-8");
    if (text.size() > normal_text_limit)
        return error("the text has {} bytes, expected at most {}", text.size(), normal_text_limit);
    if (code_ && !text.empty())
        return cut_by(static_cast<OnigRegexType*>(code_.get()), text, work);
    std::vector<Cut> cuts;
    std::size_t done = 0;
    while (!literal_.empty()) {
        const std::size_t begin = text.find(literal_, done);
        if (begin == std::string_view::npos)
            break;
        add_cut(cuts, done, {begin, begin + literal_.size(), true});
    }
    if (done < text.size())
        cuts.push_back({done, text.size(), false});
    return cuts;
}

} // namespace attn
