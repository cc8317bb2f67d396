/**
 * `npm run text-tables`: requests from Elasticsearch how its tokenizer and filters treat every character, and writes the results to
 * mappings/text-analysis/character-ranges.ts and folded-letters.ts. Run it when Elasticsearch's analysis changes.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { readConfig } from '../platform/config.ts';
import { createElasticsearch, type Elasticsearch } from '../platform/elasticsearch.ts';
import { startStack } from './start.ts';

/** Characters per request. */
const BATCH = 6000;
/** Characters from this one on are unassigned or for private use in the Unicode version of the tokenizer. */
const PLANES = [
  [1, 0xd800],
  [0xf900, 0x30000],
  [0xe0000, 0xe1000],
] as const;

const CLASS_OF_TYPE: Readonly<Record<string, string>> = {
  '<ALPHANUM>': 'letter',
  '<NUM>': 'numeric',
  '<KATAKANA>': 'katakana',
  '<HANGUL>': 'hangul',
  '<IDEOGRAPHIC>': 'han',
  '<HIRAGANA>': 'hiragana',
  '<SOUTHEAST_ASIAN>': 'southEastAsian',
  '<EMOJI>': 'emoji',
};

interface Token {
  readonly token: string;
  readonly type: string;
  readonly start_offset: number;
  readonly end_offset: number;
}

/** The tokens of each character, in a text that `wrap` makes of it. */
type Ask = (points: readonly number[], wrap: (character: string) => string) => Promise<Map<number, readonly Token[]>>;

function askThrough(elasticsearch: Elasticsearch, index: string, analyzer: string): Ask {
  return async (points, wrap) => {
    const answers = new Map<number, readonly Token[]>();
    for (let at = 0; at < points.length; at += BATCH) {
      const batch = points.slice(at, at + BATCH);
      const texts = batch.map((point) => `${wrap(String.fromCodePoint(point))}\n`);
      const { tokens } = await elasticsearch.indices.analyze({ index, analyzer, text: texts.join('') });
      const left = [...(tokens ?? [])] as Token[];
      let end = 0;
      for (const [place, text] of texts.entries()) {
        end += text.length;
        const own: Token[] = [];
        while (left[0] !== undefined && left[0].start_offset < end) own.push(left.shift() as Token);
        answers.set(batch[place] as number, own);
      }
    }
    return answers;
  };
}

async function classesOf(ask: Ask): Promise<Map<string, number[]>> {
  const points = PLANES.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at));
  const classes = new Map<string, number[]>();
  const add = (name: string, point: number) => classes.set(name, [...(classes.get(name) ?? []), point]);
  const addWhere = async (name: string, among: readonly number[], wrap: (character: string) => string) => {
    for (const [point, tokens] of await ask(among, wrap)) {
      const [first] = tokens;
      const whole =
        first !== undefined && first.end_offset - first.start_offset === wrap(String.fromCodePoint(point)).length;
      if (whole) add(name, point);
    }
  };
  const alone = new Map<string, number[]>();
  for (const [point, [token]] of await ask(points, (character) => character)) {
    const name = token && CLASS_OF_TYPE[token.type];
    if (name !== undefined) alone.set(name, [...(alone.get(name) ?? []), point]);
  }
  await addWhere('extend', points, (character) => `あ${character}`);
  await addWhere('hebrew', alone.get('letter') ?? [], (character) => `${character}"${character}`);
  const isExtend = new Set(classes.get('extend'));
  const isHebrew = new Set(classes.get('hebrew'));
  const emoji = alone.get('emoji') ?? [];
  await addWhere(
    'letter',
    emoji.filter((point) => !isExtend.has(point)),
    (character) => `a${character}a`,
  );
  for (const point of alone.get('letter') ?? []) if (!isHebrew.has(point)) add('letter', point);
  alone.delete('letter');
  for (const [name, members] of alone) classes.set(name, members);
  return classes;
}

/** `gap.length` of each range in base 36. The gap is counted from the end of the previous range. */
function encode(points: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const point of points.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === point) last[1]++;
    else ranges.push([point, point + 1]);
  }
  return ranges
    .map(([from, to], at) => `${(from - (ranges[at - 1]?.[1] ?? 0)).toString(36)}.${(to - from).toString(36)}`)
    .join(' ');
}

/** Maps lower-case characters to the result of `asciifolding`. */
async function foldedLetters(elasticsearch: Elasticsearch, index: string): Promise<Map<string, string>> {
  const folded = new Map<string, string>();
  const points = Array.from({ length: 0x10000 - 0x80 }, (_, at) => at + 0x80).filter((p) => p < 0xd800 || p > 0xf8ff);
  for (let at = 0; at < points.length; at += BATCH) {
    const text = points.slice(at, at + BATCH).map((point) => String.fromCodePoint(point));
    const { tokens = [] } = await elasticsearch.indices.analyze({ index, analyzer: 'folded', text });
    for (const [place, character] of text.entries()) {
      const to = (tokens[place] as Token).token;
      if (to !== character && character.toLowerCase() === character) folded.set(to, (folded.get(to) ?? '') + character);
    }
  }
  return folded;
}

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[^ -~]|[\\']/g, escape)}'`;
}

const NOTE = '/** Written by `npm run text-tables` from what Elasticsearch answers. */\n';
const FOLDER = new URL('../mappings/text-analysis/', import.meta.url);

const unused = { REDIS_URL: 'redis://127.0.0.1:1', DATABASE_URL: 'postgres://127.0.0.1:1/none' };
// oxlint-disable-next-line node/no-process-env -- passed on whole, with addresses for the stores that are not started
const config = readConfig({ ...process.env, ...unused });
const stack = await startStack(config, { onProgress: (line) => process.stderr.write(`${line}\n`) });
const elasticsearch = createElasticsearch(stack.elasticsearchUrls);
const index = `sagasu-text-tables-${randomBytes(4).toString('hex')}`;
try {
  await elasticsearch.indices.create({
    index,
    settings: {
      number_of_replicas: 0,
      'index.analyze.max_token_count': 10 * BATCH,
      analysis: {
        analyzer: {
          words: { type: 'custom', tokenizer: 'standard' },
          folded: { type: 'custom', tokenizer: 'keyword', filter: ['asciifolding'] },
        },
      },
    },
  });
  const classes = await classesOf(askThrough(elasticsearch, index, 'words'));
  const ranges = [...classes].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = ranges.map(([name, points]) => `  ${name}: '${encode(points)}',\n`).join('');
  const type = 'export type RangeClass = keyof typeof CHARACTER_RANGES;\n';
  await writeFile(
    new URL('character-ranges.ts', FOLDER),
    `${NOTE}export const CHARACTER_RANGES = {\n${lines}} as const;\n\n${type}`,
  );
  const folds = [...(await foldedLetters(elasticsearch, index))].sort(([a], [b]) => (a < b ? -1 : 1));
  const pairs = folds.map(([to, characters]) => `  [${quoted(to)}, ${quoted(characters)}],\n`).join('');
  await writeFile(
    new URL('folded-letters.ts', FOLDER),
    `${NOTE}export const FOLDED_LETTERS: readonly (readonly [to: string, characters: string])[] = [\n${pairs}];\n`,
  );
} finally {
  await elasticsearch.indices.delete({ index, ignore_unavailable: true });
  await elasticsearch.close();
  await stack.stop();
}
