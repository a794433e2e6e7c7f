#include "app/assets.h"
#include "app/commands.h"
#include "app/opened_session.h"
#include "app/request_arguments.h"
#include "app/spared_files.h"
#include "app/subcommands.h"
#include "core/document/files/trace_file.h"
#include "core/document/sources/weights_out.h"
#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "core/tensor/memory.h"

#include <fmt/core.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr const char* trace_help = R"(Examples
  attention-lab trace --preset by-hand -o trace.npz
  attention-lab trace --weights layer.safetensors --layer encoder.0.self_attn --input x.npy --heads 8 -o trace.npz
  attention-lab trace ~/models/gpt2 --text "The cat sat on" -o trace.npz     a whole model: layers.0.A … logits

Then, in Python
  trace = numpy.load("trace.npz"); trace["A"].shape        # B, H, S_q, S_k)";

/// Returns the last line of the help of trace: the names of all arrays.
std::string arrays_of_a_trace() {
    std::string text = "\nArrays, where the layer has them:";
    for (const Array& stage : stages())
        text += fmt::format(" {}", stage.name);
    return text + ".";
}

struct TraceCommand {
    explicit TraceCommand(CLI::App& command) : source(command) {
        command.add_option("-o,--output", output, "the .npz to write")->required()->type_name("FILE");
        command.add_option("--blocks", blocks, "for a whole model: the layers that are written, all or 0,3")
            ->type_name("LAYERS");
        command.footer(trace_help + arrays_of_a_trace());
    }

    Result<void> run() const {
        const auto named = source.source();
        if (!named)
            return named.error();
        if (names_whole_model(*named))
            return trace_model_command(*named, blocks.value_or("all"), output);
        if (blocks)
            return error("--blocks goes with a model's folder and --text, and without --layer");
        const auto session = open_session(source, {output});
        if (!session)
            return session.error();
        if (auto replaces = check_replaces_its_kind(output, ".npz", "trace"); !replaces)
            return replaces;
        Engine engine;
        return with_memory_for("the trace of this layer",
                               [&] { return write_trace(engine.compute(session->layer()), output); });
    }

    SourceArguments source;
    std::optional<std::string> blocks;
    std::string output;
};

constexpr const char* check_help = R"(Examples
  attention-lab check --preset by-hand --against mine.npz
  attention-lab check --weights layer.npz --input x.npy --heads 8 --against class/ --csv class.csv

--against is an .npz, a .safetensors or a folder of .npy files with any of the stages under their names (Q K V scores
scaled mask masked exp A O concat Y …), with or without axes of items and heads, and behind the name of their layer
(layers.3.A) if you like; or a folder of such answers.
Of a whole model (attention-lab check ~/models/gpt2 --text "…" --against mine.npz) the first layer and stage that differ;
stages of layers that the model has not, or does not compute, are an error.
The first line names the first stage that differs; then where, by how much, and the slip that gives these numbers.
Exit status: 0 where all agrees; 1 where something differs; 2 for bad use or bad input.)";

struct CheckCommand {
    explicit CheckCommand(CLI::App& command) : source(command) {
        command.add_option("--against", options.against, "your arrays, or a folder of such files")
            ->required()
            ->type_name("FILE|FOLDER");
        command
            .add_option("--tolerance", options.tolerance,
                        "the difference that is let pass, as a part of the largest entry")
            ->type_name("T");
        command.add_option("--csv", options.csv, "a table, one line for each file")->type_name("FILE");
        command.footer(check_help);
    }

    Result<int> run() const {
        const auto named = source.source();
        if (named && names_whole_model(*named))
            return check_model_command(*named, options);
        std::vector<std::filesystem::path> outputs;
        if (options.csv)
            outputs.push_back(*options.csv);
        const auto session = open_session(source, outputs);
        return session ? check_command(*session, options) : Result<int>(session.error());
    }

    SourceArguments source;
    CheckOptions options;
};

constexpr const char* weights_help = R"(Examples
  attention-lab weights edited.json -o model.safetensors     a session that was opened from a model and edited
  attention-lab weights --preset by-hand -o weights.npz      W_Q W_K W_V W_O, packed head by head

All other tensors of a model stay as they are, byte for byte; of several files, all are written into a folder.)";

struct WeightsCommand {
    explicit WeightsCommand(CLI::App& command) : source(command) {
        command.add_option("-o,--output", output, "the file to write, or the folder for several files")
            ->required()
            ->type_name("FILE");
        command.footer(weights_help);
    }

    Result<void> run() const {
        const auto session = open_session(source, {output});
        return session ? write_weights(*session, output) : Result<void>(session.error());
    }

    SourceArguments source;
    std::string output;
};

constexpr const char* code_help = R"(Examples
  attention-lab code --preset by-hand -o layer.py
  attention-lab code ~/models/gpt2 --text "The cat sat on" --layer 3 --language torch -o layer.py
  attention-lab code ~/models/gpt2 --text "The cat sat on" -o gpt2.py       a whole model

The script of a whole model reads its weights from a file that is written beside it: gpt2.weights.npz.)";

struct CodeCommand {
    explicit CodeCommand(CLI::App& command) : source(command) {
        add_document_options(command, DocumentKind::code, options);
        command.add_option("-o,--output", output, "the script to write")->required()->type_name("FILE");
        command.footer(code_help);
    }

    Result<void> run() const {
        DocumentRequest request;
        request.kind = DocumentKind::code;
        if (auto understood = options.read(request); !understood)
            return understood;
        if (auto replaces = check_replaces_its_kind(output, ".py", "script"); !replaces)
            return replaces;
        if (const auto named = source.source(); named && names_whole_model(*named))
            return code_of_model_command(*named, request.language, output);
        const auto session = open_session(source, {output});
        return session ? document_command(*session, request, output) : session.error();
    }

    SourceArguments source;
    DocumentOptionArguments options;
    std::string output;
};

} // namespace

void add_commands_of_layers(CLI::App& program, Deed& deed) {
    add_command<TraceCommand>(program, deed, "trace", "every stage of a source, as arrays in an .npz");
    add_command<CheckCommand>(program, deed, "check", "where an implementation of your own differs, and why");
    add_command<WeightsCommand>(program, deed, "weights", "a source's weights, in the layout in which they came");
    add_command<CodeCommand>(program, deed, "code", "a Python script that rebuilds the layer and prints its numbers");
}

} // namespace attn
