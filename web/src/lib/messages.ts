/**
 * Texts of the pages by key, in the reader's language. English texts are bundled with the parts of the pages that show them: `t` of
 * this module has the texts of all pages, and a part that is loaded later has its own `t` (`textsOf`), whose keys the compiler checks.
 * English is shown until the texts of another language are loaded.
 */
import type { ReactNode } from 'react';
import { LANGUAGES } from 'virtual:languages';
import type { Problem } from '../../../mappings/contract/problem.ts';
import type { SearchHint } from '../../../mappings/contract/search.ts';
import common from '../../../mappings/locales/en/common.json';
import fields from '../../../mappings/locales/en/fields.json';
import posts from '../../../mappings/locales/en/posts.json';
import search from '../../../mappings/locales/en/search.json';
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { type TextKeys, textParts, type Texts, type TextValues, type TextWriter } from '../../../mappings/texts.ts';
import type { ApiError } from './api-error.ts';
import { perPage } from './page-scope.ts';

const ofAllPages = { ...common, ...fields, ...posts, ...search };
type OfAllPages = typeof ofAllPages;

interface TextsOf<Keys, Names> {
  /** The text of a key; numbers among its values are formatted for the language. */
  readonly t: TextWriter<Keys, Names, string | number, string>;
  /** `t` with elements as values; they need keys. */
  readonly tRich: TextWriter<Keys, Names, ReactNode, readonly ReactNode[]>;
}

const FALLBACK = 'en';

let english: Texts = ofAllPages;

interface PageTexts {
  readonly language: string;
  /** null in English. */
  readonly texts: Texts | null;
  /** Created when first used: loading the browser's language data takes 45 ms on a slow phone. */
  numbers?: Intl.NumberFormat;
  plurals?: Intl.PluralRules;
}

const page = perPage<{ now: PageTexts }>(() => ({ now: { language: FALLBACK, texts: null } }));

/** Loads the texts of a language for this page. If they cannot be loaded, it stays in English. */
export async function setLanguage(wanted: string): Promise<void> {
  const { load = null } = LANGUAGES.get(wanted) ?? {};
  const texts = load === null ? null : await load().catch(() => null);
  page().now = { language: texts === null ? FALLBACK : wanted, texts };
}

/** The language of this page. */
export function currentLanguage(): string {
  return page().now.language;
}

/** The BCP 47 tag of this language, for numbers and dates. */
export function currentLocale(): string {
  return LANGUAGES.get(currentLanguage())?.locale ?? FALLBACK;
}

/** The texts of a part of the pages, beside those of all pages. `Names`: the placeholders of its texts. */
export function textsOf<Area extends Texts, Names>(
  area: Area,
): TextsOf<TextKeys<Area> | TextKeys<OfAllPages>, Names & Placeholders> {
  addTexts(area);
  return {
    t: (key: string, values?: TextValues<string | number>) => textIn(key, values).join(''),
    tRich: (key: string, values?: TextValues<ReactNode>) => textIn(key, values),
  } as TextsOf<TextKeys<Area> | TextKeys<OfAllPages>, Names & Placeholders>;
}

/** Adds English texts, without a `t` for them: `nameText` finds them. */
export function addTexts(area: Texts): void {
  english = { ...english, ...area };
}

export const { t, tRich } = textsOf<OfAllPages, Placeholders>(ofAllPages);

/** The texts as a list in the page's language: "5 replies, 2 files". */
export function listed(texts: readonly string[]): string {
  return texts.length === 0 ? '' : texts.reduce((first, second) => t('list.pair', { first, second }));
}

/** The areas of names that modules add to: search fields and their meanings, values of `is:` and `has:`, facets with their values, orders, settings of boards, kinds of tasks, counts of a removal, and the sentences of the audit log with the names of its kinds of things, verbs and columns. */
type NameArea =
  | 'field'
  | 'field-help'
  | 'is'
  | 'has'
  | 'facet'
  | 'form'
  | 'search'
  | 'setting'
  | 'setting-help'
  | 'settings'
  | 'task'
  | 'removal'
  | 'audit-log'
  | 'audit-kind'
  | 'audit-verb'
  | 'audit-column';

/** The name of a declared thing, in the texts of the pages or of its module; null if there is none. */
export function nameText(key: `${NameArea}.${string}`): string | null {
  return textOf(key) ?? english[key] ?? null;
}

/** The text of a computed key; null if there is none. */
export function textOf(key: string): string | null {
  const texts = page().now.texts ?? english;
  return Object.hasOwn(texts, key) ? (texts[key] ?? null) : null;
}

/**
 * The reason why the API refused a request. In English the API's own sentence, which is more precise than a text for its code; in other
 * languages that text, if there is one.
 */
export function problemText({ code, detail }: Pick<Problem, 'code' | 'detail'>): string {
  return textOf(`problem.${code}`) ?? detail;
}

/** The probable mistake in a query. */
export function hintText({ code, message }: Pick<SearchHint, 'code' | 'message'>): string {
  return textOf(`hint.${code}`) ?? message;
}

export function errorText({ problem, message }: ApiError): string {
  return problem === null ? message : problemText(problem);
}

function textIn<Value>(key: string, values: TextValues<Value> = {}): readonly (Value | string)[] {
  const { now } = page();
  const text = textOf(key) ?? pluralOf(now, key, Number(values['count'])) ?? english[key] ?? key;
  return textParts(text, values).map((part) => {
    if (typeof part !== 'number') return part;
    now.numbers ??= new Intl.NumberFormat(currentLocale());
    return now.numbers.format(part);
  });
}

function pluralOf(now: PageTexts, key: string, count: number): string | undefined {
  now.plurals ??= new Intl.PluralRules(currentLocale());
  const texts = now.texts ?? english;
  return texts[`${key}_${now.plurals.select(count)}`] ?? texts[`${key}_other`] ?? english[`${key}_other`];
}
