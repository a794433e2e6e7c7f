#pragma once

#include "core/files/printable.h"
#include "core/tensor/result.h"
#include "ui/actions/actions.h"

#include <optional>
#include <string_view>
#include <type_traits>

namespace attn {

/// The values that the argument of a command may have: the "2" of "head/2" names a head.
template <class Value>
struct Domain {
    std::string_view noun; ///< noun for a value in messages: "head"
    std::optional<Value> (*find)(const UiContext& ui, std::string_view name) = nullptr;
};

/// The argument of a command, and what the command does with it. An argument outside of the domain is an error that
/// names both.
struct TakesArgument {
    std::string_view noun{};
    Result<void> (*run)(const CommandContext& command, std::string_view name) = nullptr;
};

template <const auto& domain, auto act>
Result<void> run_on(const CommandContext& command, std::string_view name) {
    const auto value = domain.find(command.ui, name);
    if (!value)
        return error("there is no {} called “{}”", domain.noun, printable(name));
    if constexpr (std::is_void_v<decltype(act(command, *value))>) {
        act(command, *value);
        return {};
    } else {
        return act(command, *value);
    }
}

template <const auto& domain, auto act>
constexpr TakesArgument taking{domain.noun, run_on<domain, act>};

// Domains that several tables use, and their parts.

/// Reads a number that counts from 1 and returns it counted from 0: "3" becomes 2.
std::optional<Index> number_from_1(std::string_view text);
/// Reads a number from 1 to `count` and returns it counted from 0.
std::optional<Index> number_among(Index count, std::string_view text);

constexpr Domain<Index> a_number{"number", [](const UiContext&, std::string_view name) { return number_from_1(name); }};
constexpr Domain<Index> a_head{
    "head", [](const UiContext& ui, std::string_view name) { return number_among(ui.sizes().H, name); }};
constexpr Domain<std::string_view> any_words{
    "words", [](const UiContext&, std::string_view name) { return std::optional(name); }};
/// The domain of commands that take no argument, e.g. "export/save".
constexpr Domain<std::string_view> no_words{"further word", [](const UiContext&, std::string_view name) {
                                                return name.empty() ? std::optional(name) : std::nullopt;
                                            }};

template <void (*act)(const CommandContext& command)>
void act_alone(const CommandContext& command, std::string_view /*nothing*/) {
    act(command);
}

template <void (*act)(const CommandContext& command)>
constexpr TakesArgument taking_nothing = taking<no_words, act_alone<act>>;

} // namespace attn
