/** What may be meant by what stands before the caret: fields, their values, boards, posters. */
import { MAX_COMPLETIONS, type Completion } from '../../../mappings/contract/completion.ts';
import type { SearchHouse } from '../context.ts';
import { FIELDS, fieldNamed, type Field } from '../language/fields.ts';
import { print, printValues } from '../language/print.ts';
import type { Leaf } from '../language/tree.ts';
import { countriesBeginningWith } from './countries.ts';
import { momentsBeginningWith } from './moments.ts';
import { MIN_PREFIX, namesBeginningWith } from './poster-names.ts';
import { placeOf, type Place } from './caret.ts';
import { NAMED_BY_VALUE, valueWords, type ValueWord } from './vocabulary.ts';

export interface CompleteRequest {
  readonly q: string;
  /** Where the caret is, in UTF-16 code units. */
  readonly at: number;
  readonly signal: AbortSignal;
}

export async function complete(house: SearchHouse, { q, at, signal }: CompleteRequest): Promise<Completion[]> {
  const place = placeOf(q, Math.min(at, q.length), fieldNamed);
  if (place === null) return [];
  const field = place.field === null ? null : fieldNamed(place.field);
  const found = field === null ? await ofWord(house, place) : await ofField(house, field, place, signal);
  return found.slice(0, MAX_COMPLETIONS);
}

/** A word by itself may become a field, a value such as is:deleted by its own name, or a board. */
async function ofWord(house: SearchHouse, place: Place): Promise<Completion[]> {
  const wanted = place.written.toLowerCase();
  if (wanted.startsWith('/')) return (await boards(house, place, wanted)).map(onBoard);
  const fields = FIELDS.filter(({ name, aliases }) => [name, ...aliases].some((word) => word.startsWith(wanted))).map(
    ({ name, description }) => completion(place, 'field', `${name}:`, description),
  );
  if (wanted === '') return fields;
  const named = (await boards(house, place, wanted)).filter(({ text }) => text === wanted).map(onBoard);
  const values =
    wanted.length < MIN_PREFIX
      ? []
      : NAMED_BY_VALUE.flatMap((field) =>
          beginning(valueWords(field), wanted).map(({ value, description }) =>
            completion(place, kindOf(field), `${field.name}:${value}`, description ?? field.description),
          ),
        );
  const operators = 'or'.startsWith(wanted)
    ? [completion(place, 'operator', 'OR', 'what is before it or after it')]
    : [];
  return [...fields, ...named, ...values, ...operators];
}

async function ofField(house: SearchHouse, field: Field, place: Place, signal: AbortSignal): Promise<Completion[]> {
  const wanted = place.written.toLowerCase();
  if (field.kind === 'board') return boards(house, place, wanted);
  if (field.kind === 'time') {
    return momentsBeginningWith(wanted, house.clock()).map(({ value, description }) =>
      completion(place, 'date', value, description),
    );
  }
  if (field.name === 'country') {
    return countriesBeginningWith(place.written).map(({ code, name }) => completion(place, 'country', code, name));
  }
  if (field.name === 'identity') return people(house, place);
  if (field.name === 'trip' || field.name === 'name') return posters(house, field.name, place, signal);
  return beginning(valueWords(field), wanted).map(({ value, description }) =>
    completion(place, kindOf(field), value, description),
  );
}

function kindOf({ kind }: Field): Completion['kind'] {
  return kind === 'sort' ? 'sort' : 'value';
}

async function boards(house: SearchHouse, place: Place, written: string): Promise<Completion[]> {
  const wanted = written.replaceAll(/^\/|\/$/g, '');
  const views = await house.boards.views();
  const byName = views.filter(({ name }) => name.startsWith(wanted));
  const byTitle = views.filter((board) => !byName.includes(board) && board.title.toLowerCase().includes(wanted));
  return [...byName, ...byTitle].map(({ name, title, posts }) => ({
    ...completion(place, 'board', name, title),
    count: posts,
  }));
}

/** Whose name begins so, or a word of it does. */
async function people(house: SearchHouse, place: Place): Promise<Completion[]> {
  const wanted = place.written.toLowerCase();
  return (await house.identities.all())
    .filter(({ name }) => wordsOf(name).some((word) => word.startsWith(wanted)))
    .map(({ name, aliases }) =>
      completion(place, 'value', printValues('identity', [name]), aliases.map(({ value }) => value).join(', ') || null),
    );
}

function wordsOf(name: string): readonly string[] {
  return [name, ...name.split(/\s+/)].map((word) => word.toLowerCase());
}

async function posters(
  house: SearchHouse,
  field: 'trip' | 'name',
  place: Place,
  signal: AbortSignal,
): Promise<Completion[]> {
  const { written } = place;
  if (written.replace(/^!+/, '').length < MIN_PREFIX) return [];
  // Every tripcode begins with the sign, a secure one with two; nobody has to type it.
  const prefixes = field === 'trip' && !written.startsWith('!') ? [`!${written}`, `!!${written}`] : [written];
  const found = await namesBeginningWith(house, field, prefixes, { size: MAX_COMPLETIONS, signal });
  return found.map(({ value, count }) => ({
    ...completion(place, field === 'trip' ? 'tripcode' : 'value', writtenValue(field, value), null),
    count,
  }));
}

/** As the language spells it behind the colon, in quotes where that must be. */
function writtenValue(field: 'trip' | 'name', value: string): string {
  const leaf: Leaf =
    field === 'trip'
      ? { kind: 'exact', field, values: [value], span: NOWHERE }
      : { kind: 'text', field, text: value, prefix: false, span: NOWHERE };
  return print({ root: leaf, sort: null, group: null }).slice(field.length + 1);
}

const NOWHERE = { start: 0, end: 0 };

function completion(
  { from, to }: Place,
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
