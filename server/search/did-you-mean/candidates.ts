/** Similar queries: pure. The index has counted the words before, and counts the posts of each query afterwards. */
import type { SuggestedQuery } from '../../../mappings/contract/did-you-mean.ts';
import { fieldOf } from '../../../mappings/search/fields.ts';
import { allOfNodes, anyOfNodes, conjunctsOf } from '../language/build.ts';
import { print } from '../language/print.ts';
import { replaceSpan } from '../language/query-error.ts';
import type { Query, Span } from '../language/tree.ts';
import { editCost } from './edit-cost.ts';
import { areNeighbours, isQuoted, textLeavesOf, type Spot, type TextLeaf } from './spots.ts';

/** Another text for a part of the query. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
  /** A term of the index, which may differ from the word of the posts (`uber` for `über`). */
  readonly term: string | null;
}

export interface Candidate {
  readonly q: string;
  readonly change: SuggestedQuery['change'];
  /** The size of the change. */
  readonly cost: number;
  /** Empty for a query that was printed anew. */
  readonly edits: readonly Edit[];
}

export interface KnownWord {
  readonly term: string;
  readonly count: number;
}

/** The counts of words alone. */
export interface WordCounts {
  readonly own: (spot: Spot) => number;
  readonly similar: (spot: Spot) => readonly KnownWord[];
  readonly joined: (first: Spot, second: Spot) => number;
  /** Posts with both parts side by side. */
  readonly split: (spot: Spot, at: number) => number;
}

/** Candidates of one word. */
const PER_WORD = 8;
/** Candidates of each of several missing words, which are combined. */
const PER_MISSING_WORD = 3;
const MAX_CANDIDATES = 32;
const SPACE_COST = 0.9;
/** Costs of changes of the meaning, above those of every typing error. */
const LOOSENED = { quotes: 10, field: 11, any_word: 12 } as const;
/** A word that posts contain is only replaced by one that is this many times as frequent. */
const MORE_FREQUENT = 20;
/** Tenfold frequency makes up for this share of one error. */
const FREQUENCY = 0.45;
const SHORTEST_PART = 2;

/** Lower is better. */
export function rankOf(cost: number, count: number): number {
  return cost - FREQUENCY * Math.log10(count + 1);
}

export function splitsOf({ word }: Spot): readonly number[] {
  const places = Array.from({ length: word.length + 1 }, (_, at) => at);
  return places.slice(SHORTEST_PART, places.length - SHORTEST_PART);
}

/** The most probable first. */
export function candidatesOf(
  query: Query,
  text: string,
  spots: readonly Spot[],
  counts: WordCounts,
): readonly Candidate[] {
  const ofSpots = spots.map((spot) => ofWord(spot, counts));
  const missing = spots.flatMap((spot, at) => (counts.own(spot) === 0 ? [ofSpots[at] ?? []] : []));
  const together = missing.length < 2 || missing.includes(NONE) ? [] : combinations(missing);
  const single = ofSpots.flat();
  const joined = spots.flatMap((spot, at) => joinedWith(spot, spots[at + 1], text, counts));
  const words = [...together, ...single, ...joined]
    .sort((a, b) => a.rank - b.rank)
    .map(({ edits, cost, change }): Candidate => ({ q: applyEdits(text, edits), change, cost, edits }));
  const loose = looserQueries(query, text, spots, counts);
  return [...words.slice(0, MAX_CANDIDATES - loose.length), ...loose];
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((changed, edit) => replaceSpan(changed, edit.span, edit.text), text);
}

interface WordChange {
  readonly edits: readonly Edit[];
  readonly change: SuggestedQuery['change'];
  readonly cost: number;
  readonly rank: number;
}

const NONE: readonly WordChange[] = [];

function ofWord(spot: Spot, counts: WordCounts): readonly WordChange[] {
  const written = spot.word.toLowerCase();
  const own = counts.own(spot);
  const isLikelier = ({ count }: Pick<KnownWord, 'count'>) => count > own * MORE_FREQUENT || own === 0;
  const replaced = counts
    .similar(spot)
    .filter(isLikelier)
    .map(({ term, count }): WordChange => {
      const cost = editCost(written, term);
      return { edits: [{ span: spot.span, text: term, term }], change: 'word', cost, rank: rankOf(cost, count) };
    });
  const split = splitsOf(spot)
    .map((at) => ({ at, count: counts.split(spot, at) }))
    .filter(({ count }) => count > 0 && isLikelier({ count }))
    .map(({ at, count }): WordChange => {
      const parts = `${spot.word.slice(0, at)} ${spot.word.slice(at)}`;
      const isBare = spot.isQuoted || spot.leaf.field === 'any';
      const edit = { span: spot.span, text: isBare ? parts : `"${parts}"`, term: null };
      return { edits: [edit], change: 'word_split', cost: SPACE_COST, rank: rankOf(SPACE_COST, count) };
    });
  const all = [...replaced, ...split].sort((a, b) => a.rank - b.rank).slice(0, PER_WORD);
  return all.length === 0 ? NONE : all;
}

function joinedWith(first: Spot, second: Spot | undefined, text: string, counts: WordCounts): readonly WordChange[] {
  if (second === undefined || !areNeighbours(first, second, text)) return [];
  const count = counts.joined(first, second);
  if (count === 0) return [];
  const edit = {
    span: { start: first.span.start, end: second.span.end },
    text: first.word + second.word,
    term: null,
  };
  return [{ edits: [edit], change: 'words_joined', cost: SPACE_COST, rank: rankOf(SPACE_COST, count) }];
}

/** All missing words at once. */
function combinations(missing: readonly (readonly WordChange[])[]): readonly WordChange[] {
  return missing
    .map((changes) => changes.slice(0, PER_MISSING_WORD))
    .reduce<readonly WordChange[]>(
      (all, changes) =>
        all.flatMap((one) =>
          changes.map((next) => ({
            edits: [...one.edits, ...next.edits],
            change: next.change,
            cost: one.cost + next.cost,
            rank: one.rank + next.rank,
          })),
        ),
      [{ edits: [], change: 'word', cost: 0, rank: 0 }],
    )
    .slice(0, MAX_CANDIDATES / 2);
}

/** A phrase as words, a word of a field anywhere in the post, any of the words. */
function looserQueries(query: Query, text: string, spots: readonly Spot[], counts: WordCounts): readonly Candidate[] {
  const leaves = textLeavesOf(query.root);
  const phrases = leaves.filter((leaf) => isQuoted(leaf, text) && /\s/.test(leaf.text.trim()));
  const ofFields = leaves.filter((leaf) => isOfPostField(leaf));
  const conjuncts = conjunctsOf(query.root);
  const words = conjuncts.filter((node): node is TextLeaf => node.kind === 'text' && node.field === 'any');
  const others = conjuncts.filter((node) => node.kind !== 'text' || node.field !== 'any');
  const found = new Set(
    spots.filter((spot) => counts.own(spot) > 0 && spot.leaf.field === 'any').map(({ leaf }) => leaf),
  );
  return [
    ...loosened('quotes', text, phrases, unquoted),
    ...loosened('field', text, ofFields, (leaf) => text.slice(leaf.span.start, leaf.span.end).replace(/^[^:]*:/, '')),
    ...(words.filter((node) => found.has(node)).length < 2
      ? []
      : [
          {
            q: print({
              ...query,
              root: allOfNodes([...others, ...[anyOfNodes(words)].filter((node) => node !== null)]),
            }),
            change: 'any_word' as const,
            cost: LOOSENED.any_word,
            edits: [],
          },
        ]),
  ];
}

function loosened(
  change: 'quotes' | 'field',
  text: string,
  leaves: readonly TextLeaf[],
  textOf: (leaf: TextLeaf) => string,
): readonly Candidate[] {
  if (leaves.length === 0) return [];
  const edits = leaves.map((leaf) => ({ span: leaf.span, text: textOf(leaf), term: null }));
  return [{ q: applyEdits(text, edits), change, cost: LOOSENED[change], edits: [] }];
}

function unquoted({ field, text }: TextLeaf): string {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.map((word) => (field === 'any' ? word : `${field}:${word}`)).join(' ');
}

/** Words of names and files are in no other text. */
function isOfPostField({ field }: TextLeaf): boolean {
  if (field === 'any') return false;
  const { index } = fieldOf('text', field);
  return index === 'subject' || index === 'comment';
}
