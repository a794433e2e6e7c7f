#include "app/request_arguments.h"

#include "app/notation_argument.h"
#include "core/figure/figure_kinds.h"
#include "core/files/printable.h"
#include "core/notation/notation.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace attn {

namespace {

struct Unit {
    std::string_view name;
    float centimetres;
};
constexpr std::array units{Unit{"", 1}, Unit{"cm", 1}, Unit{"mm", 0.1F}, Unit{"in", 2.54F}, Unit{"pt", 2.54F / 72.27F}};

/// Removes a number, and the spaces after it, from the beginning of the text, and returns it; nullopt if there is none.
std::optional<float> take_number(std::string_view& text) {
    float number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || !std::isfinite(number))
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return number;
}

/// Returns the parts between commas, empty ones included. (CLI11 cannot tell ",," from an empty list.)
std::vector<std::string_view> parted(std::string_view names) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t end = names.find(','); end != std::string_view::npos; end = names.find(',', begin)) {
        parts.push_back(names.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.push_back(names.substr(begin));
    return parts;
}

/// Returns an error unless the text is a whole number from 1. (Read as an unsigned number, "-1" would be the largest of
/// all.)
std::string why_not_from_one(const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool fits = failed == std::errc() && end == text.data() + text.size() && number >= 1;
    return fits ? std::string() : fmt::format("{} is no whole number; expected one from 1 on", printable(text));
}

/// Returns the names with "or" between them: "colour or grey".
std::string alternatives(std::span<const OptionName> names) {
    std::string text;
    for (const OptionName& row : names)
        text += (text.empty() ? "" : " or ") + std::string(row.name);
    return text;
}

std::vector<std::string> names_of(std::span<const OptionName> rows) {
    std::vector<std::string> names;
    for (const OptionName& row : rows)
        names.emplace_back(row.name);
    return names;
}

std::span<const OptionName> of_frames(const FramesOption& option) {
    return option.names.subspan(option.of_one_file);
}

/// Adds an option to a command.
template <class Option>
class Adder {
public:
    Adder(CLI::App& command, const Option& row, SaidOption& said) : command_(command), row_(row), said_(said) {}

    void operator()(const KindOption& /*option*/) const { add(said_.text, figure_kind_list()); }
    void operator()(const StageOption& /*option*/) const { add(said_.text); }
    void operator()(const PlaceOption& /*option*/) const { add(said_.text); }
    void operator()(const NotationOption& /*option*/) const { add(said_.text, notation_list()); }
    void operator()(const SessionSwitchOption& /*option*/) const { add_flag(); }
    void operator()(const LengthOption& /*option*/) const { add(said_.text); }
    void operator()(const LimitsOption& /*option*/) const { add(said_.text); }
    void operator()(const LimitOption& /*option*/) const { add(said_.number); }
    void operator()(const TitleOption& /*option*/) const { add(said_.text); }
    void operator()(const DocumentKindOption& option) const { add(said_.text, alternatives(option.names)); }
    void operator()(const FramesOption& option) const {
        const auto frames = of_frames(option);
        command_.add_option(flag(), said_.text, help(alternatives(frames)))->check(CLI::IsMember(names_of(frames)));
    }
    void operator()(const StagesOption& /*option*/) const {
        command_.add_option(flag(), said_.list, help())->allow_extra_args(false)->type_name(argument());
    }
    void operator()(const VariantOption& /*option*/) const {
        command_.add_option(flag(), said_.variant, help())->check(why_not_from_one)->type_name(argument());
    }
    void operator()(const FileOption& /*option*/) const { add(said_.text); }
    template <class Request>
    void operator()(const NumberOption<Request>& option) const {
        const std::string usual = fmt::format("{}", option.at.get(Request()));
        if (option.refused_by_parsing)
            command_.add_option(flag(), said_.number, help(usual))
                ->check(number_range(option.least, option.most))
                ->type_name(argument());
        else
            add(said_.text, usual);
    }
    template <class Request>
    void operator()(const CountOption<Request>& option) const {
        const Index usual = option.at.get(Request());
        command_.add_option(flag(), said_.count, help(std::to_string(usual)))
            ->check(CLI::Range(option.least, option.most))
            ->type_name(argument());
    }
    template <class Request>
    void operator()(const SwitchOption<Request>& /*option*/) const {
        add_flag();
    }
    template <class Request>
    void operator()(const NameOption<Request>& option) const {
        if (!option.refused_by_parsing)
            return add(said_.text, alternatives(option.names));
        command_.add_option(flag(), said_.text, help(alternatives(option.names)))
            ->check(CLI::IsMember(names_of(option.names)))
            ->default_str(std::string(option.names[static_cast<std::size_t>(option.at.get(Request()))].name));
    }

private:
    std::string flag() const { return std::string(row_.flag); }
    std::string argument() const { return std::string(row_.argument); }
    std::string help(const std::string& usual = {}) const { return fmt::format(fmt::runtime(row_.help), usual); }

    template <class T>
    void add(std::optional<T>& said, const std::string& usual = {}) const {
        command_.add_option(flag(), said, help(usual))->type_name(argument());
    }
    void add_flag() const { command_.add_flag(flag(), said_.is_on, help()); }

    CLI::App& command_;
    const Option& row_;
    SaidOption& said_;
};

/// Sets an option in a request to the user's argument.
template <class Request>
class Reader {
public:
    Reader(Request& request, std::string_view flag, const SaidOption& said)
        : request_(request), flag_(flag), said_(said) {}

    Result<void> operator()(const KindOption& option) const {
        if (!said_.text)
            return {};
        if (find_figure_kind(*said_.text) == nullptr)
            return error("{} {}: expected one of {}", flag_, printable(*said_.text), figure_kind_list());
        request_.*option.at = *said_.text;
        return {};
    }
    Result<void> operator()(const StageOption& option) const {
        if (!said_.text)
            return {};
        request_.*option.at = find_array(*said_.text);
        if (!(request_.*option.at))
            return error("{} {}: there is no such stage; expected a name such as scores, A, Y or W_Q", flag_,
                         printable(*said_.text));
        return {};
    }
    Result<void> operator()(const PlaceOption& option) const {
        if (!said_.text)
            return {};
        if (auto set = set_places(request_, option, *said_.text); !set)
            return error("{} {}: {}", flag_, printable(*said_.text), set.error().message);
        return {};
    }
    Result<void> operator()(const NotationOption& option) const {
        if (!said_.text)
            return {};
        auto chosen = notation_of_words(*said_.text);
        if (!chosen)
            return error("{} {}", flag_, chosen.error().message);
        say_doubts(*chosen);
        request_.*option.at = *std::move(chosen);
        return {};
    }
    Result<void> operator()(const SessionSwitchOption& option) const {
        if (said_.is_on)
            request_.*option.at = true;
        return {};
    }
    Result<void> operator()(const LengthOption& option) const {
        if (!said_.text)
            return {};
        std::string_view rest = *said_.text;
        const auto number = take_number(rest);
        const auto* const unit = std::ranges::find(units, rest, &Unit::name);
        if (!number || unit == units.end())
            return error("{} {}: expected a length such as 12cm, 120mm or 4.7in", flag_, printable(*said_.text));
        const float centimetres = *number * unit->centimetres;
        if (!(centimetres >= option.least && centimetres <= option.most))
            return error("{} {}: expected {} to {} cm", flag_, printable(*said_.text), option.least, option.most);
        request_.*option.at = centimetres;
        return {};
    }
    Result<void> operator()(const LimitsOption& /*option*/) const {
        if (!said_.text || *said_.text == "own")
            return {};
        if (*said_.text == "stage") {
            request_.limits = FigureLimits::stage;
            return {};
        }
        std::string_view rest = *said_.text;
        const auto low = take_number(rest);
        const bool separated = rest.starts_with(',');
        rest.remove_prefix(separated ? 1 : 0);
        const auto high = take_number(rest);
        if (!low || !separated || !high || !rest.empty() || *low >= *high)
            return error("{0} {1}: expected own, stage, or two numbers such as {0}=-2,2", flag_,
                         printable(*said_.text));
        request_.limits = FigureLimits::fixed;
        request_.lowest = *low;
        request_.highest = *high;
        return {};
    }
    Result<void> operator()(const LimitOption& option) const {
        if (said_.number)
            request_.*option.at = *said_.number;
        return {};
    }
    Result<void> operator()(const TitleOption& option) const {
        if (said_.text)
            request_.*option.at = *said_.text;
        return {};
    }
    Result<void> operator()(const DocumentKindOption& option) const {
        if (!said_.text)
            return {};
        const auto found = std::ranges::find(option.names, *said_.text, &OptionName::name);
        if (found == option.names.end())
            return error("{} {}: expected {}", flag_, printable(*said_.text), alternatives(option.names));
        request_.*option.at = static_cast<DocumentKind>(found - option.names.begin());
        return {};
    }
    Result<void> operator()(const FramesOption& option) const {
        request_.*option.at = said_.text;
        return {};
    }
    Result<void> operator()(const StagesOption& option) const {
        for (const std::string& names : said_.list)
            for (const std::string_view name : parted(names)) {
                const auto array = find_array(name);
                const auto stage = array && is_stage(*array) ? array : std::nullopt;
                if (!stage)
                    return error("{} {}: “{}” is no stage; expected names such as Q,scores,A,O,Y", flag_,
                                 printable(names), printable(name));
                (request_.sheet.*option.at).push_back(*stage);
            }
        return {};
    }
    Result<void> operator()(const VariantOption& option) const {
        if (said_.variant)
            request_.sheet.*option.at = *said_.variant;
        return {};
    }
    Result<void> operator()(const FileOption& option) const {
        if (said_.text)
            request_.*option.at = *said_.text;
        return {};
    }
    Result<void> operator()(const NumberOption<Request>& option) const {
        if (said_.number)
            option.at.set(request_, *said_.number);
        if (!said_.text)
            return {};
        std::string_view rest = *said_.text;
        const auto number = take_number(rest);
        if (!number || (!rest.empty() && rest != option.unit) || *number < option.least || *number > option.most)
            return error("{} {}: expected a number from {} to {}", flag_, printable(*said_.text), option.least,
                         option.most);
        option.at.set(request_, *number);
        return {};
    }
    Result<void> operator()(const CountOption<Request>& option) const {
        if (said_.count)
            option.at.set(request_, *said_.count);
        return {};
    }
    Result<void> operator()(const SwitchOption<Request>& option) const {
        if (said_.is_on)
            option.at.set(request_, !option.at.get(Request()));
        return {};
    }
    Result<void> operator()(const NameOption<Request>& option) const {
        if (!said_.text)
            return {};
        const auto found = std::ranges::find_if(option.names, [&](const OptionName& row) {
            return *said_.text == row.name || (!row.also.empty() && *said_.text == row.also);
        });
        if (found == option.names.end())
            return error("{} {}: expected {}", flag_, printable(*said_.text), alternatives(option.names));
        option.at.set(request_, found - option.names.begin());
        return {};
    }

private:
    Request& request_;
    std::string_view flag_;
    const SaidOption& said_;
};

} // namespace

template <class Option, class Request>
void RequestArguments<Option, Request>::add(CLI::App& command, const Option& option) {
    if (option.flag.empty())
        return;
    added_.push_back(std::make_unique<Added>(Added{&option, {}}));
    std::visit(Adder<Option>(command, option, added_.back()->said), option.value);
}

template <class Option, class Request>
Result<void> RequestArguments<Option, Request>::read(Request& request) const {
    for (const auto& added : added_)
        if (auto read = std::visit(Reader<Request>(request, added->option->flag, added->said), added->option->value);
            !read)
            return read;
    return {};
}

template class RequestArguments<FigureOption, FigureRequest>;
template class RequestArguments<DocumentOption, DocumentRequest>;

void add_shown_options(CLI::App& command, FigureOptionArguments& arguments) {
    for (const FigureOption& option : figure_options())
        if (option.group.is_of_documents)
            arguments.add(command, option);
}

void add_document_options(CLI::App& command, DocumentKind kind, DocumentOptionArguments& arguments, bool is_output) {
    for (const DocumentOption& option : document_options())
        if (option.group.kind == kind && option.group.is_output == is_output)
            arguments.add(command, option);
}

CLI::Validator number_range(float least, float most) {
    CLI::Range range(least, most);
    const auto check = [range, least, most](std::string& text) {
        float number = 0;
        const bool is_nan = CLI::detail::lexical_cast(text, number) && std::isnan(number);
        return is_nan ? "Value " + text + " not in range " + std::to_string(least) + " to " + std::to_string(most)
                      : range(text);
    };
    return {check, range.get_description()};
}

} // namespace attn
