/** Completions for the text before the caret: fields, their values, boards, identities, words and values in posts, threads, and emoji by name. */
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
import { boardsAround, wordsUpTo } from './around-caret.ts';
import { threadsAbout } from './threads.ts';
import { wordsBeginningWith } from './words.ts';
import { hasEnoughLetters } from './words-in-texts.ts';

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
  const found =
    field === null
      ? await ofWord(context, { q, place, language }, request)
      : await ofField(context, { q, place, field }, request);
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

/** Completions of the query's language before words of posts; further ones come last. */
const MAX_BEFORE_WORDS = 3;
const MAX_WORDS = 4;
const MAX_THREADS = 2;

interface AtWord {
  readonly q: string;
  readonly place: CaretPlace;
  readonly language: string;
}

/** A bare word may be completed to a field, a value such as is:deleted, a board, OR, a word, a thread, or an emoji; `:heart` only to emoji. */
async function ofWord(
  context: SearchContext,
  { q, place, language }: AtWord,
  request: RequestContext,
): Promise<Completion[]> {
  const wanted = place.written.toLowerCase();
  if (wanted.startsWith(':')) return emoji(place, wanted.replaceAll(/^:|:$/g, ''), language, MAX_COMPLETIONS);
  if (wanted === '') return fieldsBeginning(place, wanted);
  const [known, inPosts, about, pictures] = await Promise.all([
    ofLanguage(context, place, wanted),
    wordsOfPosts(context, { q, place, field: null }, request),
    threads(context, q, place, request),
    Buffer.byteLength(wanted) < MIN_EMOJI_BYTES ? [] : emoji(place, wanted, language, MAX_EMOJI_OF_WORD),
  ]);
  const first = known.slice(0, MAX_BEFORE_WORDS);
  return [...first, ...inPosts, ...about, ...known.slice(MAX_BEFORE_WORDS), ...pictures];
}

function fieldsBeginning(place: CaretPlace, wanted: string): Completion[] {
  return FIELDS.filter(({ name, aliases }) => [name, ...aliases].some((word) => word.startsWith(wanted))).map(
    ({ name, description }) => completion(place, 'field', `${name}:`, description),
  );
}

async function ofLanguage(context: SearchContext, place: CaretPlace, wanted: string): Promise<Completion[]> {
  if (wanted.startsWith('/')) return (await boards(context, place, wanted)).map(onBoard);
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
  return [...fieldsBeginning(place, wanted), ...named, ...values, ...operators];
}

interface AtField {
  readonly q: string;
  readonly place: CaretPlace;
  readonly field: Field;
}

/** Words of posts on the boards of the query. `field`: null for a bare word. */
async function wordsOfPosts(
  context: SearchContext,
  { q, place, field }: Omit<AtField, 'field'> & { readonly field: FieldOf<'text'> | null },
  request: RequestContext,
): Promise<Completion[]> {
  const index = field === null ? 'any' : field.index;
  if (place.quoted || (index !== 'any' && index !== 'subject' && index !== 'comment')) return [];
  const sought = { field: index, isOfOpener: field?.isOfOpener === true, written: place.written } as const;
  const found = await wordsBeginningWith(context, { ...sought, boards: boardsAround(q, place) }, request);
  return found.slice(0, MAX_WORDS).map(({ word, count }) => ({
    ...completion(place, 'word', printWord(word), null),
    count,
  }));
}

/** Quoted if it reads like an operator. */
function printWord(word: string): string {
  return print({ root: words('any', word), sort: null, group: null });
}

async function threads(
  context: SearchContext,
  q: string,
  place: CaretPlace,
  request: RequestContext,
): Promise<Completion[]> {
  const written = wordsUpTo(q, place);
  if (written === null || !hasEnoughLetters(written.text)) return [];
  const found = await threadsAbout(context, { text: written.text, boards: boardsAround(q, place) }, request);
  return found.slice(0, MAX_THREADS).map(({ board, num, subject }) => ({
    ...completion(place, 'thread', print({ root: words('subject', subject), sort: null, group: null }), subject),
    from: written.from,
    to: written.to,
    thread: { board, num },
  }));
}

async function emoji(place: CaretPlace, wanted: string, language: string, size: number): Promise<Completion[]> {
  return (await emojiNamed(wanted, language, size)).map((found) => completion(place, 'emoji', found.emoji, found.name));
}

async function ofField(
  context: SearchContext,
  { q, place, field }: AtField,
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
  if (field.kind === 'text' && completed === null) return wordsOfPosts(context, { q, place, field }, request);
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
  return { text, kind, from, to, description, count: null, thread: null };
}

function onBoard(found: Completion): Completion {
  return { ...found, text: `board:${found.text}` };
}

function beginning(values: readonly ValueWord[], wanted: string): readonly ValueWord[] {
  return values.filter(([value]) => value.startsWith(wanted));
}
