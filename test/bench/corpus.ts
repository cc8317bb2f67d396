/**
 * Generated posts, the same for the same seed: words after Zipf over an invented vocabulary, lengths and thread sizes
 * after those of real boards (median 16 words, 95th percentile about 80; threads of 1 to 500), quotes, files, some
 * accents and CJK. Words are invented, so phrases say nothing; counts and sizes do.
 */
export interface CorpusPost {
  readonly num: number;
  readonly thread: number;
  readonly opener: boolean;
  readonly timePosted: Date;
  readonly name: string;
  readonly subject: string | null;
  readonly comment: string;
  readonly file: { readonly name: string; readonly type: string; readonly size: number; readonly md5: Buffer } | null;
}

const VOCABULARY = 50_000;
const FIRST_SECOND = Date.UTC(2022, 0, 1) / 1000;
const SYLLABLES = [
  'ka',
  'ren',
  'to',
  'mi',
  'sol',
  'va',
  'ter',
  'nu',
  'lis',
  'or',
  'pe',
  'gan',
  'é',
  'shi',
  'dro',
  'ul',
];
const KANJI = '日本語東京都大阪山川空海人時間食事旅行写真電車音楽';

/** A small fast generator (xorshift32); the same on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

/** Word number `rank` of the vocabulary. */
export function word(rank: number): string {
  let rest = rank + 7;
  let text = '';
  do {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return text;
}

export function* generateCorpus(posts: number, seed = 1): Generator<CorpusPost> {
  const random = createRandom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  // Inverse of a Zipf-like distribution: small ranks often, a long tail.
  const rank = () => Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** random()) - 1);
  let num = 1000;
  let second = FIRST_SECOND;
  while (num < 1000 + posts) {
    const thread = num;
    const size = Math.min(1 + Math.floor(13 * (1 / (1 - random() * 0.97)) ** 0.9), 500, 1000 + posts - num);
    const members: number[] = [];
    for (let i = 0; i < size; i++) {
      second += pick(60);
      const words = 3 + Math.floor(13 * (1 / (1 - random() * 0.95)) ** 0.7);
      const lines: string[] = [];
      if (i > 0 && random() < 0.6) {
        const target = members[pick(members.length)] ?? thread;
        lines.push(`<a href="#p${target}" class="quotelink">&gt;&gt;${target}</a>`);
      }
      let line: string[] = [];
      for (let w = 0; w < words; w++) {
        line.push(
          random() < 0.01
            ? Array.from({ length: 4 }, () => KANJI[pick(KANJI.length)]).join('')
            : word(Math.max(0, rank())),
        );
        if (line.length > 11 || w === words - 1) {
          lines.push(random() < 0.15 ? `<span class="quote">&gt;${line.join(' ')}</span>` : line.join(' '));
          line = [];
        }
      }
      yield {
        num,
        thread,
        opener: i === 0,
        timePosted: new Date(second * 1000),
        name: 'Anonymous',
        subject: i === 0 && random() < 0.7 ? `${word(rank())} ${word(rank())} general` : null,
        comment: lines.join('<br>'),
        file:
          i === 0 || random() < 0.25
            ? { name: word(rank()), type: 'jpg', size: 10_000 + pick(2_000_000), md5: Buffer.alloc(16, pick(256)) }
            : null,
      };
      members.push(num);
      num++;
    }
  }
}
