"""Small streams of rows with numbers, words and missing values, the same in every run."""

import random


def rows(size, seed=1, missing=0.0):
    """Return rows as dicts and their classes: one rule, some noise."""
    rng = random.Random(seed)
    made = []
    for _ in range(size):
        x = {
            "height": rng.gauss(0, 1),
            "colour": rng.choice(["red", "green", "blue"]),
            "age": rng.randrange(90),
            "member": rng.random() < 0.5,
        }
        y = "yes" if (x["height"] > 0.25) != (x["colour"] == "red") else "no"
        if rng.random() < 0.05:
            y = rng.choice(["yes", "no", "perhaps"])
        made.append(({name: value for name, value in x.items() if rng.random() >= missing}, y))
    return made


def columns(stream):
    """Return the same rows as columns, None where something is missing, and the classes."""
    names = sorted({name for x, _ in stream for name in x})
    return {name: [x.get(name) for x, _ in stream] for name in names}, [y for _, y in stream]


def learned(tree, stream):
    """Return the tree after the rows, one by one."""
    for x, y in stream:
        tree.learn_one(x, y)
    return tree


def drifting(size, every, seed=1, missing=0.0, noise=0.05):
    """Return rows of two concepts that take turns, each for `every` rows."""
    rng = random.Random(seed)
    made = []
    for i in range(size):
        x = {
            "height": rng.gauss(0, 1),
            "age": rng.randrange(90),
            "colour": rng.choice(["red", "green", "blue"]),
            "member": rng.choice(["yes", "no"]),
        }
        if i // every % 2 == 0:
            stays = x["height"] > 0.25 if x["colour"] != "red" else x["age"] > 40
        else:
            stays = x["age"] > 60 if x["member"] == "yes" else x["colour"] == "green"
        y = "stay" if stays else "sail"
        if rng.random() < noise:
            y = rng.choice(["stay", "sail", "wait"])
        made.append(({name: value for name, value in x.items() if rng.random() >= missing}, y))
    return made
