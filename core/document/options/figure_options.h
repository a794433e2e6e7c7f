#pragma once

#include "core/document/options/request_option.h"
#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

// What the options of figures alone can be.

/// A kind of figure. Which there are, those know who draw them.
struct KindOption {
    std::string FigureRequest::*at = nullptr;
};
/// A stage or weight; none: the one that the session opens on, or all.
struct StageOption {
    std::optional<ArrayId> FigureRequest::*at = nullptr;
    bool or_all = false;
};
/// A place that people count from 1; none: as the session opens, or none.
struct PlaceOption {
    enum class Of : std::uint8_t { heads, items, cells };
    std::optional<Index> FigureRequest::*at = nullptr;
    Of of = Of::cells;
    std::vector<Index> FigureRequest::*more = nullptr; ///< places behind the first; none: only one can be said
};
/// The places that a request has, from 0.
std::vector<Index> places_of(const FigureRequest& request, const PlaceOption& option);
/// Fails where several are given for one, or one twice.
Result<void> set_places(FigureRequest& request, const PlaceOption& option, const std::vector<Index>& places);
/// The same as people write them: "2", "1,3".
std::string words_of_places(const FigureRequest& request, const PlaceOption& option);
Result<void> set_places(FigureRequest& request, const PlaceOption& option, std::string_view words);
struct NotationOption {
    std::optional<NotationChoice> FigureRequest::*at = nullptr;
};
/// Yes or no; none: as the session has it.
struct SessionSwitchOption {
    std::optional<bool> FigureRequest::*at = nullptr;
    bool Session::*usual = nullptr;
    std::string_view yes{};
    std::string_view no{};
};
/// A length in centimetres; none: as it needs to be.
struct LengthOption {
    std::optional<float> FigureRequest::*at = nullptr;
    float least = 0;
    float most = 0;
};
/// What colours are stretched over. Two fixed ends are options of their own in the dialog.
struct LimitsOption {};
struct LimitOption {
    enum class End : std::uint8_t { lower, upper };
    float FigureRequest::*at = nullptr;
    float FigureRequest::*other = nullptr;
    End end = End::lower;
};
/// A text. In files its key says false where the switch is off.
struct TitleOption {
    std::string FigureRequest::*at = nullptr;
    bool FigureRequest::*is_shown = nullptr;
};

using FigureOptionValue =
    std::variant<KindOption, StageOption, PlaceOption, NotationOption, SessionSwitchOption, LengthOption, LimitsOption,
                 LimitOption, TitleOption, NumberOption<FigureRequest>, CountOption<FigureRequest>,
                 SwitchOption<FigureRequest>, NameOption<FigureRequest>>;

struct FigureOptionGroup {
    bool is_look = false;         ///< how something is shown, not what
    bool is_of_documents = false; ///< storyboards, worksheets and handouts are asked for it too
};

using FigureOption = RequestOption<FigureRequest, FigureOptionValue, FigureOptionGroup>;

/// In the order of --help.
std::span<const FigureOption> figure_options();

/// Those that session files have, in the order of being read and written.
const std::vector<const FigureOption*>& listed_figure_options();

/// Takes the options that stay while the window is open from another request.
void keep_figure_options(FigureRequest& request, const FigureRequest& from);

} // namespace attn
