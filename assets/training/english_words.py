"""The words of the simple English that english_grammar.py writes, by what they do in a sentence."""

UNKNOWN, STOP = "[unk]", "."

MEN = "tom ben sam max john peter paul jack leo adam".split()
WOMEN = "anna mary emma lucy eva sara julia kate nina alice".split()

# Singular and plural. A word of two lists would blur what a head has learnt, so every word stands in one list only.
ANIMALS = {noun: noun + "s" for noun in
           "dog cat bear lion goat frog duck horse cow bird pig hen rabbit tiger snake donkey monkey camel".split()}
ANIMALS |= {"fox": "foxes", "wolf": "wolves", "mouse": "mice"}
MALES = {"king": "kings", "boy": "boys", "man": "men", "father": "fathers", "brother": "brothers"}
FEMALES = {"queen": "queens", "girl": "girls", "woman": "women", "mother": "mothers",
           "sister": "sisters"}
PEOPLE = {"teacher": "teachers", "doctor": "doctors", "farmer": "farmers", "child": "children", "friend": "friends"}
VEHICLES = {noun: noun + "s" for noun in "cart truck train car tractor".split()}
THINGS = "book hat cake ball drum kite boat lamp cup flower coat ring letter picture".split()
# Where somebody is: these have plurals too, as they stand between a subject and its verb.
SPOTS = {noun: noun + "s" for noun in "tree house gate fence tower barn shop school castle door rock stone".split()}
SURFACES = "mat chair table bed floor roof grass".split()
ROOMS = "garden forest park kitchen village town".split()

# Places that are crossed, each with adjectives of its own.
CROSSED = {"street": ["wide", "busy"], "bridge": ["narrow", "high"], "river": ["deep", "wild"], "road": ["long"],
           "hill": ["steep"], "field": ["muddy", "wet"], "lake": ["cold"], "desert": ["hot", "dry"]}
LIVING_TOO = "tired hungry sleepy weak".split()  # why an animal or a person does not cross
VEHICLE_TOO = "heavy full slow".split()          # why a cart does not

MOODS = "happy sad old young thirsty good bad".split()  # what animals and people are, besides LIVING_TOO
LOOKS = "small big brown black white red grey quick lazy little".split()  # what stands before a noun

# Present tense: singular and plural.
DO = {verb + "s": verb for verb in "run sleep sing walk play swim wait dance work laugh rest jump sit eat live".split()}
DO_TO = {verb + "s": verb for verb in "love like see hear know follow want need".split()}
# Past tense: alone, with an object, and with a place.
DID = "ran slept sang laughed smiled waited danced cried left jumped".split()
DID_TO = "saw met heard found called liked followed watched".split()
STAYED = "sat slept waited stood rested".split()
GOT = "bought found lost had".split()

HOMES = "house castle tower village town forest".split()
NEAR = "near behind under by".split()
HOW = "fast slowly quietly well loudly today again here".split()
CAPITALS = {"france": "paris", "england": "london", "italy": "rome", "spain": "madrid", "germany": "berlin",
            "japan": "tokyo", "russia": "moscow", "greece": "athens"}

# What people type first, besides "i love my dog", which the grammar says by itself. These are never held out.
TYPED_FIRST = ["the cat sat on the mat", "the quick brown fox jumps over the lazy dog",
               "the animal did not cross the street because it was too tired", "attention is all you need"]
OTHERS = """the a i we you he she it they his her my our your is are am was were has have did not cross because too very
and on over in of name capital hello once upon time there lived animal animals""".split()


def vocabulary():
    """All words, each with its number: [unk] is 0, the full stop 1, the others follow in alphabetical order."""
    lists = [MEN, WOMEN, THINGS, SURFACES, ROOMS, LIVING_TOO, VEHICLE_TOO, MOODS, LOOKS, DID, DID_TO, STAYED, GOT,
             NEAR, HOW, OTHERS, *CROSSED.values()]
    pairs = [ANIMALS, MALES, FEMALES, PEOPLE, VEHICLES, SPOTS, DO, DO_TO, CAPITALS]
    words = {word for words in lists for word in words} | set(CROSSED)
    words |= {word for pair in pairs for word in [*pair, *pair.values()]}
    words |= {word for sentence in TYPED_FIRST for word in sentence.split()}
    return {word: number for number, word in enumerate([UNKNOWN, STOP, *sorted(words)])}
