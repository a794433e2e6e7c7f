#!/usr/bin/env python3
"""make_tokenizers.py: writes tests/data/tokenizers, small vocabularies and what they and GPT-2's own make of a thousand texts.

Written for these tests from the descriptions of the algorithms, in plain Python, apart from the program: letters are
told by unicodedata, split patterns are scanned by hand, and pairs are merged as GPT-2's encoder.py does it, all
occurrences of the best pair at a time. Needs NumPy. The letters are older than Unicode 10, so that every library
knows them.
"""

import collections
import json
import pathlib
import random
import unicodedata

import numpy

FOLDER = pathlib.Path(__file__).resolve().parent / "tokenizers"
PEER_DATA = FOLDER.parents[3] / "shared/data"
COUNT = 1000

# --- Letters ---------------------------------------------------------------------------------------------------------

SPACES = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | {chr(c) for c in range(0x2000, 0x200B)}


def category(letter):
    return unicodedata.category(letter)


def is_letter(letter):
    return category(letter)[0] == "L"


def is_number(letter):
    return category(letter)[0] == "N"


def is_space(letter):
    return letter in SPACES


def is_sign(letter):
    return not (is_letter(letter) or is_number(letter) or is_space(letter))


def is_punctuation(letter):
    ascii_sign = "!" <= letter <= "/" or ":" <= letter <= "@" or "[" <= letter <= "`" or "{" <= letter <= "~"
    return ascii_sign or category(letter)[0] == "P"


def run(text, begin, kind):
    end = begin
    while end < len(text) and kind(text[end]):
        end += 1
    return end


# --- Texts -----------------------------------------------------------------------------------------------------------

WORDS = """the a cat sat on mat and dog ran away from old house where nobody lived for years while rain fell on roofs
attention is all you need query key value softmax head layer model weights token embedding reads writes next word
Lily mom went park saw big red ball happy said Can't won't it's they're we've I'm you'll he'd IT'S THEY'RE don’t
rock'n'roll o'clock 's 'S 't 'LL 'ſ state-of-the-art e.g. i.e. U.S.A. Mr. https://example.org/a?b=c&d=1 foo_bar(x)
print("hi") if(x==1){return;} #include <b> --flag $HOME 100% @you a+b=c C++ naïve café résumé Ünïcödé ÅNGSTRÖM straße
İstanbul ıgdır ŒUVRE ﬁsh ﬀ ſoft Ωμέγα ΑΘΗΝΑ Σίσυφος привет МОСКВА слово ёлка שלום עולם مرحبا العالم नमस्ते दुनिया
สวัสดี ภาษาไทย 你好 世界 注意力就是你所需要的 漢字 日本語 ひらがな カタカナ ﾊﾝｶｸ 한국어 안녕하세요 ጤና Ⅷ Ⓐⓑ ½ ² 四 １２３ ٣٤٥ 1 22 333 4444
55555 3.14159 -273.15 1,000,000 2024-01-31 12:30 0x1F 1e-9 😀 👍🏽 👩‍👩‍👧 🇩🇪 ❤️ ☃ ♫ → ≤ ∑ € £ “quoted” ‘so’ «là» … — – · •
e\u0301 n\u0303a a\u0308\u0323 \u0915\u094d\u0937 o\u200bk zero\u200dwidth soft\u00adhyphen \ufeffbom \u180e \ue000
\ufffd \x01 \x7f tail! what?! (yes) [no] {maybe} <tag> "x" 'y' `z` ~ ^ | \\ / * & ; : , . !!! ... ---""".split(" ")
WORDS = [word for line in WORDS for word in line.split("\n") if word]
GAPS = [" "] * 24 + ["", "", "  ", "   ", "\n", "\n\n", "\t", "\r\n", " \n ", "\u00a0", "\u3000", "\u2003", "     ", "\v", "\u2028"]
SPECIALS = ["<|endoftext|>", "<|begin|>", "<|pad|>", "<s>", "</s>", "[MASK]", "[SEP]", "<mask>", "[unused1]", "word",
            "  <|pad|>  ", "keyword", "<0x41>", "▁", "▁the", "##ing", "Ġ"]


def make_texts():
    dice = random.Random(17)
    texts = ["", " ", "  ", "\n", "\t\t", " a", "a ", "  a  b  ", "Attention is here", "hello 👋 world 🌍", "a\r\nb",
             "   \n   \n", "\u00a0\u00a0x", "x" * 120, "ab" * 60, " " * 40, "1234567", "٣٤٥٦", "don't DON'T", "'", "''s",
             "<s>", "<s> a", "a<s>b", "[MASK] it", "a\u0301", "ſ", "'ſt", "\0", "a\0b", "👩‍👩‍👧", "中", "中文 中 文"]
    while len(texts) < COUNT:
        text = dice.choice(["", "", "", " ", "\n", "  "])
        for _ in range(dice.choice([1, 2, 3, 4, 6, 8, 12])):
            word = dice.choice(WORDS if dice.random() < 0.95 else SPECIALS)
            if dice.random() < 0.1:
                word = dice.choice([word.upper(), word.capitalize(), word.lower(), word[::-1], word * 2])
            text += word + dice.choice(GAPS)
        texts.append(text if dice.random() < 0.4 else text.rstrip())
    return texts


# --- Splitting -------------------------------------------------------------------------------------------------------

def space_match(text, begin):
    r"""\s+(?!\S)|\s+"""
    end = run(text, begin, is_space)
    return end - 1 if end < len(text) and end - begin > 1 else end


def split_gpt2(text):
    """'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"""
    at = 0
    while at < len(text):
        begin = at
        for contraction in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d"):
            if text.startswith(contraction, at):
                at += len(contraction)
                break
        else:
            after = at + (text[at] == " ")
            for kind in (is_letter, is_number, is_sign):
                if after < len(text) and kind(text[after]):
                    at = run(text, after, kind)
                    break
            else:
                at = space_match(text, at)
        yield text[begin:at]


LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")


def llama3_match(text, at):
    folded = text[at:at + 3].replace("ſ", "s").lower() if text[at] == "'" else ""
    for contraction in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d"):
        if folded.startswith(contraction):
            return at + len(contraction)
    letters = at + (not is_letter(text[at]) and not is_number(text[at]) and text[at] not in "\r\n")
    if letters < len(text) and is_letter(text[letters]):
        return run(text, letters, is_letter)
    if is_number(text[at]):
        return min(run(text, at, is_number), at + 3)
    signs = at + (text[at] == " ")
    if signs < len(text) and is_sign(text[signs]):
        return run(text, run(text, signs, is_sign), lambda c: c in "\r\n")
    end = run(text, at, is_space)
    for last in range(end - 1, at - 1, -1):
        if text[last] in "\r\n":
            return last + 1
    return space_match(text, at)


def split_llama3(text):
    at = 0
    while at < len(text):
        begin, at = at, llama3_match(text, at)
        yield text[begin:at]


def runs_of(text, kind, longest=None):
    """Runs of a kind, cut after `longest`, and what stands between them."""
    at = 0
    while at < len(text):
        end = run(text, at, kind)
        if end > at:
            end = min(end, at + (longest or len(text)))
        else:
            end = run(text, at, lambda c: not kind(c))
        yield text[at:end]
        at = end


def split_sequence(text):
    for part in runs_of(text, is_number, 3):
        for piece in runs_of(part, lambda c: "一" <= c <= "龥" or "\u3040" <= c <= "ヿ"):
            yield from split_gpt2(piece)


def split_words(text):
    """BERT's: between spaces, and each punctuation mark alone."""
    for word in "".join(" " if is_space(c) else c for c in text).split(" "):
        begin = 0
        for at, letter in enumerate(word):
            if is_punctuation(letter):
                yield from filter(None, (word[begin:at], letter))
                begin = at + 1
        if word[begin:]:
            yield word[begin:]


# --- Bytes as letters ------------------------------------------------------------------------------------------------

def bytes_to_unicode():
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table, extra = {}, 0
    for byte in range(256):
        if byte in kept:
            table[byte] = chr(byte)
        else:
            table[byte] = chr(256 + extra)
            extra += 1
    return table


BYTES = bytes_to_unicode()


def as_letters(text):
    return "".join(BYTES[byte] for byte in text.encode())


# --- Byte pairs ------------------------------------------------------------------------------------------------------

def merged(parts, pair):
    result, i = [], 0
    while i < len(parts):
        if i + 1 < len(parts) and (parts[i], parts[i + 1]) == pair:
            result.append(parts[i] + parts[i + 1])
            i += 2
        else:
            result.append(parts[i])
            i += 1
    return result


def learn_merges(words, count):
    words = collections.Counter(words)
    cuts = {word: list(word) for word in words}
    merges = []
    while len(merges) < count:
        pairs = collections.Counter()
        for word, times in words.items():
            for pair in zip(cuts[word], cuts[word][1:]):
                pairs[pair] += times
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        for word, parts in cuts.items():
            if best[0] in parts:
                cuts[word] = merged(parts, best)
    return merges


class BytePairs:
    def __init__(self, vocabulary, merges):
        self.vocabulary, self.ranks = vocabulary, {pair: rank for rank, pair in enumerate(merges)}
        self.memory = {}

    def cut(self, parts):
        parts = list(parts)
        while len(parts) > 1:
            pair = min(zip(parts, parts[1:]), key=lambda pair: self.ranks.get(pair, 1 << 40))
            if pair not in self.ranks:
                break
            parts = merged(parts, pair)
        return parts

    def ids(self, word):
        if word not in self.memory:
            self.memory[word] = [self.vocabulary[part] for part in self.cut(word)]
        return self.memory[word]


def vocabulary_of(first, merges):
    pieces = list(dict.fromkeys([*first, *(left + right for left, right in merges)]))
    return {piece: number for number, piece in enumerate(pieces)}


# --- Added tokens ----------------------------------------------------------------------------------------------------

def added(content, number, **flags):
    token = {"id": number, "content": content, "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": False, "special": True}
    return {**token, **flags}


def is_word_letter(letter):
    joins = letter in "\u200c\u200d" or "Ⓐ" <= letter <= "ⓩ"
    return joins or category(letter) in ("Nd", "Nl", "Pc") or category(letter)[0] in "LM"


def split_added(text, tokens):
    """(text, None) and (token's text, number), from left to right; the longest token wins."""
    done = at = 0
    while at < len(text):
        found = max((t for t in tokens if text.startswith(t["content"], at)), key=lambda t: len(t["content"]), default=None)
        if found is None:
            at += 1
            continue
        begin, end = at, at + len(found["content"])
        at = end
        inside = (begin > 0 and is_word_letter(text[begin - 1])) or (end < len(text) and is_word_letter(text[end]))
        if found["single_word"] and inside:
            continue
        while found["lstrip"] and begin > done and is_space(text[begin - 1]):
            begin -= 1
        while found["rstrip"] and end < len(text) and is_space(text[end]):
            end += 1
        if begin > done:
            yield text[done:begin], None
        yield text[begin:end], found["id"]
        done = at = max(at, end)
    if done < len(text):
        yield text[done:], None


# --- The kinds -------------------------------------------------------------------------------------------------------

def write_json(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def tokenizer_json(model, tokens, normalizer=None, pre_tokenizer=None, post_processor=None):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens, "normalizer": normalizer,
            "pre_tokenizer": pre_tokenizer, "post_processor": post_processor, "decoder": None, "model": model}


def template(before, after, ids):
    special = lambda name: {"SpecialToken": {"id": name, "type_id": 0}}
    return {"type": "TemplateProcessing",
            "single": [*map(special, before), {"Sequence": {"id": "A", "type_id": 0}}, *map(special, after)],
            "pair": [], "special_tokens": {name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in before + after}}


def byte_pair_model(vocabulary, merges, as_pairs=False, **options):
    model = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
             "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False}
    return {**model, **options, "vocab": vocabulary, "merges": [list(m) if as_pairs else " ".join(m) for m in merges]}


def gpt2(texts):
    words = [as_letters(word) for text in texts for word in split_gpt2(text)]
    merges = learn_merges(words, 500)
    vocabulary = vocabulary_of(BYTES.values(), merges)
    vocabulary["<|endoftext|>"] = len(vocabulary)
    write_json(FOLDER / "gpt2/vocab.json", vocabulary)
    (FOLDER / "gpt2/merges.txt").write_text("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges))
    return gpt2_encoder(vocabulary, merges)


def gpt2_encoder(vocabulary, merges):
    pairs = BytePairs(vocabulary, merges)

    def encode(text):
        ids = []
        for part, number in split_added(text, [added("<|endoftext|>", vocabulary["<|endoftext|>"])]):
            ids += [number] if number is not None else sum((pairs.ids(as_letters(w)) for w in split_gpt2(part)), [])
        return ids
    return encode


def published_gpt2(_texts):
    """GPT-2's own vocabulary, which stands beside the project."""
    folder = PEER_DATA / "models/gpt2-vocabulary"
    lines = (folder / "merges.txt").read_text().splitlines()
    merges = [tuple(line.split(" ")) for line in lines if line and not line.startswith("#version")]
    return gpt2_encoder(json.loads((folder / "vocab.json").read_text()), merges)


def llama3(texts):
    words = [as_letters(word) for text in texts for word in split_llama3(text)]
    merges = learn_merges(words, 400)
    vocabulary = vocabulary_of(BYTES.values(), merges)
    whole = as_letters(" whole注")
    vocabulary[whole] = len(vocabulary)  # no merge makes it
    vocabulary[as_letters(" weights")] = vocabulary.get(as_letters(" weights"), len(vocabulary))
    tokens = [added("<|begin|>", len(vocabulary)), added("<|endoftext|>", len(vocabulary) + 1),
              added("<|pad|>", len(vocabulary) + 2, lstrip=True, rstrip=True),
              added("word", vocabulary.get("word", len(vocabulary) + 3), single_word=True, special=False)]
    write_json(FOLDER / "llama3/tokenizer.json", tokenizer_json(
        byte_pair_model(vocabulary, merges, as_pairs=True, ignore_merges=True), tokens,
        pre_tokenizer={"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": LLAMA3}, "behavior": "Isolated", "invert": False},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}]},
        post_processor={"type": "Sequence", "processors": [
            {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False, "use_regex": True},
            template(["<|begin|>"], [], {"<|begin|>": tokens[0]["id"]})]}))
    pairs = BytePairs(vocabulary, merges)

    def word_ids(word):
        return [vocabulary[word]] if word in vocabulary else pairs.ids(word)

    def encode(text):
        ids = [tokens[0]["id"]]
        for part, number in split_added(text, tokens):
            ids += [number] if number is not None else sum((word_ids(as_letters(w)) for w in split_llama3(part)), [])
        return ids
    return encode


def sequence(texts):
    words = [as_letters(word) for text in texts for word in split_sequence(unicodedata.normalize("NFC", text))]
    merges = learn_merges(words, 300)
    vocabulary = vocabulary_of(BYTES.values(), merges)
    cut = lambda regex: {"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": False}
    write_json(FOLDER / "sequence/tokenizer.json", tokenizer_json(
        byte_pair_model(vocabulary, merges), [], normalizer={"type": "NFC"},
        pre_tokenizer={"type": "Sequence", "pretokenizers": [
            cut(r"\p{N}{1,3}"), cut("[一-龥\u3040-ヿ]+"),
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}]}))
    pairs = BytePairs(vocabulary, merges)
    return lambda text: sum((pairs.ids(as_letters(w)) for w in split_sequence(unicodedata.normalize("NFC", text))), [])


def llama(texts):
    marked = ["▁" + text.replace(" ", "▁") for text in texts if text]
    words = [word for text in marked for word in text.replace("▁", " ▁").split(" ") if word]
    merges = learn_merges(words, 400)
    letters = [c for c, _ in collections.Counter("".join(marked)).most_common(120)]
    usable = {*letters}
    merges = [m for m in merges if usable.issuperset(m[0]) and usable.issuperset(m[1])]
    vocabulary = vocabulary_of(["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), *letters], merges)
    tokens = [added("<unk>", 0), added("<s>", 1), added("</s>", 2)]
    write_json(FOLDER / "llama/tokenizer.json", tokenizer_json(
        byte_pair_model(vocabulary, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True), tokens,
        normalizer={"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        post_processor=template(["<s>"], [], {"<s>": 1})))
    pairs = BytePairs(vocabulary, merges)

    def part_ids(part):
        pieces = []
        for letter in "▁" + part.replace(" ", "▁"):
            pieces += [letter] if letter in vocabulary else [f"<0x{byte:02X}>" for byte in letter.encode()]
        return [vocabulary[piece] for piece in pairs.cut(pieces)]

    def encode(text):
        ids = [1]
        for part, number in split_added(text, tokens):
            ids += [number] if number is not None else part_ids(part)
        return ids
    return encode


def plain_form(text):
    text = unicodedata.normalize("NFKD", text)
    return "".join(c.lower() for c in text if category(c)[0] != "M")  # letter by letter: no final sigma


def metaspace(texts):
    plain = [plain_form(text) for text in texts]
    cut = lambda text: [word for word in text.replace(" ", "▁").replace("▁", " ▁").split(" ") if word]
    words = [word for text in plain for word in cut(text)]
    letters = [c for c, _ in collections.Counter("".join(words)).most_common(90)]
    merges = [m for m in learn_merges(words, 300) if {*letters}.issuperset(m[0] + m[1])]
    vocabulary = vocabulary_of(["<unk>", *letters], merges)
    write_json(FOLDER / "metaspace/tokenizer.json", tokenizer_json(
        byte_pair_model(vocabulary, merges, unk_token="<unk>", fuse_unk=True), [],
        normalizer={"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}]},
        pre_tokenizer={"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": True}))
    pairs = BytePairs(vocabulary, merges)

    def word_ids(word):
        ids, known = [], []

        def flush():
            ids.extend(vocabulary[piece] for piece in known_cut(known))
            known.clear()

        def known_cut(parts):
            return pairs.cut(parts) if parts else []
        unknown = False
        for letter in word:
            if letter in vocabulary:
                known.append(letter)
                unknown = False
            else:
                flush()
                if not unknown:
                    ids.append(0)
                unknown = True
        flush()
        return ids

    def encode(text):
        text = plain_form(text).replace(" ", "▁")
        if text and not text.startswith("▁"):
            text = "▁" + text
        return sum((word_ids(word) for word in cut(text)), [])
    return encode


def is_chinese(letter):
    blocks = [(0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0xF900, 0xFAFF)]
    return any(low <= ord(letter) <= high for low, high in blocks)


def bert_form(text, lower):
    clean = ""
    for letter in text:
        if letter in "\t\n\r" or category(letter)[0] == "Z":
            clean += " "
        elif letter not in "\0\ufffd" and category(letter)[0] != "C":
            clean += f" {letter} " if is_chinese(letter) else letter
    if not lower:
        return clean
    clean = "".join(c for c in unicodedata.normalize("NFD", clean) if category(c) != "Mn")
    return "".join(c.lower() for c in clean)


def word_piece_vocabulary(texts, lower):
    words = collections.Counter(word for text in texts for word in split_words(bert_form(text, lower)))
    letters = collections.Counter("".join(words.elements()))
    pieces = [c for c, _ in letters.most_common(150)]
    parts = collections.Counter()
    for word, times in words.items():
        for begin in range(len(word)):
            for end in range(begin + 2, min(len(word), begin + 6) + 1):
                parts["##" * (begin > 0) + word[begin:end]] += times * (end - begin)
    more = [piece for piece, _ in sorted(parts.items(), key=lambda item: (-item[1], item[0]))[:500]]
    first = ["[PAD]", "[unused1]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    return {piece: n for n, piece in enumerate(dict.fromkeys([*first, *pieces, *("##" + c for c in pieces[:120]), *more]))}


def word_piece_encoder(vocabulary, lower, tokens):
    def word_ids(word):
        if len(word) > 100:
            return [vocabulary["[UNK]"]]
        ids, begin = [], 0
        while begin < len(word):
            for end in range(len(word), begin, -1):
                piece = "##" * (begin > 0) + word[begin:end]
                if piece in vocabulary:
                    ids.append(vocabulary[piece])
                    begin = end
                    break
            else:
                return [vocabulary["[UNK]"]]
        return ids

    def encode(text):
        ids = [vocabulary["[CLS]"]]
        for part, number in split_added(text, tokens):
            ids += [number] if number is not None else sum((word_ids(w) for w in split_words(bert_form(part, lower))), [])
        return ids + [vocabulary["[SEP]"]]
    return encode


def bert(texts):
    vocabulary = word_piece_vocabulary(texts, True)
    tokens = [added(name, vocabulary[name]) for name in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")]
    model = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
             "vocab": vocabulary}
    write_json(FOLDER / "bert/tokenizer.json", tokenizer_json(
        model, tokens,
        normalizer={"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
                    "lowercase": True},
        pre_tokenizer={"type": "BertPreTokenizer"},
        post_processor=template(["[CLS]"], ["[SEP]"], vocabulary)))
    return word_piece_encoder(vocabulary, True, tokens)


def bert_cased(texts):
    vocabulary = word_piece_vocabulary(texts, False)
    (FOLDER / "bert_cased").mkdir(parents=True, exist_ok=True)
    (FOLDER / "bert_cased/vocab.txt").write_text("".join(piece + "\n" for piece in vocabulary))
    write_json(FOLDER / "bert_cased/tokenizer_config.json", {"do_lower_case": False})
    tokens = [added(name, vocabulary[name]) for name in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")]
    return word_piece_encoder(vocabulary, False, tokens)


def main():
    texts = make_texts()
    arrays = {"texts": numpy.array([ord(c) for text in texts for c in text], numpy.int32),
              "texts.lengths": numpy.array([len(text) for text in texts], numpy.int32)}
    for kind in (gpt2, published_gpt2, llama3, sequence, llama, metaspace, bert, bert_cased):
        ids = list(map(kind(texts), texts))
        arrays[kind.__name__] = numpy.array([number for row in ids for number in row], numpy.int32)
        arrays[kind.__name__ + ".lengths"] = numpy.array([len(row) for row in ids], numpy.int32)
    numpy.savez_compressed(FOLDER / "encodings.npz", **arrays)


if __name__ == "__main__":
    main()
