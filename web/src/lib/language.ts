/** The language that the reader chose. */
import { LANGUAGES } from 'virtual:languages';
import { savePreference, readPreference, tellServer, usePreference } from './preferences.ts';

const STORAGE_KEY = 'language';

export function saveLanguage(language: string): void {
  savePreference(STORAGE_KEY, language);
  tellServer(STORAGE_KEY, language);
}

/** The chosen language, else the first of the browser's languages that has a catalogue, else English. */
export function useLanguage(): string {
  return languageOf(usePreference(STORAGE_KEY), navigator.languages);
}

export function readLanguage(): string {
  return languageOf(readPreference(STORAGE_KEY), navigator.languages);
}

export function languageOf(chosen: string | null, preferred: readonly string[]): string {
  return [chosen ?? '', ...preferred].map(languageOfTag).find((language) => language !== null) ?? 'en';
}

function languageOfTag(tag: string): string | null {
  return [...LANGUAGES.keys()].find((language) => tag === language || tag.startsWith(`${language}-`)) ?? null;
}
