#!/usr/bin/python3
"""Trains a small GPT-2 on the simple English of english_grammar.py and writes ../models/english.

  english.py train --seed 1          one seed, 1 to 5: writes build/english/seed-1.safetensors, and its losses
  english.py choose                  measures the seeds that are trained, and writes the one with the clearest heads,
                                     with its README.md
  english.py estimate                how long a seed takes here

The model: 3 layers of 4 heads, D = 64, MLPs of 256, 64 positions, whole words as tokens, one matrix for embeddings and
logits. Each step reads 32 texts of 64 words, told anew. Of the words that it reads 1 % are replaced by [unk]; what it
is to say is the true word. AdamW with a cosine of the rate. Nothing tells a head what to do, so seeds differ in how
clearly their heads share the work: train five, keep the clearest. Positions begin as waves (english_model.waves), and
late in training attention that is spread over many words costs a little (price_of_entropy). Without these several heads
read the word before, with 0.2 to 0.5 of their attention. Who of two owners has what is learnt last: shorter trainings
(3,000 steps, a price from 40 % of them on, fewer such stories) did not get there.

Weights are rounded to F16, and all that is reported is measured after that. The same seed gives the same weights on
the same machine. Needs python3-torch with libopenblas0-serial, and OPENBLAS_NUM_THREADS=1; one seed uses one core.
"""
import argparse
import json
import math
import pathlib
import time

import torch
from torch.nn import functional

import english_grammar
import english_model
import english_words

SEEDS, STEPS, ITEMS, RATE, DECAY, WARM_UP = [1, 2, 3, 4, 5], 4500, 32, 3e-3, 0.01, 200
PRICES = [0.12, 0.005, 0.005]  # of a nat of entropy of attention, for each layer
UNKNOWN_SHARE = 0.01
here = pathlib.Path(__file__).parent
work_folder = here.parent.parent / "build" / "english"
model_folder = here.parent / "models" / "english"


def texts(teller, vocabulary, items, length):
    """Texts as numbers, items x length."""
    return torch.tensor([[vocabulary[word] for word in teller.text(length)] for _ in range(items)])


def with_unknowns(ids, generator):
    """The texts with 1 % of their words replaced by [unk], which is number 0."""
    return ids * (torch.rand(ids.shape, generator=generator) >= UNKNOWN_SHARE)


def optimiser(weights):
    """AdamW; matrices decay, gains, biases and embeddings do not."""
    decaying = [tensor for name, tensor in weights.items() if tensor.dim() == 2 and not name.startswith("w")]
    free = [tensor for name, tensor in weights.items() if tensor.dim() == 1 or name.startswith("w")]
    return torch.optim.AdamW([{"params": decaying, "weight_decay": DECAY}, {"params": free, "weight_decay": 0.0}],
                             lr=RATE, betas=(0.9, 0.99))


def rate_at(step, steps):
    """From 0 up in the first steps, then down as a cosine to a twentieth."""
    if step < WARM_UP:
        return RATE * (step + 1) / WARM_UP
    done = (step - WARM_UP) / max(1, steps - WARM_UP)
    return RATE * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * done)))


def price_share_at(step, steps):
    """The share of PRICES that is asked: nothing in the first 60 % of the steps, all after 85 %."""
    return min(1.0, max(0.0, (step / steps - 0.6) / 0.25))


def price_of_entropy(maps):
    """What the mean entropy of the rows of attention weights costs: heads that read few words pay little."""
    entropies = [-(weights * (weights + 1e-9).log()).sum(-1).mean() for weights in maps]
    return sum(price * entropy for price, entropy in zip(PRICES, entropies))


def train(seed, steps):
    """The weights after `steps` steps, and the losses on the way."""
    vocabulary = english_words.vocabulary()
    generator = torch.Generator().manual_seed(seed)
    shape = english_model.Shape(words=len(vocabulary))
    weights = {name: tensor.requires_grad_() for name, tensor in english_model.tensors(shape, generator).items()}
    model, adam, teller = english_model.Model(shape, weights), optimiser(weights), english_grammar.Teller(seed)
    losses, begun = [], time.process_time()
    for step in range(steps):
        ids = texts(teller, vocabulary, ITEMS, shape.positions + 1)
        logits, maps, _ = model.run(with_unknowns(ids[:, :-1], generator))
        loss = functional.cross_entropy(logits.reshape(-1, shape.words), ids[:, 1:].reshape(-1))
        for group in adam.param_groups:
            group["lr"] = rate_at(step, steps)
        adam.zero_grad()
        share = price_share_at(step, steps)
        (loss + share * price_of_entropy(maps) if share else loss).backward()
        torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
        adam.step()
        losses.append(loss.item())
        if (step + 1) % 250 == 0 or step + 1 == steps:
            print(f"seed {seed}, step {step + 1}: {sum(losses[-250:]) / len(losses[-250:]):.3f} nats, "
                  f"{time.process_time() - begun:.0f} s of one core", flush=True)
    return weights, losses


def save_seed(seed, steps):
    work_folder.mkdir(parents=True, exist_ok=True)
    weights, losses = train(seed, steps)
    english_model.write_safetensors(work_folder / f"seed-{seed}.safetensors", weights)
    (work_folder / f"seed-{seed}.json").write_text(json.dumps({"steps": steps, "losses": losses}))


def estimate():
    """Prints how long all seeds take, from 20 steps."""
    begun = time.process_time()
    train(1, 20)
    seed = (time.process_time() - begun) / 20 * STEPS
    print(f"a seed: {seed / 60:.1f} minutes of an idle core; {len(SEEDS)} seeds on two cores: "
          f"{math.ceil(len(SEEDS) / 2) * seed / 60:.1f} minutes")


def choose():
    import english_report  # measures; training does not need it
    trained = [seed for seed in SEEDS if (work_folder / f"seed-{seed}.json").exists()]
    english_report.choose(trained, work_folder, model_folder)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train")
    training.add_argument("--seed", type=int, required=True)
    training.add_argument("--steps", type=int, default=STEPS)
    commands.add_parser("choose")
    commands.add_parser("estimate")
    options = arguments.parse_args()
    torch.set_num_threads(1)
    if options.command == "train":
        save_seed(options.seed, options.steps)
    else:
        {"choose": choose, "estimate": estimate}[options.command]()


if __name__ == "__main__":
    main()
