"""Measures what a model of simple English has learnt, on stories that training never saw."""
import collections
import dataclasses
import math

import torch
from torch.nn import functional

import english_grammar
import english_words

TELLER_SEED = 1000  # of the stories that are measured; training's tellers have the numbers of the seeds
OTHER_NUMBER = "verb, a noun of the other number between"

# Who is asked: the kind of story, and how many of it.
ASKED = {english_grammar.listing: 1200, english_grammar.present: 800, english_grammar.owner: 500,
         english_grammar.two_owners: 500, english_grammar.he_or_she: 400, english_grammar.too: 500,
         english_grammar.capital: 50}

# What a head can be seen to read where the word after is asked for: the name of the score, and its facts.
READERS = {"copier": [f"list of {length}" for length in range(2, 7)], "subject": [OTHER_NUMBER],
           "he/she, stop": ["he or she after a stop"], "he/she, and": ["he or she after and"], "owner": ["owner"]}


BEFORE_IN_LISTS = "word before, in lists"


class NGrams:
    """How often words follow one, two or no words; fewer words help out where more were rarely seen (Witten, Bell)."""

    def __init__(self, text):
        self.alone = collections.Counter(text)
        self.after = [collections.defaultdict(collections.Counter) for _ in range(2)]
        for one, two, three in zip(text, text[1:], text[2:]):
            self.after[0][two][three] += 1
            self.after[1][one, two][three] += 1

    def share(self, before, word, longest):
        """The share of `word` after the words `before`, of which the last `longest` count."""
        share = self.alone[word] / self.alone.total()
        for length in range(longest):
            counts = self.after[length][before[-1] if length == 0 else before]
            if counts:
                kinds, times = len(counts), counts.total()
                share = (counts[word] + kinds * share) / (times + kinds)
        return share

    def loss(self, texts, longest):
        """The mean of −ln(share) over all words of the texts but their first; before a text stands a full stop."""
        terms = []
        for text in texts:
            for one, two, three in zip([english_words.STOP, *text], text, text[1:]):
                terms.append(-math.log(self.share((one, two), three, longest)))
        return sum(terms) / len(terms)


def held_out_texts(number, length):
    teller = english_grammar.Teller(TELLER_SEED, held_out=True)
    return [teller.text(length) for _ in range(number)]


def loss(model, vocabulary):
    """Nats a word of the model on held-out texts, for every word but a text's first."""
    ids = torch.tensor([[vocabulary[word] for word in text] for text in held_out_texts(300, model.shape.positions + 1)])
    logits, _, _ = model.run(ids[:, :-1])
    return functional.cross_entropy(logits.reshape(-1, model.shape.words), ids[:, 1:].reshape(-1)).item()


def losses_of_n_grams(length):
    """Nats a word of unigrams, bigrams and trigrams of 2 million words of training text, on the same texts."""
    counts = NGrams(english_grammar.Teller(TELLER_SEED + 1).text(2_000_000))
    texts = held_out_texts(300, length)
    return {name: counts.loss(texts, longest) for longest, name in enumerate(["unigrams", "bigrams", "trigrams"])}


def held_out_stories():
    teller = english_grammar.Teller(TELLER_SEED, held_out=True)
    return [teller.story(kind) for kind, number in ASKED.items() for _ in range(number)]


def padded(stories, vocabulary):
    """Stories as numbers, items x the longest; what fills up the rows comes after a story and is read by none of it."""
    longest = max(map(len, stories))
    return torch.tensor([[vocabulary[word] for word in story] + [0] * (longest - len(story)) for story in stories])


def answers(model, stories, vocabulary, off=()):
    """For each fact: how often the likeliest word is right, and the mean share of the right words together."""
    logits, _, _ = model.run(padded(stories, vocabulary), off)
    shares = torch.softmax(logits, -1)
    best = logits.argmax(-1)
    of_fact = collections.defaultdict(list)
    for item, story in enumerate(stories):
        for question in story.questions:
            right = [vocabulary[word] for word in question.right]
            of_fact[question.fact].append((best[item, question.at].item() in right,
                                           shares[item, question.at, right].sum().item()))
    return {fact: (sum(hit for hit, _ in found) / len(found), sum(share for _, share in found) / len(found), len(found))
            for fact, found in sorted(of_fact.items())}


def behind_another(stories):
    """The stories, each told after another one: so no head that always reads a text's first word seems to read them."""
    teller, moved = english_grammar.Teller(TELLER_SEED + 3, held_out=True), []
    for story in stories:
        before = teller.story(english_grammar.past)
        both = english_grammar.Story(*before, *story)
        both.questions = [dataclasses.replace(question, at=question.at + len(before),
                                              reads=[place + len(before) for place in question.reads])
                          for question in story.questions]
        moved.append(both)
    return moved


def reading(maps, stories, facts):
    """How much of its attention each head (layers x heads) gives to what must be read, over the questions of facts."""
    given = [maps[:, item, :, question.at, question.reads].sum(-1) for item, story in enumerate(stories)
             for question in story.questions if question.fact in facts]
    return torch.stack(given).mean(0)


def word_before_in_lists(maps, stories):
    """How much of its attention each head gives to the word before, in the rows that a copier has to find by it."""
    given = [maps[:, item, :, place, place - 1] for item, story in enumerate(stories)
             for place in {place for question in story.questions if question.fact in READERS["copier"]
                           for place in question.reads}]
    return torch.stack(given).mean(0)


def places(model, vocabulary):
    """How much attention each head gives to the word before, to the first word and to the word itself, over texts."""
    ids = torch.tensor([[vocabulary[word] for word in text] for text in held_out_texts(100, model.shape.positions)])
    maps = torch.stack(model.run(ids)[1])  # layers x B x H x S x S
    itself = maps.diagonal(dim1=-2, dim2=-1)
    before = maps[..., 1:, :].diagonal(dim1=-2, dim2=-1)
    return {"word before": before[..., 1:].mean((1, 3)), "first word": maps[..., 2:, 0].mean((1, 3)),
            "itself": itself[..., 2:].mean((1, 3))}


def heads(model, stories, vocabulary):
    """The scores of all heads, by name; each is layers x heads."""
    moved = behind_another(stories)
    maps = torch.stack(model.run(padded(moved, vocabulary))[1])  # layers x B x H x S x S
    return {**places(model, vocabulary), BEFORE_IN_LISTS: word_before_in_lists(maps, moved),
            **{name: reading(maps, moved, facts) for name, facts in READERS.items()}}


def without(model, stories, vocabulary):
    """How often the likeliest word is right with one head off: for each head, by name as in READERS."""
    found = {}
    for layer in range(model.shape.layers):
        for head in range(model.shape.heads):
            right = answers(model, stories, vocabulary, [(layer, head)])
            found[layer, head] = {name: sum(right[fact][0] for fact in facts) / len(facts)
                                  for name, facts in READERS.items()}
    return found


def completed(model, vocabulary, prompt, longest=16):
    """What the model writes after the prompt, always its likeliest word, up to a full stop."""
    spelling = {number: word for word, number in vocabulary.items()}
    text = list(prompt)
    while len(text) < len(prompt) + longest:
        logits, _, _ = model.run(torch.tensor([[vocabulary[word] for word in text]]))
        text.append(spelling[logits[0, -1].argmax().item()])
        if text[-1] == english_words.STOP:
            break
    return text[len(prompt):]


def completions(model, vocabulary):
    """Beginnings of 20 stories that were held out: (what is asked, beginning, what the model writes, is it right)."""
    facts = [f"list of {length}" for length in range(2, 7)] + [OTHER_NUMBER] * 5 + ["he or she after a stop"] * 2 \
        + ["he or she after and"] * 2 + ["owner"] * 2 + ["two owners"] * 2 + ["it was too"] * 2
    kinds = {"list": english_grammar.listing, "verb": english_grammar.present, "it": english_grammar.too,
             "two": english_grammar.two_owners, "owner": english_grammar.owner}
    teller = english_grammar.Teller(TELLER_SEED + 2, held_out=True)
    found = []
    for fact in facts:
        kind = kinds.get(fact.split()[0].rstrip(","),
                         english_grammar.he_or_she if fact.endswith("and") else english_grammar.owner)
        question = None
        while not question:
            story = teller.story(kind)
            question = next((one for one in story.questions if one.fact == fact), None)
        beginning = story[:question.at + 1]
        writes = completed(model, vocabulary, beginning)
        found.append((fact, beginning, writes, writes[0] in question.right))
    return found
