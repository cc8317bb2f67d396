/** Completions for the text before the caret: fields, their values, boards, identities, values in posts, and emoji by name. */
import { isListed } from '../../../mappings/board.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { MAX_COMPLETIONS, type Completion, type Suggestions } from '../../../mappings/contract/completion.ts';
import type { SearchContext } from '../context.ts';
import { exact, words } from '../language/build.ts';
import {
  fieldNamed,
  FIELDS,
  printExact,
  valueWords,
  type Field,
  type FieldOf,
} from '../../../mappings/search/fields.ts';
import type { IndexedValues, ValueWord } from '../../../mappings/search/field.ts';
import { foldPlain } from '../../../mappings/text-analysis/fold.ts';
import { print, printValues } from '../language/print.ts';
import { textQuery } from '../plan/text-query.ts';
import { indexedValues, type CompletedField, type Wanted } from './indexed-values.ts';
import { caretPlaceOf, type CaretPlace } from './caret.ts';
import { datesBeginningWith } from './dates.ts';
import { emojiNamed } from './emoji.ts';

export interface CompleteParams {
  readonly q: string;
  /** Position of the caret in UTF-16 code units. */
  readonly at: number;
  /** The reader's language, in which emoji have names. */
  readonly language: string;
}

export async function complete(
  context: SearchContext,
  { q, at, language }: CompleteParams,
  request: RequestContext,
): Promise<Completion[]> {
  const place = caretPlaceOf(q, Math.min(at, q.length), fieldNamed);
  if (place === null) return [];
  const field = place.field === null ? null : fieldNamed(place.field);
  const found = field === null ? await ofWord(context, place, language) : await ofField(context, field, place, request);
  return found.slice(0, MAX_COMPLETIONS);
}

/** Kinds of fields whose values are clear without the field's name, so that a bare word is completed to them. */
const NAMED_BY_VALUE = new Set<Field['kind']>(['is', 'has', 'sort', 'group']);

/** A shorter word begins too many values of fields to be meant as one of them. */
const MIN_NAMED = 2;

/** A word is offered few emoji, since it is mostly meant as a word, and only from three letters on, or one kanji, which has as many bytes. */
const MAX_EMOJI_OF_WORD = 3;
const MIN_EMOJI_BYTES = 3;

/** Browsers show no more. */
const MAX_SUGGESTIONS = 10;

/** The whole query with each completion of its end. Empty for an empty query, which browsers send before the first letter. */
export async function suggest(
  context: SearchContext,
  { q, language }: Pick<CompleteParams, 'q' | 'language'>,
  request: RequestContext,
): Promise<Suggestions> {
  const completions = q.trim() === '' ? [] : await complete(context, { q, at: q.length, language }, request);
  const shown = completions.slice(0, MAX_SUGGESTIONS);
  return [
    q,
    shown.map(({ text, from, to }) => q.slice(0, from) + text + q.slice(to)),
    shown.map(({ description }) => description ?? ''),
  ];
}

/** A bare word may be completed to a field, a value such as is:deleted, a board, OR, or an emoji; `:heart` only to emoji. */
async function ofWord(context: SearchContext, place: CaretPlace, language: string): Promise<Completion[]> {
  const wanted = place.written.toLowerCase();
  if (wanted.startsWith(':')) return emoji(place, wanted.replaceAll(/^:|:$/g, ''), language, MAX_COMPLETIONS);
  if (wanted.startsWith('/')) return (await boards(context, place, wanted)).map(onBoard);
  const fields = FIELDS.filter(({ name, aliases }) => [name, ...aliases].some((word) => word.startsWith(wanted))).map(
    ({ name, description }) => completion(place, 'field', `${name}:`, description),
  );
  if (wanted === '') return fields;
  const named = (await boards(context, place, wanted)).filter(({ text }) => text === wanted).map(onBoard);
  const values =
    wanted.length < MIN_NAMED
      ? []
      : FIELDS.filter(({ kind }) => NAMED_BY_VALUE.has(kind)).flatMap((field) =>
          beginning(valueWords(field), wanted).map(([value, description]) =>
            completion(place, kindOf(field), `${field.name}:${value}`, description ?? field.description),
          ),
        );
  const operators = 'or'.startsWith(wanted)
    ? [completion(place, 'operator', 'OR', 'either the condition before it or the one after it')]
    : [];
  const pictures =
    Buffer.byteLength(wanted) < MIN_EMOJI_BYTES ? [] : await emoji(place, wanted, language, MAX_EMOJI_OF_WORD);
  return [...fields, ...named, ...values, ...operators, ...pictures];
}

async function emoji(place: CaretPlace, wanted: string, language: string, size: number): Promise<Completion[]> {
  return (await emojiNamed(wanted, language, size)).map((found) => completion(place, 'emoji', found.emoji, found.name));
}

async function ofField(
  context: SearchContext,
  field: Field,
  place: CaretPlace,
  request: RequestContext,
): Promise<Completion[]> {
  const wanted = place.written.toLowerCase();
  if (field.kind === 'board') return boards(context, place, wanted);
  if (field.kind === 'time') {
    return datesBeginningWith(wanted, context.clock()).map(([value, description]) =>
      completion(place, 'date', value, description),
    );
  }
  if (field.name === 'identity') return people(context, place);
  const completed = completedOf(field);
  const ofPosts = completed === null ? [] : await fromPosts(context, field, completed, place, request);
  const known = field.kind === 'exact' && field.suggest !== undefined ? field.suggest(place.written) : null;
  const named = (known ?? beginning(valueWords(field), wanted)).map(([value, description]) =>
    completion(place, kindOf(field), value, description),
  );
  // For an empty input, the values in posts are enough.
  const isEnough = wanted === '' && ofPosts.length > 0;
  return [...ofPosts, ...(isEnough ? [] : named.filter(({ text }) => !ofPosts.some((other) => other.text === text)))];
}

function kindOf(field: Field): Completion['kind'] {
  if (field.kind === 'sort') return 'sort';
  return (field.kind === 'exact' ? field.completionKind : undefined) ?? 'value';
}

async function boards(context: SearchContext, place: CaretPlace, written: string): Promise<Completion[]> {
  const wanted = written.replaceAll(/^\/|\/$/g, '');
  const listed = new Set((await context.boards.all()).filter(isListed).map(({ name }) => name));
  const views = (await context.boards.views()).filter(({ name }) => listed.has(name));
  const byName = views.filter(({ name }) => name.startsWith(wanted));
  const folded = foldPlain(wanted);
  const byTitle = views.filter((board) => !byName.includes(board) && foldPlain(board.title).includes(folded));
  return [...byName, ...byTitle].map(({ name, title, posts }) => ({
    ...completion(place, 'board', name, title),
    count: posts,
  }));
}

/** Identities whose name, or a word of it, begins with the written text. */
async function people(context: SearchContext, place: CaretPlace): Promise<Completion[]> {
  const wanted = foldPlain(place.written);
  return (await context.identities.all())
    .filter(({ name }) => wordsOf(name).some((word) => word.startsWith(wanted)))
    .map(({ name, aliases }) =>
      completion(place, 'value', printValues('identity', [name]), aliases.map(({ value }) => value).join(', ') || null),
    );
}

function wordsOf(name: string): readonly string[] {
  return [name, ...name.split(/\s+/)].map(foldPlain);
}

type Completed = CompletedField & IndexedValues;

/** null for a field whose values are not read from posts. */
function completedOf(field: Field): Completed | null {
  if (field.kind === 'text') return field.completed ?? null;
  if (field.kind !== 'exact' || field.completed === undefined || field.index === null) return null;
  return { ...field.completed, index: field.index, presentBy: { exists: { field: field.index } } };
}

/** The values of a field in posts, most frequent first. */
async function fromPosts(
  context: SearchContext,
  field: Field,
  completed: Completed,
  place: CaretPlace,
  request: RequestContext,
): Promise<Completion[]> {
  const found = await indexedValues(context, completed, wantedOf(field, completed, place.written), request);
  return found.map(({ value, count }) => ({
    ...completion(place, kindOf(field), writtenValue(field, value), meaningOf(field, value)),
    count,
  }));
}

function wantedOf(field: Field, { prefixes, isWanted }: IndexedValues, written: string): Wanted {
  const lower = written.toLowerCase();
  return {
    prefixes: prefixes?.(written) ?? [written],
    size: MAX_COMPLETIONS,
    ...(field.kind === 'text' && { words: textQuery(field.name, { text: written, prefix: true }, null) }),
    ...(isWanted !== undefined && { isWanted: (value: string) => isWanted(value, lower) }),
  };
}

function meaningOf(field: Field, value: string): string | null {
  if (field.kind === 'exact' && field.describe !== undefined) return field.describe(value);
  const word = field.kind === 'exact' ? printExact(field.name, value) : value;
  return valueWords(field).find(([other]) => other === word)?.[1] ?? null;
}

/** The value as it is written after the colon, quoted where necessary. */
function writtenValue(field: Field, value: string): string {
  const leaf = field.kind === 'exact' ? exact(field.name, [value]) : words((field as FieldOf<'text'>).name, value);
  return print({ root: leaf, sort: null, group: null }).slice(field.name.length + 1);
}

function completion(
  { from, to }: CaretPlace,
  kind: Completion['kind'],
  text: string,
  description: string | null,
): Completion {
  return { text, kind, from, to, description, count: null };
}

function onBoard(found: Completion): Completion {
  return { ...found, text: `board:${found.text}` };
}

function beginning(values: readonly ValueWord[], wanted: string): readonly ValueWord[] {
  return values.filter(([value]) => value.startsWith(wanted));
}
