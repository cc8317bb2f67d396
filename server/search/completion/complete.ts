/** Completions for the text before the caret: fields, their values, boards, identities, and what posts have in a field. */
import { isListed } from '../../../mappings/board.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { MAX_COMPLETIONS, type Completion, type Suggestions } from '../../../mappings/contract/completion.ts';
import type { SearchContext } from '../context.ts';
import { exact, words } from '../language/build.ts';
import { FIELDS, fieldNamed, type Field } from '../language/fields.ts';
import { print, printValues } from '../language/print.ts';
import { KEYWORDS, type KeywordField } from '../plan/value-query.ts';
import { countryName } from '../language/country.ts';
import { printExact } from '../language/exact-value.ts';
import { indexedValues, type Wanted } from './indexed-values.ts';
import { caretPlaceOf, type CaretPlace } from './caret.ts';
import {
  countriesBeginningWith,
  datesBeginningWith,
  NAMED_BY_VALUE,
  valueWords,
  type ValueWord,
} from './vocabulary.ts';

export interface CompleteParams {
  readonly q: string;
  /** Position of the caret in UTF-16 code units. */
  readonly at: number;
}

export async function complete(
  context: SearchContext,
  { q, at }: CompleteParams,
  request: RequestContext,
): Promise<Completion[]> {
  const place = caretPlaceOf(q, Math.min(at, q.length), fieldNamed);
  if (place === null) return [];
  const field = place.field === null ? null : fieldNamed(place.field);
  const found = field === null ? await ofWord(context, place) : await ofField(context, field, place, request);
  return found.slice(0, MAX_COMPLETIONS);
}

/** Shorter words begin too many values of fields to be meant as one. */
const MIN_NAMED = 2;

/** Browsers show no more. */
const MAX_SUGGESTIONS = 10;

/** The whole query with each completion of its end. Empty for an empty query, which browsers send before the first letter. */
export async function suggest(context: SearchContext, q: string, request: RequestContext): Promise<Suggestions> {
  const completions = q.trim() === '' ? [] : await complete(context, { q, at: q.length }, request);
  const shown = completions.slice(0, MAX_SUGGESTIONS);
  return [
    q,
    shown.map(({ text, from, to }) => q.slice(0, from) + text + q.slice(to)),
    shown.map(({ description }) => description ?? ''),
  ];
}

/** A bare word may become a field, a value such as is:deleted, a board, or OR. */
async function ofWord(context: SearchContext, place: CaretPlace): Promise<Completion[]> {
  const wanted = place.written.toLowerCase();
  if (wanted.startsWith('/')) return (await boards(context, place, wanted)).map(onBoard);
  const fields = FIELDS.filter(({ name, aliases }) => [name, ...aliases].some((word) => word.startsWith(wanted))).map(
    ({ name, description }) => completion(place, 'field', `${name}:`, description),
  );
  if (wanted === '') return fields;
  const named = (await boards(context, place, wanted)).filter(({ text }) => text === wanted).map(onBoard);
  const values =
    wanted.length < MIN_NAMED
      ? []
      : NAMED_BY_VALUE.flatMap((field) =>
          beginning(valueWords(field), wanted).map(({ value, description }) =>
            completion(place, kindOf(field), `${field.name}:${value}`, description ?? field.description),
          ),
        );
  const operators = 'or'.startsWith(wanted)
    ? [completion(place, 'operator', 'OR', 'either the condition before it or the one after it')]
    : [];
  return [...fields, ...named, ...values, ...operators];
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
    return datesBeginningWith(wanted, context.clock()).map(({ value, description }) =>
      completion(place, 'date', value, description),
    );
  }
  if (field.name === 'identity') return people(context, place);
  const ofPosts = isKeywordField(field.name) ? await fromPosts(context, field.name, place, request) : [];
  const named =
    field.name === 'country'
      ? countriesBeginningWith(place.written).map(({ code, name }) => completion(place, 'country', code, name))
      : beginning(valueWords(field), wanted).map(({ value, description }) =>
          completion(place, kindOf(field), value, description),
        );
  // With nothing written, what posts have is enough.
  const isEnough = wanted === '' && ofPosts.length > 0;
  return [...ofPosts, ...(isEnough ? [] : named.filter(({ text }) => !ofPosts.some((other) => other.text === text)))];
}

function kindOf({ kind }: Field): Completion['kind'] {
  return kind === 'sort' ? 'sort' : 'value';
}

async function boards(context: SearchContext, place: CaretPlace, written: string): Promise<Completion[]> {
  const wanted = written.replaceAll(/^\/|\/$/g, '');
  const listed = new Set((await context.boards.all()).filter(isListed).map(({ name }) => name));
  const views = (await context.boards.views()).filter(({ name }) => listed.has(name));
  const byName = views.filter(({ name }) => name.startsWith(wanted));
  const byTitle = views.filter((board) => !byName.includes(board) && board.title.toLowerCase().includes(wanted));
  return [...byName, ...byTitle].map(({ name, title, posts }) => ({
    ...completion(place, 'board', name, title),
    count: posts,
  }));
}

/** Identities whose name, or a word of it, begins with the written text. */
async function people(context: SearchContext, place: CaretPlace): Promise<Completion[]> {
  const wanted = place.written.toLowerCase();
  return (await context.identities.all())
    .filter(({ name }) => wordsOf(name).some((word) => word.startsWith(wanted)))
    .map(({ name, aliases }) =>
      completion(place, 'value', printValues('identity', [name]), aliases.map(({ value }) => value).join(', ') || null),
    );
}

function wordsOf(name: string): readonly string[] {
  return [name, ...name.split(/\s+/)].map((word) => word.toLowerCase());
}

/** What posts have in a field, most frequent first. */
async function fromPosts(
  context: SearchContext,
  field: KeywordField,
  place: CaretPlace,
  request: RequestContext,
): Promise<Completion[]> {
  const found = await indexedValues(context, field, wantedOf(field, place.written), request);
  return found.map(({ value, count }) => ({
    ...completion(place, KINDS[field] ?? 'value', writtenValue(field, value), meaningOf(field, value)),
    count,
  }));
}

const KINDS: Partial<Record<KeywordField, Completion['kind']>> = { trip: 'tripcode', country: 'country' };

function isKeywordField(name: string): name is KeywordField {
  return Object.hasOwn(KEYWORDS, name);
}

function wantedOf(field: KeywordField, written: string): Wanted {
  const wanted = written.toLowerCase();
  const size = MAX_COMPLETIONS;
  switch (field) {
    // Tripcodes begin with `!`, secure ones with `!!`; the completion adds it.
    case 'trip':
      return { prefixes: written.startsWith('!') ? [written] : [`!${written}`, `!!${written}`], size };
    // There are few, with names that differ from their values.
    case 'country': {
      const codes = new Set(countriesBeginningWith(written).map(({ code }) => code));
      return { prefixes: [written], size, isWanted: (value) => codes.has(value) || value.startsWith(wanted) };
    }
    case 'capcode':
      return { prefixes: [written], size, isWanted: (value) => printExact(field, value).startsWith(wanted) };
    case 'ext':
      return { prefixes: [wanted], size, isWanted: (value) => value.startsWith(wanted) };
    case 'domain':
      return { prefixes: [wanted], size };
    case 'name':
    case 'email':
    case 'id':
      return { prefixes: [written], size };
  }
}

function meaningOf(field: KeywordField, value: string): string | null {
  if (field === 'country') return countryName(value);
  const known = fieldNamed(field);
  const word = field === 'name' ? value : printExact(field, value);
  return known === null ? null : (valueWords(known).find((other) => other.value === word)?.description ?? null);
}

/** As it is written after the colon, quoted where necessary. */
function writtenValue(field: KeywordField, value: string): string {
  const leaf = field === 'name' ? words(field, value) : exact(field, [value]);
  return print({ root: leaf, sort: null, group: null }).slice(field.length + 1);
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
  return values.filter(({ value }) => value.startsWith(wanted));
}
