#include "ui/actions/layer_answers.h"

#include "core/figure/number.h"
#include "core/files/printable.h"
#include "core/model/limits.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

template <auto answer, auto value>
constexpr AskedChoice choice_of(std::string_view name, std::string_view label) {
    return {name, label, [](const LayerAnswers& answers) { return answers.*answer == value; },
            [](LayerAnswers& answers) { answers.*answer = value; }};
}

/// True if the question is asked, whatever the other answers are.
template <auto question>
bool is_asked(const LayerQuestions& asked, const LayerAnswers& /*answers*/) {
    return asked.*question;
}

template <auto answer>
bool is_given(const LayerAnswers& answers) {
    return (answers.*answer).has_value();
}

constexpr std::array packing_choices{
    choice_of<&LayerAnswers::packing, Packing::one_behind_the_other>("stacked", "all Q, all K, all V"),
    choice_of<&LayerAnswers::packing, Packing::by_head>("by-head", "head by head"),
    choice_of<&LayerAnswers::packing, Packing::by_group>("by-group", "group by group")};
constexpr std::array mask_choices{choice_of<&LayerAnswers::causal, true>("causal", "causal"),
                                  choice_of<&LayerAnswers::causal, false>("none", "none")};
constexpr std::array rotary_choices{
    choice_of<&LayerAnswers::rotary, Rotary::Pairs::off>("none", "none"),
    choice_of<&LayerAnswers::rotary, Rotary::Pairs::halves>("halves", "halves"),
    choice_of<&LayerAnswers::rotary, Rotary::Pairs::neighbours>("neighbours", "neighbours")};
constexpr std::array norm_choices{choice_of<&LayerAnswers::norm, Norm::Kind::layer>("layer", "LayerNorm"),
                                  choice_of<&LayerAnswers::norm, Norm::Kind::rms>("rms", "RMSNorm"),
                                  choice_of<&LayerAnswers::norm, Norm::Kind::off>("none", "none")};

/// Opens the field of the first open question, if it has one.
void focus_open_question(Workspace& workspace) {
    const LayerQuestion* const next = first_open_question(*workspace.asked_layer);
    workspace.field.reset();
    if (next != nullptr && next->choices.empty())
        workspace.field = open_field(layer_question_field(*next), next->text(workspace.asked_layer->request.answers));
}

Result<float> positive_number(std::string_view text) {
    Result<float> number = parse_number(text);
    if (number && !(*number > 0 && std::isfinite(*number)))
        return error("this is {}, expected a number above 0", *number);
    return number;
}

Result<void> take_heads(LayerAnswers& answers, std::string_view text, const LayerQuestions& asked) {
    const Result<float> number = positive_number(text);
    if (!number)
        return number.error();
    const auto heads = static_cast<Index>(*number);
    if (static_cast<float>(heads) != *number || heads > head_limit || asked.query_width % heads != 0)
        return error("“{}” is no whole number that divides {} queries", printable(text), asked.query_width);
    answers.heads = heads;
    return {};
}

template <auto answer>
Result<void> take_positive(LayerAnswers& answers, std::string_view text, const LayerQuestions& /*asked*/) {
    const Result<float> number = positive_number(text);
    if (!number)
        return number.error();
    answers.*answer = *number;
    return {};
}

Result<void> take_resid_pre(LayerAnswers& answers, std::string_view text, const LayerQuestions& asked) {
    const std::filesystem::path path = path_of(text);
    if (path.empty())
        return error("a path is needed: an .npy of S × {}, or the .npz of a trace", asked.width);
    answers.resid_pre = path;
    return {};
}

const LayerQuestion* find_typed_question(std::string_view name) {
    for (const LayerQuestion& question : layer_question_table())
        if (question.name == name && question.choices.empty())
            return &question;
    return nullptr;
}

/// Opens the layer if all questions are answered. The dialog comes back if the layer cannot be opened.
void open_if_answered(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (const LayerQuestion* const open = first_open_question(*workspace.asked_layer)) {
        focus_open_question(workspace);
        workspace.field_problem = fmt::format("Still missing: {}.", open->label);
        return;
    }
    workspace.overlay.reset();
    workspace.field.reset();
    command.frame_actions.requests.push_back({workspace.asked_layer->request, true});
}

} // namespace

std::span<const LayerQuestion> layer_question_table() {
    static const std::array<LayerQuestion, 8> table{
        LayerQuestion{.name = "heads",
                      .label = "Heads",
                      .about = "how many heads the queries are cut into",
                      .wanted = is_asked<&LayerQuestions::heads>,
                      .answered = is_given<&LayerAnswers::heads>,
                      .text =
                          [](const LayerAnswers& answers) {
                              return answers.heads ? std::to_string(*answers.heads) : std::string();
                          },
                      .take = take_heads,
                      .hint = "number"},
        LayerQuestion{.name = "packing",
                      .label = "Q, K and V in one tensor",
                      .about = "how they lie in it: all queries first, as in Phi-3, or head by head, as in GPT-NeoX",
                      .choices = packing_choices,
                      .wanted = is_asked<&LayerQuestions::packing>,
                      .answered = is_given<&LayerAnswers::packing>},
        LayerQuestion{.name = "mask",
                      .label = "Mask",
                      .about = "causal: a token does not read later ones, as in models that write; none: it reads all",
                      .choices = mask_choices,
                      .wanted = is_asked<&LayerQuestions::mask>,
                      .answered = is_given<&LayerAnswers::causal>},
        LayerQuestion{.name = "rotary",
                      .label = "Rotary positions",
                      .about =
                          "which columns of queries and keys turn with the place: halves as in Llama, neighbours as in "
                          "GPT-J",
                      .choices = rotary_choices,
                      .wanted = is_asked<&LayerQuestions::rotary>,
                      .answered = is_given<&LayerAnswers::rotary>},
        LayerQuestion{.name = "rotary-base",
                      .label = "Base of the turning",
                      .about = "rope_theta; 10000 in most models of up to 4096 tokens",
                      .wanted =
                          [](const LayerQuestions& asked, const LayerAnswers& answers) {
                              return asked.rotary && answers.rotary && *answers.rotary != Rotary::Pairs::off;
                          },
                      .answered = [](const LayerAnswers&) { return true; },
                      .text = [](const LayerAnswers& answers) { return exact_number(answers.rotary_base); },
                      .take = take_positive<&LayerAnswers::rotary_base>,
                      .hint = "number"},
        LayerQuestion{.name = "norm",
                      .label = "Norm before it",
                      .about = "makes X of what enters the layer; none where the model norms after the layer",
                      .choices = norm_choices,
                      .wanted = is_asked<&LayerQuestions::norm>,
                      .answered = is_given<&LayerAnswers::norm>},
        LayerQuestion{.name = "epsilon",
                      .label = "Epsilon of the norm",
                      .about = "the number that it adds to the variance, such as 1e-5 or 1e-6",
                      .wanted =
                          [](const LayerQuestions& asked, const LayerAnswers& answers) {
                              return asked.epsilon && !(asked.norm && answers.norm == Norm::Kind::off);
                          },
                      .answered = is_given<&LayerAnswers::epsilon>,
                      .text =
                          [](const LayerAnswers& answers) {
                              return answers.epsilon ? exact_number(*answers.epsilon) : std::string();
                          },
                      .take = take_positive<&LayerAnswers::epsilon>,
                      .hint = "number"},
        LayerQuestion{.name = "resid-pre",
                      .label = "What enters it",
                      .about = "",
                      .wanted = is_asked<&LayerQuestions::input>,
                      .answered = is_given<&LayerAnswers::resid_pre>,
                      .text =
                          [](const LayerAnswers& answers) {
                              return answers.resid_pre ? answers.resid_pre->string() : std::string();
                          },
                      .take = take_resid_pre,
                      .hint = "R.npy, or the .npz of a trace of several layers"}};
    return table;
}

std::string layer_question_field(const LayerQuestion& question) {
    return fmt::format("field:ask/{}", question.name);
}

bool is_wanted(const LayerQuestion& question, const AskedLayer& asked) {
    return question.wanted(asked.questions, asked.request.answers);
}

const LayerQuestion* first_open_question(const AskedLayer& asked) {
    const auto all = layer_question_table();
    const auto found = std::ranges::find_if(all, [&](const LayerQuestion& question) {
        return is_wanted(question, asked) && !question.answered(asked.request.answers);
    });
    return found == all.end() ? nullptr : &*found;
}

void open_layer_questions(Workspace& workspace, AskedLayer asked) {
    workspace.asked_layer = std::move(asked);
    workspace.overlay = Overlay{Overlay::Kind::layer_questions};
    workspace.field_problem.clear();
    focus_open_question(workspace);
}

void open_answered_layer(const CommandContext& command) {
    if (!command.workspace.asked_layer || !command.workspace.overlay)
        return;
    command.workspace.field_problem.clear();
    open_if_answered(command);
}

void ask_next_question(const CommandContext& command) {
    if (!command.workspace.asked_layer || !command.workspace.overlay)
        return;
    command.workspace.field_problem.clear();
    focus_open_question(command.workspace);
}

namespace {

/// Names such as "mask/causal", "norm/rms".
constexpr Domain<const AskedChoice*> an_answer{
    "answer", [](const UiContext& ui, std::string_view name) -> std::optional<const AskedChoice*> {
        if (ui.workspace.asked_layer)
            for (const LayerQuestion& question : layer_question_table())
                for (const AskedChoice& choice : question.choices)
                    if (fmt::format("{}/{}", question.name, choice.name) == name)
                        return &choice;
        return std::nullopt;
    }};

void choose_answer(const CommandContext& command, const AskedChoice* choice) {
    command.workspace.field_problem.clear();
    choice->choose(command.workspace.asked_layer->request.answers);
    focus_open_question(command.workspace);
}

constexpr std::array layer_answer_table{
    ArgumentAction{.id = "ask", .takes = taking<an_answer, choose_answer>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "ask/next", .takes = taking_nothing<ask_next_question>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "ask/open", .takes = taking_nothing<open_answered_layer>, .menus = InNoMenu::in_its_dialog},
};
static_assert(each_is_in_a_menu_or_says_why_not(layer_answer_table));

} // namespace

std::span<const ArgumentAction> layer_answer_actions() {
    return layer_answer_table;
}

std::string typed_answer(const UiContext& ui, std::string_view name) {
    const LayerQuestion* const question = find_typed_question(name);
    if (question == nullptr || !ui.workspace.asked_layer)
        return {};
    return question->text(ui.workspace.asked_layer->request.answers);
}

Result<void> type_about_layer(const CommandContext& command, std::string_view name, std::string_view text) {
    const LayerQuestion* const question = find_typed_question(name);
    if (question == nullptr)
        return error("there is no question called “{}”", printable(name));
    if (!command.workspace.asked_layer)
        return {};
    AskedLayer& asked = *command.workspace.asked_layer;
    return question->take(asked.request.answers, text, asked.questions);
}

} // namespace attn
