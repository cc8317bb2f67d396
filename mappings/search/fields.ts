/** All fields of the query language with those of the modules, in the order of completions. */
import type { SharedModule } from '../module.ts';
import { MODULES } from '../modules.ts';
import type { KindValue, SearchField, ValueWord } from './field.ts';
import { ADDED_FIELDS } from './fields/added.ts';
import { ANSWER_FIELDS } from './fields/answer.ts';
import { FILE_FIELDS } from './fields/file.ts';
import { HAS, IS, KIND_FIELDS } from './fields/kinds.ts';
import { POSTER_FIELDS } from './fields/poster.ts';
import { RARE_FIELDS } from './fields/rare.ts';
import { THREAD_FIELDS } from './fields/thread.ts';
import { TIME_FIELDS } from './fields/times.ts';
import { WORD_FIELDS } from './fields/words.ts';
import { SORTS } from './sorts.ts';
import type { ReadValue } from './values/mistake.ts';

type Module = (typeof MODULES)[number];
type AddedField<M = Module> = M extends { readonly search: { readonly fields: readonly (infer F)[] } } ? F : never;
type AddedValue<K extends 'is' | 'has', M> = M extends { readonly search: Readonly<Record<K, infer V>> }
  ? keyof V
  : never;

const added = (MODULES as readonly SharedModule[]).map(({ search = {} }) => search);

const DECLARED = [
  ...WORD_FIELDS,
  ...KIND_FIELDS,
  ...TIME_FIELDS,
  ...POSTER_FIELDS,
  ...FILE_FIELDS,
  ...ADDED_FIELDS,
  ...THREAD_FIELDS,
  ...RARE_FIELDS,
  ...ANSWER_FIELDS,
  ...(added.flatMap(({ fields = [] }) => fields) as readonly unknown[] as readonly AddedField[]),
] as const;
type Declared = (typeof DECLARED)[number];

export type FieldKind = Declared['kind'];
export type FieldName = Declared['name'];
/** Names of the fields of this kind. */
export type NameOf<K extends FieldKind> = Extract<Declared, { readonly kind: K }>['name'];

/** `any`: comment and subject, for bare words. */
export type TextName = NameOf<'text'> | 'any';
/** Fields of which parts of words can be searched. */
export type PartName = Extract<Declared, { readonly kind: 'text'; readonly parts: object }>['name'];
export type ExactName = NameOf<'exact'>;
export type NumberName = NameOf<'number'>;
export type TimeName = NameOf<'time'>;

/** Names of the fields that modules add with a facet. */
type FacetOf<F> = F extends { readonly kind: 'exact'; readonly name: infer N; readonly facet: object } ? N : never;
export const FACETS_OF_MODULES = added.flatMap(({ fields = [] }) =>
  fields.filter((field) => field.kind === 'exact' && field.facet !== undefined).map(({ name }) => name),
) as readonly unknown[] as readonly FacetOf<AddedField>[];

export type Field = {
  [K in FieldKind]: Extract<SearchField, { readonly kind: K }> & { readonly kind: K; readonly name: NameOf<K> };
}[FieldKind];
export type FieldOf<K extends FieldKind> = Extract<Field, { readonly kind: K }>;

export const FIELDS: readonly Field[] = DECLARED;

type ValueOf<K extends 'is' | 'has', Core, M = Module> = keyof Core | AddedValue<K, M>;
export type IsValue = ValueOf<'is', typeof IS>;
export type HasValue = ValueOf<'has', typeof HAS>;

export const IS_KINDS: Readonly<Record<IsValue, KindValue>> = Object.assign({}, IS, ...added.map(({ is = {} }) => is));
export const HAS_KINDS: Readonly<Record<HasValue, KindValue>> = Object.assign(
  {},
  HAS,
  ...added.map(({ has = {} }) => has),
);
export const IS_VALUES = Object.keys(IS_KINDS) as readonly IsValue[];
export const HAS_VALUES = Object.keys(HAS_KINDS) as readonly HasValue[];

const BY_NAME: ReadonlyMap<string, Field> = new Map(
  FIELDS.flatMap((field) => [field.name, ...field.aliases].map((name) => [name, field])),
);

/** By name or alias, case-insensitive; null for an unknown name. */
export function fieldNamed(name: string): Field | null {
  return BY_NAME.get(name.toLowerCase()) ?? null;
}

/** The field of this kind that has the name. */
export function fieldOf<K extends FieldKind>(kind: K, name: NameOf<K>): FieldOf<K> {
  const field = BY_NAME.get(name);
  if (field?.kind !== kind) throw new TypeError(`${name} is not a field of the kind ${kind}`);
  return field as FieldOf<K>;
}

/** The trigrams of a field. */
export function partsOfField(name: PartName): NonNullable<FieldOf<'text'>['parts']> {
  const { parts } = fieldOf('text', name);
  if (parts === undefined) throw new TypeError(`${name} has no trigrams`);
  return parts;
}

export function isPartName(name: FieldName): name is PartName {
  const field = BY_NAME.get(name);
  return field?.kind === 'text' && field.parts !== undefined;
}

/** Converts a written text, which is not empty, to values of the index. */
export function readExact(name: ExactName, written: string): ReadValue {
  return fieldOf('exact', name).read?.(written) ?? [written];
}

/** The inverse of `readExact`: a text that it converts to exactly this value of the index. */
export function printExact(name: ExactName, value: string): string {
  return fieldOf('exact', name).print?.(value) ?? value;
}

/** Names and aliases. */
export const FIELD_WORDS: readonly string[] = [...BY_NAME.keys()];

/** The values that completion offers: all of a closed set, or examples. */
export function valueWords({ kind, values = [] }: Field): readonly ValueWord[] {
  if (kind === 'is') return IS_VALUES.map((value) => [value, IS_KINDS[value].description]);
  if (kind === 'has') return HAS_VALUES.map((value) => [value, HAS_KINDS[value].description]);
  return values;
}

/**
 * Words that people use for values of is:, has: and sort:. One table for all: a word is suggested for a field that has its
 * value, and for `has:` in place of `is:` (`is:photo` → `has:image`) or the other way round.
 */
export const OTHER_WORDS: ReadonlyMap<string, string> = new Map(
  [IS_KINDS, HAS_KINDS, SORTS]
    .flatMap((values) => Object.entries<{ readonly words?: readonly string[] }>(values))
    .flatMap(([value, { words = [] }]) => words.map((word) => [word, value] as const)),
);
