/**
 * What the pages say, by key, in the reader's language. English comes with the pages and says whatever is not there yet, that
 * for admins with theirs; the others are loaded when they are needed, before anything is drawn in them.
 */
import type { ReactNode } from 'react';
import type { en } from '../locales/en.ts';
import { enForReaders } from '../locales/en-readers.ts';
import { LOCALES, type Language } from './language.ts';

/** A sentence, or one for each of the language's plural forms, chosen by `count`. Names in braces are filled in. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

export type WordKey = keyof typeof en;
export type Words = Readonly<Record<WordKey, Message>>;

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type NamesOf<M> = M extends string ? NamesIn<M> : NamesIn<M[keyof M]> | 'count';
type ValuesOf<Key extends WordKey, Value> = {
  readonly [Name in NamesOf<(typeof en)[Key]>]: Name extends 'count' ? number : Value;
};
type Filled<Key extends WordKey, Value> = [NamesOf<(typeof en)[Key]>] extends [never]
  ? readonly []
  : readonly [ValuesOf<Key, Value>];

// Nothing outside the pages for admins says what is missing here: see `learnEnglish`.
let english = enForReaders as unknown as Words;
let words = english;
let language: Language = 'en';
let numbers = new Intl.NumberFormat(LOCALES.en);
let plurals = new Intl.PluralRules(LOCALES.en);

const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Words>>> = {
  de: async () => (await import('../locales/de.ts')).de,
  ja: async () => (await import('../locales/ja.ts')).ja,
};

/** A catalogue that cannot be loaded leaves the pages in English. */
export async function speak(wanted: Language): Promise<void> {
  const found = wanted === 'en' ? english : await CATALOGUES[wanted]().catch(() => null);
  words = found ?? english;
  language = found === null ? 'en' : wanted;
  numbers = new Intl.NumberFormat(LOCALES[language]);
  plurals = new Intl.PluralRules(LOCALES[language]);
}

/** All that there is in English, for pages that come later and say more. */
export function learnEnglish(all: Words): void {
  if (words === english) words = all;
  english = all;
}

/** The language that pages are drawn in now. */
export function spokenLanguage(): Language {
  return language;
}

/** Numbers are written as the language has them. */
export function say<Key extends WordKey>(key: Key, ...filled: Filled<Key, string | number>): string {
  return parts<string | number>(key, filled[0]).join('');
}

/** The same with elements in it; those need keys. */
export function sayWith<Key extends WordKey>(key: Key, ...filled: Filled<Key, ReactNode>): readonly ReactNode[] {
  return parts<ReactNode>(key, filled[0]);
}

function parts<Value>(key: WordKey, values: Readonly<Record<string, Value>> = {}): readonly (Value | string)[] {
  const message: Message = words[key];
  const text = typeof message === 'string' ? message : pluralOf(message, Number(values['count']));
  return text.split(/\{(\w+)\}/).map((part, place) => {
    const value = place % 2 === 0 ? part : (values[part] ?? '');
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

function pluralOf(message: Exclude<Message, string>, count: number): string {
  return message[plurals.select(count)] ?? message.other;
}
