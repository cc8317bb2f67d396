/** Queries for each part of the query language, made from posts of the archive: pure. Those without hits are left out later. */
import type { ExampleOperator, QueryExample } from '../../../mappings/contract/examples.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import type { StoredFile } from '../../../mappings/file-fields.ts';
import type { Post } from '../../../mappings/post.ts';
import {
  FIELDS,
  HAS_VALUES,
  IS_VALUES,
  isPartName,
  type Field,
  type FieldOf,
  type HasValue,
} from '../../../mappings/search/fields.ts';
import { fileHashes } from '../../posts/present.ts';
import { allOfNodes, exact, words } from '../language/build.ts';
import { print } from '../language/print.ts';
import type { Leaf } from '../language/tree.ts';
import { isTopic, segmentsOf, type Topics } from './topics.ts';

export type Recipe = Pick<QueryExample, 'kind' | 'name'> & {
  /** A query for more posts, if the sample has none that `write` needs; null if there are none to look for. */
  readonly from: string | null;
  /** The first query with hits is the example. */
  readonly write: (sample: readonly Sampled[]) => readonly string[];
};

/** A post with its document of the index. */
export interface Sampled {
  readonly post: Post;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Its document lacks the hashes that readers must not see, as of banned files. */
export function sampled(post: Post): Sampled {
  const shown = withShownHashes({
    ...post,
    ...(post.extraFiles !== undefined && { extraFiles: post.extraFiles.map(withShownHashes) }),
  });
  return { post, document: toPostDocument(shown, 0) };
}

function withShownHashes<T extends StoredFile>(file: T): T {
  const { sha256, sha256t } = fileHashes(file);
  return {
    ...file,
    mediaHashSrc: sha256 === null ? null : file.mediaHashSrc,
    mediaHashThb: sha256t === null ? null : file.mediaHashThb,
  };
}

/** Posts, words and identities of the archive, from which queries are made. */
export interface Known {
  readonly topics: Topics;
  /** Opening posts, newest first. */
  readonly openers: readonly Post[];
  /** Newest first. */
  readonly posts: readonly Post[];
  readonly identities: readonly string[];
}

export function recipesOf(known: Known): readonly Recipe[] {
  return [
    ...operatorRecipes(known),
    ...FIELDS.flatMap((field) => fieldRecipes(field, known)),
    ...IS_VALUES.map((name) => fixed('is', name, [`is:${name}`])),
    ...HAS_VALUES.map((name) => fixed('has', name, [`has:${name}`])),
  ];
}

function operatorRecipes({ topics, posts }: Known): readonly Recipe[] {
  const [one, two, three] = topics.words;
  const pairs = topics.pairs.slice(0, 5);
  const queries: Readonly<Record<ExampleOperator, readonly string[]>> = {
    words: pairs.map(([first, second]) => `${first} ${second}`.toLowerCase()),
    phrase: pairs.map(([first, second]) => `"${first} ${second}"`),
    not: topics.words.slice(0, 4).flatMap((a, at, all) => all.slice(at + 1).map((b) => `${a} -${b}`)),
    or: withAll([one, two], ([a, b]) => `${a} OR ${b}`),
    group: withAll([one, two, three], ([a, b, c]) => [`(${a} OR ${b}) -${c}`, `(${a} OR ${c}) -${b}`]),
    prefix: topics.words
      .filter((word) => word.length > 5)
      .slice(0, 3)
      .map((word) => `${word.slice(0, 4)}*`),
    'as-written': topics.name === null ? [] : [`="${topics.name}"`],
    part: withAll([topics.words.find((word) => word.length > 5)], ([word]) => `subject:*${word.slice(1, -1)}*`),
    combined: withAll([posts[0]?.board, one, dayOf(posts[0])?.slice(0, 4)], ([board, word, year]) => [
      `${word} board:${board} during:${year}`,
      `${word} during:${year}`,
      `board:${board} during:${year} has:image`,
    ]),
  };
  return Object.entries(queries).map(([name, all]) => fixed('operator', name, all));
}

/** Several recipes where a field takes values of several forms. */
function fieldRecipes(field: Field, known: Known): readonly Recipe[] {
  const { name } = field;
  const declared = field.examples.flatMap(([q]) => ofArchive(q, known));
  const day = dayOf(known.posts[0], name === 'modified' ? 'timeModified' : 'timePosted');
  const [word = ''] = known.topics.words;
  switch (field.kind) {
    case 'board': {
      const boards = [...new Set(known.posts.map(({ board }) => board))].slice(0, 2);
      return boards.map((_, at) => fixed('field', name, [`board:${boards.slice(0, at + 1).join(',')}`]));
    }
    case 'is':
    case 'has':
    case 'quote':
      return [quoteRecipe(field, declared)];
    case 'time':
      return [
        fixed('field', name, day === null ? [] : [`${name}:${moment(field.edge, day)}`, `${name}:${day.slice(0, 4)}`]),
        fixed(
          'field',
          name,
          AGES[field.edge].map((age) => `${name}:${age}`),
        ),
      ];
    case 'sort':
    case 'group':
      return [
        fixed(
          'field',
          name,
          declared.map((q) => `${word} ${q}`.trim()),
        ),
      ];
    case 'number':
      return [{ kind: 'field', name, from: `${name}:>=1`, write: (sample) => [...declared, ...above(field, sample)] }];
    case 'text':
      return textRecipes(field, declared, known);
    case 'exact':
      return exactRecipes(field, declared, known);
  }
}

/** Ages with which each condition probably finds posts. */
const AGES = { from: ['7d', '30d', '1y'], until: ['1y', '30d', '1d'], within: ['7d', '30d', '1y'] } as const;

function moment(edge: keyof typeof AGES, day: string): string {
  return edge === 'within' ? day.slice(0, 7) : day;
}

function quoteRecipe({ kind, name }: Field, declared: readonly string[]): Recipe {
  if (kind !== 'quote') return fixed('field', name, [...declared, kind === 'is' ? 'is:op,sticky' : 'has:file,link']);
  const write = (sample: readonly Sampled[]) =>
    sample
      .flatMap((one) => {
        const quoted = valuesOf(one, 'quotes')[0];
        if (quoted === undefined) return [];
        return [`${name}:${name === 'quoted-by' ? one.post.num : (/\d+$/.exec(quoted)?.[0] ?? '')}`];
      })
      .slice(0, 5);
  return { kind: 'field', name, from: 'has:quote', write };
}

function textRecipes(field: FieldOf<'text'>, declared: readonly string[], { topics }: Known): readonly Recipe[] {
  const { name } = field;
  const spelt = (word: string) => print({ root: words(name, word) });
  if (field.isOfOpener === true) return [fixed('field', name, topics.words.slice(0, 3).map(spelt))];
  const from = HAS_VALUES.find((value: string) => value === name);
  const write = (sample: readonly Sampled[]) => {
    const counted = mostFrequent(sample.flatMap((one) => [...new Set(wordsIn(one, name, field.index))]));
    const known = topics.words.filter((word) => counted.includes(word));
    return [...known.slice(0, 1), ...counted.slice(0, 2)].map(spelt);
  };
  if (from === undefined) return [fixed('field', name, declared)];
  const parts: Recipe = {
    kind: 'field',
    name,
    from: `has:${from}`,
    write: (sample) =>
      mostFrequent(sample.flatMap((one) => wordsIn(one, name, field.index)))
        .filter((word) => word.length > 5)
        .slice(0, 1)
        .map((word) => `${name}:*${word.slice(1, -1)}*`),
  };
  return [{ kind: 'field', name, from: `has:${from}`, write }, ...(isPartName(name) ? [parts] : [])];
}

function wordsIn(one: Sampled, name: string, index: string): readonly string[] {
  const texts =
    name === 'comment'
      ? [plainText(one.post)]
      : name === 'subject'
        ? [one.post.subject ?? '']
        : name === 'file'
          ? [one.post.mediaName ?? '']
          : valuesOf(one, index);
  return texts.flatMap((text) => segmentsOf(text.toLowerCase())).filter((word) => isTopic(word));
}

function exactRecipes(field: FieldOf<'exact'>, declared: readonly string[], known: Known): readonly Recipe[] {
  const { name, index, has } = field;
  const spelt = (values: readonly string[]) => print({ root: allOfNodes([exact(name, values) satisfies Leaf]) });
  if (name === 'identity')
    return [
      fixed(
        'field',
        name,
        known.identities.slice(0, 3).map((one) => spelt([one])),
      ),
    ];
  // `.raw` is the whole value of a text field.
  const source = index?.replace(/\.raw$/, '');
  if (source === undefined || source.includes('.')) return [fixed('field', name, declared)];
  const from = has === null ? null : (`has:${has satisfies string as HasValue}` as const);
  const frequent = (sample: readonly Sampled[]) => mostFrequent(sample.flatMap((post) => valuesOf(post, source)));
  const one: Recipe = {
    kind: 'field',
    name,
    from,
    write: (sample) =>
      frequent(sample)
        .slice(0, 3)
        .map((value) => spelt([value])),
  };
  if (field.facet === undefined && name !== 'ext') return [one];
  const several: Recipe = {
    ...one,
    write: (sample) => {
      const values = frequent(sample).slice(0, 2);
      return values.length < 2 ? [] : [spelt(values)];
    },
  };
  return [one, several];
}

/** A bound that half of the posts reach. */
function above({ name, index }: FieldOf<'number'>, sample: readonly Sampled[]): readonly string[] {
  const values = sample.flatMap((one) => valuesOf(one, index).map(Number)).sort((a, b) => a - b);
  const median = values[Math.floor(values.length / 2)];
  return median === undefined ? [] : [`${name}:>=${median}`];
}

function fixed(kind: Recipe['kind'], name: string, queries: readonly string[]): Recipe {
  return { kind, name, from: null, write: () => queries };
}

/** The values of a field as the index has them. */
function valuesOf({ document }: Sampled, index: string): readonly string[] {
  const value = document[index];
  return [value ?? []].flat().map(String);
}

export function plainText({ comment }: Pick<Post, 'comment'>): string {
  return comment === null ? '' : commentPlainText(parseComment(comment).tokens);
}

/** Some threads have no similar one; long openers have more words in common with others. */
const TRIED_LONG_THREADS = 3;

/** Files that are tried: the first ones may have no hash of their look. */
const TRIED_FILES = 5;

/** A documented example, with the numbers and boards of threads and the SHA-256 of files of this archive in place of its own. */
function ofArchive(q: string, { openers, posts }: Known): readonly string[] {
  const file = /\b[0-9a-f]{64}\b/;
  if (file.test(q)) {
    const hashes = posts.flatMap((post) => fileHashes(post).sha256 ?? []).slice(0, TRIED_FILES);
    return hashes.map((hash) => q.replace(file, hash));
  }
  const thread = /\b(?:g\/)?51971506\b/;
  if (!thread.test(q) || openers.length === 0) return [q];
  const long = openers.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, TRIED_LONG_THREADS);
  return [...openers.slice(0, 1), ...long].map(({ board, num }) =>
    q.replace(thread, (written) => (written.startsWith('g/') ? `${board}/${num}` : String(num))),
  );
}

function lengthOf({ subject, comment }: Post): number {
  return (subject?.length ?? 0) + (comment?.length ?? 0);
}

function mostFrequent(values: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

function dayOf(post: Post | undefined, time: 'timePosted' | 'timeModified' = 'timePosted'): string | null {
  return post?.[time].toISOString().slice(0, 10) ?? null;
}

/** Empty if any value is missing. */
function withAll<T extends readonly string[]>(
  values: { readonly [K in keyof T]: T[K] | null | undefined },
  write: (values: T) => string | readonly string[],
): readonly string[] {
  if ((values as readonly unknown[]).some((value) => value === undefined || value === null || value === '')) return [];
  return [write(values as unknown as T)].flat();
}
