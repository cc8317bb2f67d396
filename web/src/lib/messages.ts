/**
 * Texts of the pages by key, in the reader's language. English comes with the pages and stands in until another catalogue is
 * loaded; English texts of parts that are loaded later come with them (lib/more-messages.ts), and those for admins with the admin pages.
 */
import type { ReactNode } from 'react';
import type { Problem } from '../../../mappings/contract/problem.ts';
import type { HintCode, SearchHint } from '../../../mappings/contract/search.ts';
import type { Message, MessageKey, Messages, MessageValues } from '../locales/catalogue.ts';
import { enForReaders } from '../locales/en-readers.ts';
import { LANGUAGES, type Language } from '../locales/languages.ts';
import type { ApiError } from './api-error.ts';

// Those of parts that are loaded later are missing until these call `addMessages`.
let english = enForReaders as unknown as Messages;
let messages = english;
/** By code; empty in English, in which the API answers. */
let problems: Readonly<Record<string, string>> = {};
let hints: Readonly<Partial<Record<HintCode, string>>> = {};
let language: Language = 'en';
/** Made when they are first used: loading the browser's data of languages takes a slow phone 45 ms. */
let numbers: Intl.NumberFormat | undefined;
let plurals: Intl.PluralRules | undefined;

/** Loads a language's catalogue. If it cannot be loaded, the pages stay in English. */
export async function setLanguage(wanted: Language): Promise<void> {
  const { load } = LANGUAGES[wanted];
  const loaded = load === null ? null : await load().catch(() => null);
  messages = loaded?.messages ?? english;
  problems = loaded?.problems ?? {};
  hints = loaded?.hints ?? {};
  language = loaded === null ? 'en' : wanted;
  numbers = undefined;
  plurals = undefined;
}

/** Adds English texts that come with a part of the pages. */
export function addMessages(part: Partial<Messages>): void {
  const isEnglish = messages === english;
  english = { ...english, ...part };
  if (isEnglish) messages = english;
}

/** The language in which pages are rendered now. */
export function currentLanguage(): Language {
  return language;
}

/** The text of a message; numbers among its values are formatted for the language. */
export function t<Key extends MessageKey>(key: Key, ...values: MessageValues<Key, string | number>): string {
  return parts<string | number>(key, values[0]).join('');
}

/** The text of a message whose key is put together; null without such a message. */
export function textOf(key: string): string | null {
  const message = Object.hasOwn(messages, key) ? messages[key as MessageKey] : null;
  return typeof message === 'string' ? message : null;
}

/** `t` with elements as values; they need keys. */
export function tRich<Key extends MessageKey>(
  key: Key,
  ...values: MessageValues<Key, ReactNode>
): readonly ReactNode[] {
  return parts<ReactNode>(key, values[0]);
}

/**
 * Why the API refused a request. In English the API's own sentence, which is more exact than the catalogue's; in other
 * languages the text for its code, if there is one.
 */
export function problemText({ code, detail }: Pick<Problem, 'code' | 'detail'>): string {
  return (Object.hasOwn(problems, code) ? problems[code] : undefined) ?? detail;
}

/** What is probably wrong with a query. */
export function hintText({ code, message }: Pick<SearchHint, 'code' | 'message'>): string {
  return hints[code] ?? message;
}

export function errorText({ problem, message }: ApiError): string {
  return problem === null ? message : problemText(problem);
}

function parts<Value>(key: MessageKey, values: Readonly<Record<string, Value>> = {}): readonly (Value | string)[] {
  const message: Message = messages[key];
  const text = typeof message === 'string' ? message : pluralOf(message, Number(values['count']));
  return text.split(/\{(\w+)\}/).map((part, place) => {
    const value = place % 2 === 0 ? part : (values[part] ?? '');
    if (typeof value !== 'number') return value;
    numbers ??= new Intl.NumberFormat(LANGUAGES[language].locale);
    return numbers.format(value);
  });
}

function pluralOf(message: Exclude<Message, string>, count: number): string {
  plurals ??= new Intl.PluralRules(LANGUAGES[language].locale);
  return message[plurals.select(count)] ?? message.other;
}
