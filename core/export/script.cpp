#include "core/export/script.h"

#include "core/document/options/session_notation.h"
#include "core/export/python.h"
#include "core/export/script_text.h"
#include "core/export/stage_code.h"
#include "core/figure/pictures/labels.h"
#include "core/files/printable.h"
#include "core/notation/in_notation.h"

#include <fmt/format.h>
#include <set>
#include <vector>

namespace attn {

namespace {

/// Returns the array's formula in the user's notation as comments; empty if that is the default notation.
std::string formulas_of(const Session& session, ArrayId stage) {
    if (session.notation == NotationChoice())
        return {};
    std::string lines;
    const Notation notation = notation_of(session);
    if (const std::string formula = formula_of(session, stage); !formula.empty())
        lines = fmt::format("# {} = {}\n", in_notation(symbol_of(stage), notation), in_notation(formula, notation));
    for (const NoteFormula& note : session.notation.profile().formulas)
        if (note.array == stage)
            lines += fmt::format("# {}\n", note.tex);
    return lines;
}

} // namespace

Result<std::string> layer_script(const Session& session, ScriptLanguage language) {
    const bool is_numpy = language == ScriptLanguage::numpy;
    const Layer& layer = session.layer();
    const StageCode code(layer, language,
                         [](ModelPart /*part*/, std::string_view /*name*/, std::span<const Matrix> matrices,
                            bool stacked) { return python_array(matrices, stacked); });
    std::string script = fmt::format("# Attention Lab: {}, seed {}.\n# Rebuilds this layer with {} and prints every "
                                     "stage. With a file name, python3 "
                                     "SCRIPT trace.npz, it saves them too.\n",
                                     session.title.empty() ? "a session" : "“" + printable(session.title) + "”",
                                     session.seed, is_numpy ? "NumPy" : "PyTorch");
    script += caveats_in_python(layer, "");
    script += is_numpy ? numpy_beginning : torch_beginning;
    script += "\n\n" + code.sizes() + code.settings() + overrides_in_python({&layer, 1}, std::vector<std::string>(1));
    script += keeping;
    for (const ModelPart part : {ModelPart::input, ModelPart::block, ModelPart::output})
        script += code.parameters(part);
    script += "\n";
    std::set<std::string> functions;
    for (const auto& [operation, function] : code.functions())
        if (functions.insert(function).second)
            script += "\n" + function + "\n";
    script += "\n";
    for (const Array& row : stages())
        if (code.structure().has(row.id))
            script += formulas_of(session, row.id) + code.stage(row);
    script += printing;
    script += saving;
    return script + std::string(is_numpy ? saved_by_numpy : saved_by_torch);
}

} // namespace attn
