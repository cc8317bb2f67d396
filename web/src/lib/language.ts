/** Which language the reader chose. */
import { LANGUAGE_CODES, type Language } from '../locales/languages.ts';
import { savePreference, readPreference, tellServer, usePreference } from './preferences.ts';

const STORAGE_KEY = 'language';

export function saveLanguage(language: Language): void {
  savePreference(STORAGE_KEY, language);
  tellServer(STORAGE_KEY, language);
}

/** The chosen language, else the first of the browser's languages that has a catalogue, else English. */
export function useLanguage(): Language {
  return languageOf(usePreference(STORAGE_KEY), navigator.languages);
}

export function readLanguage(): Language {
  return languageOf(readPreference(STORAGE_KEY), navigator.languages);
}

export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  return [chosen ?? '', ...preferred].map(languageOfTag).find((language) => language !== null) ?? 'en';
}

function languageOfTag(tag: string): Language | null {
  return LANGUAGE_CODES.find((language) => tag === language || tag.startsWith(`${language}-`)) ?? null;
}
