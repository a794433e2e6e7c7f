#pragma once

#include "core/tensor/matrix.h"

#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace attn {

/// Something of a request that is read and set. What it is there may be narrower: an int, an enumeration.
template <class Request, class T>
struct Accessor {
    T (*get)(const Request& request) = nullptr;
    void (*set)(Request& request, T value) = nullptr;
};

/// The property that stands at the end of a path of members: accessor<Index, &DocumentRequest::sheet, …>.
template <class Request, class T, auto... path>
constexpr Accessor<Request, T> accessor{[](const Request& request) { return static_cast<T>((request.*....*path)); },
                                        [](Request& request, T value) {
                                            auto& place = (request.*....*path);
                                            place =
                                                static_cast<std::remove_reference_t<decltype(place)>>(std::move(value));
                                        }};

// What options can be. Each reader (command line, session files, the export dialog) knows each of these, once.

/// A number within both ends.
template <class Request>
struct NumberOption {
    Accessor<Request, float> at;
    float least = 0;
    float most = 0;
    std::string_view unit{};         ///< that the command line lets stand behind it
    bool refused_by_parsing = false; ///< on the command line, and not by what reads it
};

/// A whole number within both ends.
template <class Request>
struct CountOption {
    Accessor<Request, Index> at;
    Index least = 0;
    Index most = 0;
    bool (*is_said)(const Request& request) = nullptr; ///< none: wherever it is another than in a new request
};

/// Yes or no. On the command line its flag turns it to what it usually is not.
template <class Request>
struct SwitchOption {
    Accessor<Request, bool> at;
    std::string_view yes{}; ///< as the dialog says it
    std::string_view no{};
};

/// One of the things that an option can be set to.
struct OptionName {
    std::string_view name{};  ///< on the command line and in files
    std::string_view also{};  ///< the same on the command line, spelt otherwise
    std::string_view value{}; ///< in scripts
    std::string_view label{};
};

/// One of several, by its place; the first is the usual one.
template <class Request>
struct NameOption {
    Accessor<Request, Index> at;
    std::span<const OptionName> names{};
    bool refused_by_parsing = false;
};

/// An option of figures or documents: all that the command line, session files and the export dialog know of it.
/// Adding one is adding its row; what it does stands where it acts.
template <class Request, class Value, class Group>
struct RequestOption {
    Value value;   ///< what it can be, and where that stands in a request; what it usually is the request itself says
    Group group{}; ///< which of the options it belongs to

    std::string_view flag{};     ///< "--dpi"; empty: the command line has no such option
    std::string_view help{};     ///< {} stands for what is usual, or for all names that there are
    std::string_view argument{}; ///< what its value is called there: "DPI"

    std::string_view key{}; ///< in session files; empty: it is not listed there
    int key_place = 1000;   ///< keys are written in this order, which is older than the rows'

    std::string_view field{}; ///< "type": in the export dialog its field is "field:export/type"; empty: it is not asked
    std::string_view label{}; ///< there
    std::string_view unit{};  ///< behind a field
    std::string_view hint{};  ///< in an empty field
    bool is_kept = false;     ///< from one figure to the next, as long as the window is open
    /// Whether it changes anything, given the others and what the file ends in; none: always.
    bool (*matters)(const Request& request, std::string_view ending) = nullptr;
};

} // namespace attn
