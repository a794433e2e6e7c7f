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

// The types of options that exist only for figures.

/// A kind of figure; the kinds are in core/figure.
struct KindOption {
    std::string FigureRequest::*at = nullptr;
};
/// A stage or weight; nullopt: the one that the session opens on, or all of them.
struct StageOption {
    std::optional<ArrayId> FigureRequest::*at = nullptr;
    bool or_all = false;
};
/// An index, counted from 1 for people; nullopt: the index with which the session opens, or no index.
struct PlaceOption {
    enum class Of : std::uint8_t { heads, items, cells };
    std::optional<Index> FigureRequest::*at = nullptr;
    Of of = Of::cells;
    std::vector<Index> FigureRequest::*more = nullptr; ///< further indices; null: only one is allowed
};
/// The indices in a request, counted from 0.
std::vector<Index> places_of(const FigureRequest& request, const PlaceOption& option);
/// Sets the indices. Fails if several are given but only one is allowed, and for duplicates.
Result<void> set_places(FigureRequest& request, const PlaceOption& option, const std::vector<Index>& places);
/// The indices as people write them, counted from 1: "2", "1,3".
std::string words_of_places(const FigureRequest& request, const PlaceOption& option);
Result<void> set_places(FigureRequest& request, const PlaceOption& option, std::string_view words);
struct NotationOption {
    std::optional<NotationChoice> FigureRequest::*at = nullptr;
};
/// Yes or no; nullopt: as in the session.
struct SessionSwitchOption {
    std::optional<bool> FigureRequest::*at = nullptr;
    bool Session::*usual = nullptr;
    std::string_view yes{};
    std::string_view no{};
};
/// A length in centimetres; nullopt: as needed.
struct LengthOption {
    std::optional<float> FigureRequest::*at = nullptr;
    float least = 0;
    float most = 0;
};
/// The range of colours. In the dialog, its ends are options of their own.
struct LimitsOption {};
struct LimitOption {
    enum class End : std::uint8_t { lower, upper };
    float FigureRequest::*at = nullptr;
    float FigureRequest::*other = nullptr;
    End end = End::lower;
};
/// A text. In files the key is `false` if the text is switched off.
struct TitleOption {
    std::string FigureRequest::*at = nullptr;
    bool FigureRequest::*is_shown = nullptr;
};

using FigureOptionValue =
    std::variant<KindOption, StageOption, PlaceOption, NotationOption, SessionSwitchOption, LengthOption, LimitsOption,
                 LimitOption, TitleOption, NumberOption<FigureRequest>, CountOption<FigureRequest>,
                 SwitchOption<FigureRequest>, NameOption<FigureRequest>>;

struct FigureOptionGroup {
    bool is_look = false;         ///< concerns presentation, not content
    bool is_of_documents = false; ///< true: storyboards, worksheets and handouts have the option, too
};

using FigureOption = RequestOption<FigureRequest, FigureOptionValue, FigureOptionGroup>;

/// All options in the order of --help.
std::span<const FigureOption> figure_options();

/// The options in session files, in the order in which they are read and written.
const std::vector<const FigureOption*>& listed_figure_options();

/// Copies the options that persist while the window is open.
void keep_figure_options(FigureRequest& request, const FigureRequest& from);

} // namespace attn
