#include "app/figure_arguments.h"

#include "app/request_arguments.h"
#include "core/files/printable.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

namespace attn {

struct FigureArguments::Words {
    FigureOptionArguments options;
    std::optional<std::string> baseline, beside, format;
    bool all = false, listed = false;
    std::string output;
};

FigureArguments::FigureArguments(CLI::App& command) : words_(std::make_unique<Words>()) {
    Words& words = *words_;
    const auto add_options = [&](bool looks) {
        for (const FigureOption& option : figure_options())
            if (option.group.is_look == looks)
                words.options.add(command, option);
    };
    add_options(false);
    command.add_option("--baseline", words.baseline, "with --kind change or --beside: a preset or a session file")
        ->type_name("SOURCE");
    command.add_option("--beside", words.beside, "baseline: the matrix as that has it, on one scale, changes outlined")
        ->check(CLI::IsMember({"baseline"}))
        ->type_name("NAME");
    add_options(true);
    command.add_flag("--all", words.all, "every stage, weight and head, into a folder, laid out alike");
    command.add_flag("--listed", words.listed, "the figures that the session lists, into a folder");
    command
        .add_option("--format", words.format,
                    "of the files in a folder: png (of --film), svg (unless told), pdf (of --overlay), tex, csv or md")
        ->type_name("FORMAT");
    command.add_option("-o,--output", words.output, "the file, its format by its ending: png svg pdf tex csv md npz")
        ->required()
        ->type_name("FILE");
}

FigureArguments::~FigureArguments() = default;

Result<FigureOrder> FigureArguments::order() const {
    const Words& words = *words_;
    FigureOrder order;
    if (auto understood = words.options.read(order.request); !understood)
        return understood.error();
    if (words.beside && order.request.kind != FigureRequest().kind)
        return error("--beside baseline shows one matrix twice; it goes with no --kind");
    if (words.beside)
        order.request.kind = "before-after";
    const bool is_overlay = order.request.overlay;
    const bool is_film = order.request.film;
    const std::array wishes{words.all, words.listed, is_overlay, is_film};
    if (std::ranges::count(wishes, true) > 1)
        return error("--all, --listed, --overlay and --film are different wishes; give one of them");
    order.which = words.all      ? FigureOrder::Which::all
                  : words.listed ? FigureOrder::Which::listed
                  : is_overlay   ? FigureOrder::Which::overlay
                  : is_film      ? FigureOrder::Which::film
                                 : FigureOrder::Which::one;
    const std::string ending = std::filesystem::path(words.output).extension().string();
    const bool is_file =
        order.which == FigureOrder::Which::one || (is_overlay && ending == ".pdf") || (is_film && ending == ".gif");
    if (words.format && is_file)
        return error(
            "--format goes with --all, --listed, --overlay or --film into a folder; one file has the format of "
            "its name's ending");
    if (is_film && !is_file && !ending.empty())
        return error("{}: a film is a .gif, or frames in a folder", printable_path(words.output));
    order.format = words.format.value_or(is_overlay ? "pdf" : is_film ? "png" : "svg");
    order.output = words.output;
    order.baseline = words.baseline;
    return order;
}

} // namespace attn
