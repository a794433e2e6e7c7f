// Writes tokenizers/random.json: random tokenizer.json files, texts, and the ids that Hugging Face's own tokenizers make
// of them. Run in a folder where `npm install @anush008/tokenizers` has been run (a version of the library whose answers
// do not change from run to run); the file is committed.
//   node make_random_tokenizers.js COUNT SEED OUTPUT
const fs = require('fs');
const { spawnSync } = require('child_process');
const { Tokenizer } = require('@anush008/tokenizers');

// The library ends the program where it finds a fault of its own: each tokenizer is tried in a process of its own.
async function idsOf({ tokenizer, texts }) {
  const read = Tokenizer.fromString(JSON.stringify(tokenizer));
  const all = [];
  for (const written of texts) {
    try { all.push([written, Array.from((await read.encode(written)).getIds())]); } catch { /* has no ids */ }
  }
  process.stdout.write(JSON.stringify(all));
}
if (process.argv[2] === '--ids') {
  idsOf(JSON.parse(fs.readFileSync(0)));
  return;
}

let state = BigInt(process.argv[3] || 1);
function bits() { // splitmix64
  state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
  let z = state;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn;
  return Number((z ^ (z >> 31n)) & 0xffffffffn);
}
const below = (n) => bits() % n;
const chance = (percent) => below(100) < percent;
const one = (list) => list[below(list.length)];
const some = (list, most) => Array.from({ length: below(most + 1) }, () => one(list));

const letters = ['a', 'b', 'c', 'A', 'B', 'é', 'É', 'e\u0301', '1', '2', '.', '!', ' ', ' ', ' ', '  ', '\n', '\t', '▁', '中', 'ß', '_', '-', "'s"];
const text = (most) => some(letters, most).join('');

const normalizers = [
  () => ({ type: 'Lowercase' }),
  () => ({ type: one(['NFC', 'NFD', 'NFKC', 'NFKD']) }),
  () => ({ type: 'StripAccents' }),
  () => ({ type: 'Strip', strip_left: chance(60), strip_right: chance(60) }),
  () => ({ type: 'Prepend', prepend: one(['▁', 'a', ' ']) }),
  () => ({ type: 'Replace', pattern: { String: one([' ', 'a', 'b']) }, content: one(['▁', '', 'c', ' ']) }),
  () => ({ type: 'Replace', pattern: { Regex: one(['\\s+', '[ab]+', 'a|b', '^\\s+', '\\s$']) }, content: one([' ', '', 'c']) }),
  () => ({ type: 'BertNormalizer', clean_text: chance(70), handle_chinese_chars: chance(70), strip_accents: one([null, true, false]), lowercase: chance(60) }),
];
const behaviours = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'];
const preTokenizers = [
  () => ({ type: 'Whitespace' }),
  () => ({ type: 'WhitespaceSplit' }),
  () => ({ type: 'BertPreTokenizer' }),
  () => ({ type: 'Punctuation', behavior: one(behaviours) }),
  () => ({ type: 'Digits', individual_digits: chance(50) }),
  () => ({ type: 'CharDelimiterSplit', delimiter: one([' ', 'a', '_']) }),
  () => ({ type: 'Split', pattern: one([{ String: one([' ', 'a', '▁']) }, { Regex: one(['\\s+', '\\p{L}+', '[ab]', ' ?[a-z]+']) }]), behavior: one(behaviours), invert: chance(30) }),
  () => ({ type: 'Metaspace', replacement: '▁', prepend_scheme: one(['always', 'first', 'never']), split: chance(70) }),
  () => ({ type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: chance(70) }),
];

function sequence(makers, most, key, type) {
  const steps = Array.from({ length: below(most + 1) }, () => one(makers)());
  if (steps.length === 0) return null;
  return steps.length === 1 && chance(50) ? steps[0] : { type: 'Sequence', [key]: steps };
}

function addedTokens(first) {
  const contents = ['<s>', '</s>', 'ab', 'AB', 'é', 'e\u0301', ' b', 'a b', '<x>', 'É', 'A'];
  const seen = new Set();
  const tokens = [];
  for (const content of some(contents, 5)) {
    if (seen.has(content)) continue;
    seen.add(content);
    tokens.push({ id: first + tokens.length, content, single_word: chance(25), lstrip: chance(25), rstrip: chance(25), normalized: chance(60), special: chance(40) });
  }
  return tokens;
}

function make() {
  const byteLevel = chance(20);
  const pieces = ['<unk>', 'a', 'b', 'c', 'A', 'B', 'é', 'É', '1', '2', '.', '!', '▁', ' ', '中', '_', '-', "'", 's', 'e'];
  const vocab = {};
  const put = (piece) => { if (!(piece in vocab)) vocab[piece] = Object.keys(vocab).length; };
  if (byteLevel)
    for (const piece of ['<unk>', ...'abcABse12.!_-\'ĠĊĉÃ©ÉÌģ▁âĸ'.split(''), 'ä', '¸', 'Ń', 'Ł']) put(piece);
  else pieces.forEach(put);
  const kind = byteLevel ? 'BPE' : one(['BPE', 'BPE', 'BPE', 'WordPiece', 'WordLevel']);
  const model = { type: kind };
  if (kind === 'BPE') {
    const suffix = !byteLevel && chance(15) ? '</w>' : null;
    if (suffix) for (const piece of pieces.slice(1)) put(piece + suffix);
    const merges = [];
    const base = () => Object.keys(vocab).filter((piece) => piece !== '<unk>');
    for (let i = below(9); i > 0; --i) {
      const left = one(base().filter((piece) => !piece.endsWith('</w>'))), right = one(base());
      if ((left + right).length > 8 || merges.some(([l, r]) => l === left && r === right)) continue;
      put(left + right);
      merges.push([left, right]);
    }
    Object.assign(model, { dropout: null, unk_token: '<unk>', continuing_subword_prefix: null, end_of_word_suffix: suffix, fuse_unk: chance(50), byte_fallback: false, ignore_merges: chance(15), vocab, merges });
  } else if (kind === 'WordPiece') {
    for (const piece of ['##a', '##b', '##c', '##ab', 'ab', '##1', '##é', 'bc']) put(piece);
    Object.assign(model, { unk_token: '<unk>', continuing_subword_prefix: '##', max_input_chars_per_word: one([3, 100]), vocab });
  } else {
    for (const piece of ['ab', 'abc', 'a b', '▁a', '▁b', 'ba']) put(piece);
    Object.assign(model, { vocab, unk_token: '<unk>' });
  }
  const added = addedTokens(Object.keys(vocab).length);
  for (const token of added) if (token.content in vocab) token.id = vocab[token.content];
  let next = Object.keys(vocab).length;
  for (const token of added) if (!(token.content in vocab)) token.id = next++;
  added.sort((left, right) => left.id - right.id);
  const pre = byteLevel
    ? { type: 'ByteLevel', add_prefix_space: chance(40), trim_offsets: true, use_regex: chance(70) }
    : sequence(preTokenizers, 2, 'pretokenizers');
  const template = chance(30)
    ? { type: 'TemplateProcessing', single: [{ SpecialToken: { id: 'a', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }], pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }], special_tokens: { a: { id: 'a', ids: [1], tokens: ['a'] } } }
    : null;
  return { version: '1.0', truncation: null, padding: null, added_tokens: added, normalizer: sequence(normalizers, 2, 'normalizers'), pre_tokenizer: pre, post_processor: template, decoder: null, model };
}

// A token that becomes nothing is found everywhere by the library, and refused by nobody: such tokenizers are left out.
function mayVanish({ added_tokens, normalizer }) {
  const steps = normalizer === null ? [] : normalizer.normalizers || [normalizer];
  return added_tokens.some((token) => token.normalized) && steps.some((step) => step.type === 'Replace' && step.content === '');
}

const cases = [];
while (cases.length < Number(process.argv[2])) {
  const tokenizer = make();
  if (mayVanish(tokenizer)) continue;
  const contents = tokenizer.added_tokens.map((token) => token.content);
  const texts = Array.from({ length: 4 }, () =>
    Array.from({ length: 1 + below(4) }, () => (chance(35) && contents.length > 0 ? one(contents) : text(5))).join(''));
  const tried = spawnSync(process.execPath, [__filename, '--ids'], { input: JSON.stringify({ tokenizer, texts }) });
  if (tried.status === 0 && tried.stdout.length > 2) cases.push({ tokenizer, texts: JSON.parse(tried.stdout) });
}
fs.writeFileSync(process.argv[4], '[\n' + cases.map((one) => JSON.stringify(one)).join(',\n') + '\n]\n');
