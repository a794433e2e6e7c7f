#include "app/command_line.h"

#include "app/console.h"
#include "app/subcommands.h"
#include "core/files/printable.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <fmt/core.h>
#include <new>
#include <sstream>

namespace attn {

namespace {

constexpr int bad_use = 2;

constexpr const char* main_help = R"(Examples
  attention-lab                                    the window, with the first preset
  attention-lab lecture.json                       a session of your own
  attention-lab --weights layer.npz --input x.npy --heads 12 --mask causal
  attention-lab trace --preset who-and-where -o trace.npz

A SOURCE is a session file, or --preset NAME, or --weights FILE --input X.npy --heads H, or a model's folder.
Each command tells more: attention-lab trace --help.
Exit status: 0; 1 where a check or an expectation found a difference; 2 for bad use or bad input.)";

int fail(const Error& error) {
    say(fmt::format("attention-lab: {}\n", terminal_line(error.message)));
    return bad_use;
}

int run(int count, const char* const* words) {
    CLI::App program("Attention Lab: multi-head self-attention, every number of it seen, changed and explained.",
                     "attention-lab");
    program.footer(main_help);
    program.set_version_flag("--version", "attention-lab 0.1.0");
    Deed deed;
    add_commands_of_layers(program, deed);
    add_commands_of_documents(program, deed);
    add_commands_of_presets(program, deed);
    add_commands_of_models(program, deed);
    add_commands_of_lessons(program, deed);
    add_commands_of_windows(program, deed);
    try {
        program.parse(count, words);
    } catch (const CLI::Success& asked) {
        std::ostringstream text;
        const int status = program.exit(asked, text, text);
        print(text.str());
        return status;
    } catch (const CLI::ParseError& failed) {
        constexpr std::size_t longest = 400; // the message may repeat a whole text
        std::string message = failed.what();
        std::ranges::replace(message, '\n', ' ');
        return fail(error("{} (attention-lab --help tells more)", printable(message, longest)));
    }
    const Result<int> status = deed();
    return status ? *status : fail(status.error());
}

int run_whatever_happens(int count, const char* const* arguments) {
    try {
        return run(count, arguments);
    } catch (const std::bad_alloc&) {
        return fail(error("Not enough memory for this command."));
    } catch (const std::exception& unexpected) {
        return fail(error("{}", unexpected.what()));
    }
}

} // namespace

int run_command_line(int count, const char* const* arguments) {
    open_standard_streams();
    // Without this, writing more than the user's limit would end the program; now it fails like writing to a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    const int status = run_whatever_happens(count, arguments);
    const auto flushed = flush_output();
    return flushed || status == bad_use ? status : fail(flushed.error());
}

} // namespace attn
