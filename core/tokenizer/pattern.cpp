#define PCRE2_CODE_UNIT_WIDTH 8

#include "core/tokenizer/pattern.h"

#include "core/io/printable.h"
#include "core/io/utf8.h"
#include "core/tokenizer/pattern_syntax.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <pcre2.h>

namespace attn {

namespace {

// A pattern that goes back and forth without end comes to one of these.
constexpr std::uint32_t match_limit = 1'000'000; ///< steps from one beginning
constexpr std::uint32_t heap_limit = 64 << 10;   ///< KiB
constexpr std::size_t beginnings_at_once = 64;   ///< after which the clock is asked

constexpr std::uint32_t pcre2_options =
    PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_USE_OFFSET_LIMIT | PCRE2_NEVER_BACKSLASH_C;

std::string pcre2_message(int code) {
    std::array<unsigned char, 200> text{};
    pcre2_get_error_message(code, text.data(), text.size());
    return printable(reinterpret_cast<const char*>(text.data()), text.size());
}

template <class Value>
using Owned = std::unique_ptr<Value, void (*)(Value*)>;

template <class Value>
Owned<Value> owned(Value* value, void (*release)(Value*)) {
    if (value == nullptr)
        throw std::bad_alloc();
    return {value, release};
}

class Search {
public:
    Search(const pcre2_code* code, std::string_view text, const EncodingWork& work)
        : code_(code), text_(text), work_(work),
          context_(owned(pcre2_match_context_create(nullptr), pcre2_match_context_free)),
          data_(owned(pcre2_match_data_create(1, nullptr), pcre2_match_data_free)) {
        pcre2_set_match_limit(context_.get(), match_limit);
        pcre2_set_heap_limit(context_.get(), heap_limit);
    }

    /// The first match from `from` on; nothing where there is none.
    Result<std::optional<Cut>> next(std::size_t from) {
        while (true) {
            const std::size_t last = std::min(from + beginnings_at_once, text_.size());
            pcre2_set_offset_limit(context_.get(), last);
            if (auto in_time = work_.check_time(); !in_time)
                return in_time.error();
            // Whether it is UTF-8 has been asked before.
            const int found = pcre2_match(code_, reinterpret_cast<PCRE2_SPTR>(text_.data()), text_.size(), from,
                                          PCRE2_NO_UTF_CHECK, data_.get(), context_.get());
            if (found >= 0) {
                const std::size_t* const bounds = pcre2_get_ovector_pointer(data_.get());
                return std::optional(Cut{bounds[0], bounds[1], true});
            }
            if (found != PCRE2_ERROR_NOMATCH)
                return error("the pattern takes too many steps on this text ({})", pcre2_message(found));
            if (last == text_.size())
                return std::optional<Cut>();
            from = letter_end(text_, letter_begin(text_, last));
        }
    }

private:
    const pcre2_code* code_;
    std::string_view text_;
    const EncodingWork& work_;
    Owned<pcre2_match_context> context_;
    Owned<pcre2_match_data> data_;
};

void add_cut(std::vector<Cut>& cuts, std::size_t& done, const Cut& match) {
    if (match.begin > done)
        cuts.push_back({done, match.begin, false});
    cuts.push_back(match);
    done = match.end;
}

/// An empty match right behind another is none, as Oniguruma's users count.
Result<std::vector<Cut>> cut_by(const pcre2_code* code, std::string_view text, const EncodingWork& work) {
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
        if (found.end < found.begin || found.begin < done)
            return error("the pattern found a place before the one it began at");
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
    const auto syntax = pcre2_syntax(expression);
    if (!syntax)
        return error("the pattern “{}”: {}", printable(expression), syntax.error().message);
    const auto context = owned(pcre2_compile_context_create(nullptr), pcre2_compile_context_free);
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    int problem = 0;
    std::size_t place = 0;
    pcre2_code* const code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(syntax->data()), syntax->size(), pcre2_options,
                                           &problem, &place, context.get());
    if (code == nullptr)
        return error("the pattern “{}”: {}", printable(expression), pcre2_message(problem));
    Pattern pattern;
    pattern.code_ = std::shared_ptr<const void>(code, [code](const void*) { pcre2_code_free(code); });
    return pattern;
}

Pattern Pattern::literal(std::string text) {
    Pattern pattern;
    pattern.literal_ = std::move(text);
    return pattern;
}

Result<std::vector<Cut>> Pattern::cut(std::string_view text, const EncodingWork& work) const {
    if (code_)
        return cut_by(static_cast<const pcre2_code*>(code_.get()), text, work);
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
