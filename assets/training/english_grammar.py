"""Writes simple English: short stories, each of one or two sentences, that are told one after the other.

A story is one of a kind (KINDS, with shares). Some places in it have a question: which words may follow here, and which
words before must be read to know it. Questions are not used in training; they measure what a model has learnt.
"""
import dataclasses
import random
import zlib

import english_words as words


@dataclasses.dataclass
class Question:
    """What may follow the word `at` of a story, and the places that tell it. Places count from 0."""
    fact: str
    at: int
    right: set
    reads: list


class Story(list):
    """Words, and the questions that can be asked about them."""

    def __init__(self, *texts):
        super().__init__()
        self.questions = []
        self.add(*texts)

    def add(self, *texts):
        """Adds texts of one or more words; a None adds nothing. Returns the place of the last word."""
        for text in texts:
            self.extend(text.split() if text else [])
        return len(self) - 1

    def ask(self, fact, right, reads):
        """Asks what follows the last word."""
        self.questions.append(Question(fact, len(self) - 1, set(right), reads))


SINGULAR = {"animal": "animals", **words.ANIMALS, **words.MALES, **words.FEMALES, **words.PEOPLE}  # of all that lives
PLURAL = {plural: singular for singular, plural in SINGULAR.items()}
WALKERS = [*SINGULAR]
BELONGINGS = [*words.ANIMALS, *words.THINGS]
LISTED = [*WALKERS, *words.THINGS, *words.SPOTS, *words.ROOMS, *words.VEHICLES, *words.LOOKS, *words.MEN, *words.WOMEN]
PRONOUN = dict.fromkeys([*words.MEN, *words.MALES], "he") | dict.fromkeys([*words.WOMEN, *words.FEMALES], "she")
OWN = {"he": "his", "she": "her"}
PRESENT = {"singular": [*words.DO, *words.DO_TO, "is"], "plural": [*words.DO.values(), *words.DO_TO.values(), "are"]}


def perhaps(draw, share, text):
    return text if draw.random() < share else None


def look(draw, share):
    return perhaps(draw, share, draw.choice(words.LOOKS))


def place(draw):
    """Where something happens: near the tree, in the garden."""
    if draw.random() < 0.5:
        return f"{draw.choice(words.NEAR)} the {draw.choice([*words.SPOTS, *words.CROSSED])}"
    return f"in the {draw.choice(words.ROOMS)}"


def listing(draw):
    """2 to 6 words, said two or three times: only who looks back for the word and reads what followed it knows on."""
    length, times = draw.randint(2, 6), draw.randint(2, 3)
    items = draw.sample(LISTED, length)
    story = Story()
    for said in range(times * length):
        story.add(items[said % length])
        if said >= length and (said + 1) % length:
            story.ask(f"list of {length}", {items[(said + 1) % length]}, list(range(said % length + 1, said, length)))
    story.add(words.STOP)
    return story


def person(draw):
    """A name, or now and then a noun with a gender."""
    if draw.random() < 0.8:
        name = draw.choice(words.MEN + words.WOMEN)
        return name, name
    noun = draw.choice([*words.MALES, *words.FEMALES])
    return f"the {noun}", noun


def owner(draw):
    """tom has a frog . he loves his frog ."""
    who, name = person(draw)
    looks, thing = look(draw, 0.3), draw.choice(BELONGINGS)
    story = Story()
    of_name = story.add(who)
    of_thing = story.add(draw.choice(["has"] * 3 + words.GOT), "a", looks, thing)
    story.add(perhaps(draw, 0.35, place(draw)), words.STOP)
    story.ask("he or she after a stop", {PRONOUN[name]}, [of_name])
    story.add(PRONOUN[name], draw.choice([*words.DO_TO]), OWN[PRONOUN[name]])
    story.ask("owner", {looks or thing}, [of_thing - bool(looks)])
    story.add(looks, thing, perhaps(draw, 0.3, place(draw)), words.STOP)
    return story


def two_owners(draw):
    """tom has a frog and anna has a duck . tom loves his frog ."""
    names = draw.sample(words.MEN + words.WOMEN, 2)
    things = draw.sample(BELONGINGS, 2)
    looks = [look(draw, 0.15), look(draw, 0.15)]
    story = Story()
    story.add(names[0], "has a")
    places = [story.add(looks[0] or things[0])]
    story.add(looks[0] and things[0], "and", names[1], "has a")
    places.append(story.add(looks[1] or things[1]))
    story.add(looks[1] and things[1], perhaps(draw, 0.1, place(draw)), words.STOP)
    asked = draw.randrange(2)
    story.add(names[asked], draw.choice([*words.DO_TO]), OWN[PRONOUN[names[asked]]])
    story.ask("two owners", {looks[asked] or things[asked]}, [places[asked]])
    story.add(looks[asked], things[asked], words.STOP)
    return story


def he_or_she(draw):
    """anna saw the dog and she laughed ."""
    who, name = person(draw)
    story = Story()
    of_name = story.add(who)
    story.add(draw.choice(words.DID_TO), "the", look(draw, 0.35), draw.choice(WALKERS))
    story.add(perhaps(draw, 0.35, place(draw)), "and")
    story.ask("he or she after and", {PRONOUN[name]}, [of_name])
    story.add(PRONOUN[name], draw.choice(words.DID), perhaps(draw, 0.3, draw.choice(words.HOW)), words.STOP)
    return story


def present(draw):
    """the dogs near the tree run . Three in four have places between, mostly with a noun of the other number.

    Adjectives and second places change how far the verb is from its subject, so that distance does not tell it.
    """
    number = draw.choice(["singular", "plural"])
    nouns = SINGULAR if number == "singular" else PLURAL
    story = Story("the")
    story.add(look(draw, 0.2))
    of_subject = story.add(draw.choice([*nouns]))
    places = draw.choices([0, 1, 2], [0.25, 0.55, 0.2])[0]
    for _ in range(places):
        other = draw.random() < 0.8
        spot = draw.choice([*words.SPOTS.items()])[(number == "singular") == other]
        story.add(draw.choice(words.NEAR), "the", look(draw, 0.35), spot)
    if places:  # `other` is what stands next to the verb
        fact = "verb, a noun of the other number between" if other else "verb, a noun of the same number between"
        story.ask(fact, PRESENT[number], [of_subject])
    story.add(predicate(draw, number), words.STOP)
    return story


def predicate(draw, number):
    """runs fast; sees the cat; is happy"""
    kind = draw.random()
    if kind < 0.3:
        be = "is" if number == "singular" else "are"
        return f"{be} {draw.choice(['', 'very '])}{draw.choice(words.MOODS + words.LIVING_TOO)}"
    verbs = words.DO_TO if kind < 0.5 else words.DO
    verb = draw.choice([*verbs] if number == "singular" else [*verbs.values()])
    if kind < 0.5:
        return f"{verb} the {draw.choice([*SINGULAR, *PLURAL])}"
    return f"{verb} {draw.choice(words.HOW)}" if kind < 0.75 else verb


def too(draw):
    """the animal did not cross the street because it was too tired . What is too … is who crosses, or the place."""
    vehicle, plural = draw.random() < 0.35, draw.random() < 0.3
    singular = draw.choice([*words.VEHICLES] if vehicle else ["animal", *words.ANIMALS])
    nouns = {**SINGULAR, **words.VEHICLES}
    where, of_place = draw.choice([*words.CROSSED.items()])
    of_who = words.VEHICLE_TOO if vehicle else words.LIVING_TOO
    story = Story("the")
    at_who = story.add(nouns[singular] if plural else singular)
    story.add("did not cross the")
    at_place = story.add(look(draw, 0.3), where)
    about_who = draw.random() < 0.5
    story.add("because", "they were" if plural and about_who else "it was", "too")
    if not plural:
        story.ask("it was too", of_who + of_place, [at_who, at_place])
    elif about_who:
        story.ask("they were too", of_who, [at_who])
    else:
        story.ask("it was too, after a plural", of_place, [at_place])
    story.add(draw.choice(of_who if about_who else of_place), words.STOP)
    return story


def past(draw):
    """the cat sat on the mat ."""
    who = f"the {draw.choice(WALKERS)}" if draw.random() < 0.7 else draw.choice(words.MEN + words.WOMEN)
    where = f"on the {draw.choice(words.SURFACES)}" if draw.random() < 0.6 else place(draw)
    return Story(who, draw.choice(words.STAYED), where, words.STOP)


def over(draw):
    """the quick brown fox jumps over the lazy dog ."""
    looks = draw.sample(words.LOOKS, 3)
    animals = draw.sample([*words.ANIMALS], 2)
    return Story("the", *looks[:draw.randint(1, 2)], animals[0], "jumps over the", looks[2], animals[1], words.STOP)


def mine(draw):
    """i love my dog . Or: i have a dog . i love my dog ."""
    thing, verb, told = draw.choice(BELONGINGS), draw.choice([*words.DO_TO.values()]), draw.random() < 0.3
    who, whose = draw.choice([("i", "my")] * 4 + [("we", "our"), ("you", "your")])
    story = Story(*([who, "have a", thing, words.STOP] if told else []))
    of_thing = len(story) - 2
    story.add(who, verb, whose)
    if told:
        story.ask("owner", {thing}, [of_thing])
    story.add(thing, words.STOP)
    return story


def first_words(draw):
    """Short beginnings that people try."""
    man = draw.random() < 0.5
    name, noun = (draw.choice(words.MEN), draw.choice([*words.MALES])) if man else \
        (draw.choice(words.WOMEN), draw.choice([*words.FEMALES]))
    kind = draw.randrange(4)
    if kind == 0:
        return Story("hello", name, words.STOP)
    if kind == 1:
        return Story("i am", draw.choice(words.MOODS + words.LIVING_TOO), words.STOP)
    if kind == 2:
        return Story("my name is", name, ". i am a", noun, words.STOP)
    return Story("once upon a time there was a", noun, ".", PRONOUN[noun], "lived in a",
                 draw.choice(words.HOMES), words.STOP)


def capital(draw):
    """the capital of france is paris ."""
    country, city = draw.choice([*words.CAPITALS.items()])
    story = Story("the capital of")
    of_country = story.add(country)
    story.add("is")
    story.ask("capital", {city}, [of_country])
    story.add(city, words.STOP)
    return story


def typed_first(draw):
    return Story(draw.choice(words.TYPED_FIRST), words.STOP)


# The share of each kind among the stories, and whether one story in 16 of it is held out. Kinds with few stories are
# told whole: held out, "i love my cat" would never follow "i love my".
KINDS = {listing: (0.16, True), two_owners: (0.22, True), owner: (0.07, True), he_or_she: (0.08, True),
         present: (0.13, True), too: (0.14, True), past: (0.05, True), over: (0.03, True), mine: (0.04, False),
         first_words: (0.04, False), capital: (0.02, False), typed_first: (0.02, False)}


def is_held_out(kind, story):
    """True for one story in 16, chosen by a hash of its words, and for no story that people type first."""
    text = " ".join(story)
    return KINDS[kind][1] and zlib.crc32(text.encode()) % 16 == 0 and text[:-2] not in words.TYPED_FIRST


class Teller:
    """Tells stories: those for training, or with `held_out` those of the other sixteenth."""

    def __init__(self, seed, held_out=False):
        self.draw = random.Random(seed)
        self.held_out = held_out

    def story(self, kind=None):
        """A story of the kind, or of a kind drawn by its share."""
        kind = kind or self.draw.choices([*KINDS], [share for share, _ in KINDS.values()])[0]
        while True:
            story = kind(self.draw)
            if is_held_out(kind, story) == (self.held_out and KINDS[kind][1]):
                return story

    def text(self, length):
        """Stories one after the other, cut off after `length` words. A text begins where a story begins."""
        told = []
        while len(told) < length:
            told += self.story()
        return told[:length]
