#include "tests/judge/random_sessions.h"
#include "tests/folders.h"

#include "core/figure/figure_kinds.h"
#include "core/model/structure.h"
#include "core/notation/notation.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>

namespace attn::test {

namespace {

/// A notation that ships with the program, or the sample of a user's, from its file.
NotationChoice any_notation(Random& random) {
    static const Result<NotationChoice> sample = load_notation(source_folder() / "assets/notations/sample.json");
    const auto names = notation_names();
    const Index chosen = random_index(random, 0, std::ssize(names));
    return chosen < std::ssize(names) ? NotationChoice(names[static_cast<std::size_t>(chosen)]) : *sample;
}

bool one_in(Random& random, Index count) {
    return random_index(random, 1, count) == 1;
}

/// A name for each of the words that random layers consist of.
std::map<std::string, std::string> random_names(Random& random, const Embeddings& embeddings) {
    static const std::array<std::vector<std::string>, 5> vocabularies{
        std::vector<std::string>{"a", "tea", "cup", "is", "I"},
        std::vector<std::string>{"transformer", "representation", "self-attention", "understanding", "multiplication"},
        std::vector<std::string>{"über", "Straße", "façade", "Größenordnung", "naïve"},
        std::vector<std::string>{"数据", "注意力", "学", "多头自注意力机制", "权重"},
        std::vector<std::string>{"🙂", "Москва", "θάλασσα", "w_1", "<eos>"}};
    const auto& names = vocabularies.at(static_cast<std::size_t>(random_index(random, 0, 4)));
    std::map<std::string, std::string> of_words;
    std::size_t next = 0;
    for (const auto& [word, row] : embeddings)
        of_words[word] = word == pad_token ? word : names.at(next++ % names.size());
    return of_words;
}

Sequence renamed(Random& random, Sequence sequence) {
    if (!sequence.embeddings)
        return sequence;
    const auto names = random_names(random, *sequence.embeddings);
    Embeddings embeddings;
    for (const auto& [word, row] : *sequence.embeddings)
        embeddings[names.at(word)] = row;
    for (auto& item : sequence.items)
        for (std::string& token : item)
            token = names.at(token);
    sequence.embeddings = std::make_shared<const Embeddings>(std::move(embeddings));
    return sequence;
}

LayerKind small_kind(Random& random) {
    LayerKind kind = random_kind(random);
    Sizes& sizes = kind.sizes;
    sizes.B = random_index(random, 1, 2);
    sizes.S_q = random_index(random, 1, 8);
    sizes.S_k = kind.cross ? random_index(random, 1, 8) : sizes.S_q;
    sizes.D = random_index(random, 2, 8);
    sizes.D_context = kind.cross ? random_index(random, 2, 8) : sizes.D;
    sizes.H = random_index(random, 1, 6);
    sizes.queries_per_kv = sizes.H % 2 == 0 && one_in(random, 3) ? 2 : 1;
    sizes.d_k = random_index(random, 1, 6);
    sizes.d_v = random_index(random, 1, 6);
    if (sizes.d_k < 2 || one_in(random, 2))
        kind.rotary = {};
    else
        kind.rotary.dimensions = 2 * random_index(random, 1, sizes.d_k / 2); // four show which two are a pair
    kind.given_X = one_in(random, 6);
    kind.norm = one_in(random, 4);
    kind.alibi = one_in(random, 4);
    kind.gate = one_in(random, 4);
    return kind;
}

/// A read-out for some neighbouring columns of Y.
ReadOut random_readout(Random& random, Index D) {
    ReadOut readout{"the next word", random_index(random, 0, D - 2), {}};
    for (Index count = random_index(random, 2, D - readout.first); count > 0; --count)
        readout.labels.push_back(std::string(1, static_cast<char>('a' + count)));
    return readout;
}

} // namespace

Session random_session(Random& random) {
    Session session;
    Layer layer = random_layer(random, small_kind(random));
    for (Index changes = random_index(random, 0, 6); changes > 0; --changes)
        layer = randomly_changed(random, std::move(layer));
    if (one_in(random, 4))
        layer.mask.window = random_index(random, 1, 3);
    layer.sequence = renamed(random, layer.sequence);
    if (layer.context)
        layer.context = std::make_shared<const Sequence>(renamed(random, *layer.context));
    session.opened = std::move(layer);
    session.title = one_in(random, 2) ? "Who reads whom?" : "";
    session.notation = any_notation(random);
    session.tokens_as_columns = one_in(random, 3);
    if (!one_in(random, 4))
        session.readouts.push_back(random_readout(random, sizes_of(session.layer()).D));
    return session;
}

Session random_baseline(Random& random, const Session& session) {
    Session baseline = session;
    Layer& layer = baseline.layer();
    for (HeadWeights& head : layer.heads)
        if (!head.W_Q.empty())
            head.W_Q = head.W_Q.with_cell(0, 0, random_matrix(random, 1, 1)(0, 0));
    layer.pins.clear();
    return baseline;
}

FigureRequest random_figure(Random& random, const Session& session) {
    FigureRequest request;
    const auto kinds = figure_kinds();
    request.kind = kinds[static_cast<std::size_t>(random_index(random, 0, std::ssize(kinds) - 1))].name;
    const Structure structure(session.layer());
    const auto exists = [&](ArrayId id) {
        return is_stage(id) ? structure.has(id) : !parameter(session.layer(), id, 0).empty();
    };
    std::vector<ArrayId> arrays = stages_of_attention();
    std::ranges::copy(parameters_of_attention(), std::back_inserter(arrays));
    do
        request.array = arrays[static_cast<std::size_t>(random_index(random, 0, std::ssize(arrays) - 1))];
    while (!exists(*request.array));
    const Sizes sizes = sizes_of(session.layer());
    const Shape shape = shape_of(sizes, *request.array);
    request.item = random_index(random, 0, sizes.B - 1);
    request.head = random_index(random, 0, sizes.H - 1);
    request.row = random_index(random, 0, shape.rows - 1);
    request.column = random_index(random, 0, shape.columns - 1);
    if (!one_in(random, 3))
        request.width = static_cast<float>(random_index(random, 8, 18));
    if (one_in(random, 3))
        request.height = static_cast<float>(random_index(random, 5, 20));
    if (one_in(random, 3))
        request.fit = static_cast<FigureFit>(random_index(random, 0, 6));
    request.font_size = static_cast<float>(random_index(random, 7, 9));
    request.palette = one_in(random, 4) ? FigurePalette::grey : FigurePalette::colour;
    request.dark = one_in(random, 4);
    request.limits = static_cast<FigureLimits>(random_index(random, 0, 1));
    return request;
}

ViewState view_of(const FigureRequest& request) {
    ViewState view;
    if (is_stage(*request.array))
        view.step = *request.array;
    else
        view.parameter = request.array;
    view.item = *request.item;
    view.head = *request.head;
    view.row = *request.row;
    view.column = *request.column;
    view.look = request.dark ? Look::dark : Look::light;
    view.grey = request.is_grey();
    return view;
}

} // namespace attn::test
