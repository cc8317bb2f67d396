/** Completions for the text before the caret: fields, their values, boards, identities, posters. */
import { isListed } from '../../../mappings/board.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { MAX_COMPLETIONS, type Completion, type Suggestions } from '../../../mappings/contract/completion.ts';
import type { SearchContext } from '../context.ts';
import { exact, words } from '../language/build.ts';
import { FIELDS, fieldNamed, type Field } from '../language/fields.ts';
import { print, printValues } from '../language/print.ts';
import { MIN_TYPED, namesBeginningWith } from './poster-names.ts';
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
    wanted.length < MIN_TYPED
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
  if (field.name === 'country') {
    return countriesBeginningWith(place.written).map(({ code, name }) => completion(place, 'country', code, name));
  }
  if (field.name === 'identity') return people(context, place);
  if (field.name === 'trip' || field.name === 'name') return posters(context, field.name, place, request);
  return beginning(valueWords(field), wanted).map(({ value, description }) =>
    completion(place, kindOf(field), value, description),
  );
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

async function posters(
  context: SearchContext,
  field: 'trip' | 'name',
  place: CaretPlace,
  request: RequestContext,
): Promise<Completion[]> {
  const { written } = place;
  if (written.replace(/^!+/, '').length < MIN_TYPED) return [];
  // Tripcodes begin with `!`, secure ones with `!!`; the completion adds it.
  const prefixes = field === 'trip' && !written.startsWith('!') ? [`!${written}`, `!!${written}`] : [written];
  const found = await namesBeginningWith(context, field, prefixes, MAX_COMPLETIONS, request);
  return found.map(({ value, count }) => ({
    ...completion(place, field === 'trip' ? 'tripcode' : 'value', writtenValue(field, value), null),
    count,
  }));
}

/** As it is written after the colon, quoted where necessary. */
function writtenValue(field: 'trip' | 'name', value: string): string {
  const leaf = field === 'trip' ? exact(field, [value]) : words(field, value);
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
