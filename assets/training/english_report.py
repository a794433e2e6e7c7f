"""Chooses the clearest of the trained seeds and writes its files, with what was measured."""
import json

import english_measure
import english_model
import english_words


def head_name(layer, head):
    """Counted from 1, as the lessons do."""
    return f"{layer + 1}.{head + 1}"


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def loss_table(losses):
    return table(["", "nats a word"], [[name, f"{loss:.3f}"] for name, loss in losses.items()])


def head_table(scores):
    layers, heads = next(iter(scores.values())).shape
    rows = [[head_name(layer, head), *(bold_where(score[layer, head].item(), 0.5) for score in scores.values())]
            for layer in range(layers) for head in range(heads)]
    return table(["head", *scores], rows)


def bold_where(number, least):
    return f"**{number:.2f}**" if number >= least else f"{number:.2f}"


def off_table(on, without):
    rows = [[name, *(f"{share:.2f}" for share in right.values())]
            for name, right in [("none", on), *((head_name(*head), right) for head, right in without.items())]]
    return table(["off", *on], rows)


def answer_table(answers):
    return table(["what is asked", "right", "share", "questions"],
                 [[fact, f"{right:.3f}", f"{share:.3f}", number] for fact, (right, share, number) in answers.items()])


def completion_table(completions):
    return table(["beginning", "the model goes on", "next word"],
                 [[" ".join(beginning), " ".join(writes), "right" if right else "wrong"]
                  for _, beginning, writes, right in completions])


def seed_table(measured, chosen):
    rows = []
    for seed, one in measured.items():
        scores = [one["worst_list"], one["worst"], *one["best"].values(), one["clearness"]]
        name = f"**{seed}**" if seed == chosen else seed
        rows.append([name, f"{one['loss']:.3f}", *(f"{score:.2f}" for score in scores)])
    names = next(iter(measured.values()))["best"]
    return table(["seed", "loss", "worst list", "worst of all", *names, "sum"], rows)


def measured_seed(model, stories, vocabulary):
    """What seeds are compared by. The word before must be read in layer 1: a later layer copies by what that wrote."""
    scores = english_measure.heads(model, stories, vocabulary)
    answers = english_measure.answers(model, stories, vocabulary)
    best = {"word before, in lists": scores[english_measure.BEFORE_IN_LISTS][0].max().item(),
            **{name: scores[name].max().item() for name in ["copier", "subject", "he/she, stop", "he/she, and"]}}
    return {"scores": scores, "answers": answers, "best": best, "clearness": sum(best.values()),
            "worst": min(right for right, _, _ in answers.values()),
            "worst_list": min(answers[f"list of {length}"][0] for length in range(2, 7)),
            "loss": english_measure.loss(model, vocabulary)}


README = """# english: a small GPT-2 that knows simple English

3 layers of 4 heads, D = 64, MLPs of 256, 64 positions, {words} words, {numbers} numbers as F16. It is causal, and its
tokens are whole words and full stops; capitals are read as lower case, and a word that it does not know is [unk], which
stood in the place of 1 % of the words in training. It never says [unk]. It knows only the sentences of
`assets/training/english_grammar.py`; what a sentence in another form gives is a guess.

`assets/training/english.py` trained it: {steps} steps of 2,048 words. Two things help heads to be clear, and nothing
else tells them what to do: positions begin as sines and cosines with periods from 2.5 to 20 words, and in the last
40 % of the steps attention that is spread over many words costs a little, mostly in layer 1. Still heads differ from
seed to seed: with another seed other heads do this work, or several share it. {choice}

All numbers here are of the rounded weights, on text that was held out: one story in 16 of each kind that has many was
never trained on. Heads are counted from 1: 2.3 is layer 2, head 3.

## Loss

{losses}
N-grams are counted over 2 million words of training text and smoothed (Witten and Bell).

## What heads do

The share of its attention that a head gives to: the word before, the first word, the word itself (over texts of 64
words); the word before in those rows of a list that are to be copied; and, at the word after which the next is asked
for: what followed the same word before in a list (copier), the subject where a noun of the other number stands between,
the name or noun that he or she stands for, what is owned. These stories stand behind another one, so that reading a
text's first word does not count. At least 0.50 is bold. A head can have several tasks.

{heads}
How often the next word is right while one head is off:

{off}
A head that reads a word need not be needed, as others may read it too; a head that is needed may only prepare.

## What it knows

How often its likeliest word is right, and how much the words that are right get together. After "the dogs near the
tree" another place may follow as well, so verbs do not get all there.

{answers}
{weak}
## 20 sentences that it never saw

The likeliest word always, up to a full stop.

{completions}
## The seeds

The loss, the least share of right answers (over lists, over all that is asked), and the best head's score of each kind.
The choice: at least 0.90 for every length of list, then for all that is asked, then the largest sum of scores.

{all_seeds}"""


def choice(seeds, chosen):
    """Says how many seeds stood to choose from."""
    if len(seeds) == 1:
        return f"Only seed {chosen} was trained so far; it is\nnot the clearest of several."
    return (f"Seed {chosen} is kept of\n{len(seeds)} that were trained: of those that know lists of every length "
            "its heads are the clearest (see the end).")


def weak(answers):
    """Names what the model knows too badly to be shown as a fact."""
    named = [f"{fact} ({right:.2f})" for fact, (right, _, _) in answers.items() if right < 0.9]
    return f"Not known well enough to be shown (under 0.90): {', '.join(named)}.\n" if named else ""


def readme(model, vocabulary, stories, seeds, chosen, steps):
    one = seeds[chosen]
    on = {name: sum(one["answers"][fact][0] for fact in facts) / len(facts)
          for name, facts in english_measure.READERS.items()}
    losses = {"this model": one["loss"], **english_measure.losses_of_n_grams(model.shape.positions + 1)}
    numbers = sum(tensor.numel() for tensor in model.weights.values())
    return README.format(
        words=len(vocabulary), numbers=f"{numbers:,}", steps=f"{steps:,}",
        choice=choice(seeds, chosen), losses=loss_table(losses),
        heads=head_table(one["scores"]),
        off=off_table(on, english_measure.without(model, stories, vocabulary)),
        answers=answer_table(one["answers"]), weak=weak(one["answers"]),
        completions=completion_table(english_measure.completions(model, vocabulary)),
        all_seeds=seed_table(seeds, chosen))


def choose(seeds, work_folder, model_folder):
    """Writes the model whose heads are clearest, of the seeds that know lists, with its README.md."""
    vocabulary = english_words.vocabulary()
    shape = english_model.Shape(words=len(vocabulary))
    stories = english_measure.held_out_stories()
    models = {seed: english_model.Model(shape, english_model.read_safetensors(work_folder / f"seed-{seed}.safetensors"))
              for seed in seeds}
    measured = {seed: measured_seed(model, stories, vocabulary) for seed, model in models.items()}
    print(seed_table(measured, None))
    chosen = max(seeds, key=lambda seed: (measured[seed]["worst_list"] >= 0.9, measured[seed]["worst"] >= 0.9,
                                          measured[seed]["clearness"]))
    steps = json.loads((work_folder / f"seed-{chosen}.json").read_text())["steps"]
    model_folder.mkdir(parents=True, exist_ok=True)
    english_model.write_safetensors(model_folder / "model.safetensors", models[chosen].weights)
    english_model.write_config(model_folder / "config.json", shape)
    english_model.write_tokenizer(model_folder / "tokenizer.json", vocabulary)
    (model_folder / "README.md").write_text(readme(models[chosen], vocabulary, stories, measured, chosen, steps))
    print(f"seed {chosen} is kept")
