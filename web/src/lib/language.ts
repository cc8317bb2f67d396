/** The languages that these pages speak, and which of them the reader has. */
import { keepChoice, readChoice, useChoice } from './preferences.ts';

export const LANGUAGES = ['en', 'de', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

/** As their own readers call them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', ja: '日本語' };

/** How numbers and dates are written. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', ja: 'ja-JP' };

const STORAGE_KEY = 'language';

export function chooseLanguage(language: Language): void {
  keepChoice(STORAGE_KEY, language);
}

/** What was chosen, else the first that the browser asks for and there is, else English. */
export function useLanguage(): Language {
  return languageOf(useChoice(STORAGE_KEY), navigator.languages);
}

export function readLanguage(): Language {
  return languageOf(readChoice(STORAGE_KEY), navigator.languages);
}

export function languageOf(chosen: string | null, asked: readonly string[]): Language {
  return [chosen ?? '', ...asked].map(known).find((language) => language !== null) ?? 'en';
}

function known(tag: string): Language | null {
  return LANGUAGES.find((language) => tag === language || tag.startsWith(`${language}-`)) ?? null;
}
