#pragma once

#include "core/tensor/matrix.h"

#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace attn {

/// Reads and writes a property of a request, converting it from its own type, e.g. int or an enumeration.
template <class Request, class T>
struct Accessor {
    T (*get)(const Request& request) = nullptr;
    void (*set)(Request& request, T value) = nullptr;
};

/// The property at the end of a path of members: accessor<Index, &DocumentRequest::sheet, …>.
template <class Request, class T, auto... path>
constexpr Accessor<Request, T> accessor{[](const Request& request) { return static_cast<T>((request.*....*path)); },
                                        [](Request& request, T value) {
                                            auto& place = (request.*....*path);
                                            place =
                                                static_cast<std::remove_reference_t<decltype(place)>>(std::move(value));
                                        }};

// The types of options. The command line, session files and the export dialog each handle every type once.

/// A number in [least, most].
template <class Request>
struct NumberOption {
    Accessor<Request, float> at;
    float least = 0;
    float most = 0;
    std::string_view unit{};         ///< may follow the number on the command line
    bool refused_by_parsing = false; ///< true: a wrong number is an error of the command line; false: of the request
};

/// A whole number in [least, most].
template <class Request>
struct CountOption {
    Accessor<Request, Index> at;
    Index least = 0;
    Index most = 0;
    /// True if the user chose the number, even if it is the default; null: a default counts as not chosen.
    bool (*is_chosen)(const Request& request) = nullptr;
};

/// Yes or no. The flag on the command line sets the opposite of the default.
template <class Request>
struct SwitchOption {
    Accessor<Request, bool> at;
    std::string_view yes{}; ///< label in the dialog
    std::string_view no{};
};

/// A named value of an option.
struct OptionName {
    std::string_view name{};  ///< name of the value on the command line and in files
    std::string_view also{};  ///< another spelling on the command line
    std::string_view value{}; ///< name of the value in scripts
    std::string_view label{};
};

/// One of several names, by index; the first is the default.
template <class Request>
struct NameOption {
    Accessor<Request, Index> at;
    std::span<const OptionName> names{};
    bool refused_by_parsing = false;
};

/// A row of the tables of options for figures and documents: everything that the command line, session files and the
/// export dialog know about an option. To add an option, add its row and the code for its effect.
template <class Request, class Value, class Group>
struct RequestOption {
    Value value;   ///< type of the option, and the member of a request that it sets; a new request has the default
    Group group{}; ///< the group of options that it belongs to

    std::string_view flag{};     ///< "--dpi"; empty: not on the command line
    std::string_view help{};     ///< help text; {} is replaced by the default, or by all names
    std::string_view argument{}; ///< placeholder for its value in the help: "DPI"

    std::string_view key{}; ///< key in session files; empty: it is not saved
    int key_place = 1000;   ///< keys are written in this order, since older files have it

    std::string_view field{}; ///< "type" for "field:export/type" in the export dialog; empty: not in the dialog
    std::string_view label{}; ///< label of the option in the dialog
    std::string_view unit{};  ///< written after the field
    std::string_view hint{};  ///< shown while the field is empty
    bool is_kept = false;     ///< persists from one figure to the next while the window is open
    /// True if the option has an effect, given the other options and the file's ending; null: always.
    bool (*matters)(const Request& request, std::string_view ending) = nullptr;
};

} // namespace attn
