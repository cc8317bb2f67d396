/**
 * Texts of the pages by key, in the reader's language. English texts come with the parts of the pages that show them: `t` of this
 * module has those of all pages, and a part that is loaded later has a `t` of its own (`textsOf`), whose keys the compiler checks.
 * English stands in until the texts of another language are loaded.
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
let texts = english;
let language = FALLBACK;
/** Made when they are first used: loading the browser's data of languages takes a slow phone 45 ms. */
let numbers: Intl.NumberFormat | undefined;
let plurals: Intl.PluralRules | undefined;

/** Loads the texts of a language. If they cannot be loaded, the pages stay in English. */
export async function setLanguage(wanted: string): Promise<void> {
  const loaded = await LANGUAGES.get(wanted)
    ?.load?.()
    .catch(() => null);
  texts = loaded ?? english;
  language = loaded == null ? FALLBACK : wanted;
  numbers = undefined;
  plurals = undefined;
}

/** The language in which pages are rendered now. */
export function currentLanguage(): string {
  return language;
}

/** Its tag for numbers and dates. */
export function currentLocale(): string {
  return LANGUAGES.get(language)?.locale ?? FALLBACK;
}

/** The texts of a part of the pages, beside those of all pages. `Names`: the placeholders of its texts. */
export function textsOf<Area extends Texts, Names>(
  area: Area,
): TextsOf<TextKeys<Area> | TextKeys<OfAllPages>, Names & Placeholders> {
  const isEnglish = texts === english;
  english = { ...english, ...area };
  if (isEnglish) texts = english;
  return {
    t: (key: string, values?: TextValues<string | number>) => textIn(key, values).join(''),
    tRich: (key: string, values?: TextValues<ReactNode>) => textIn(key, values),
  } as TextsOf<TextKeys<Area> | TextKeys<OfAllPages>, Names & Placeholders>;
}

export const { t, tRich } = textsOf<OfAllPages, Placeholders>(ofAllPages);

/** The text of a key that is put together; null without such a text. */
export function textOf(key: string): string | null {
  return Object.hasOwn(texts, key) ? (texts[key] ?? null) : null;
}

/**
 * Why the API refused a request. In English the API's own sentence, which is more exact than a text for its code; in other
 * languages that text, if there is one.
 */
export function problemText({ code, detail }: Pick<Problem, 'code' | 'detail'>): string {
  return textOf(`problem.${code}`) ?? detail;
}

/** What is probably wrong with a query. */
export function hintText({ code, message }: Pick<SearchHint, 'code' | 'message'>): string {
  return textOf(`hint.${code}`) ?? message;
}

export function errorText({ problem, message }: ApiError): string {
  return problem === null ? message : problemText(problem);
}

function textIn<Value>(key: string, values: TextValues<Value> = {}): readonly (Value | string)[] {
  const text = textOf(key) ?? pluralOf(key, Number(values['count'])) ?? english[key] ?? key;
  return textParts(text, values).map((part) => {
    if (typeof part !== 'number') return part;
    numbers ??= new Intl.NumberFormat(currentLocale());
    return numbers.format(part);
  });
}

function pluralOf(key: string, count: number): string | undefined {
  plurals ??= new Intl.PluralRules(currentLocale());
  return texts[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`] ?? english[`${key}_other`];
}
