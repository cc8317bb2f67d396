/** The languages of the pages. A new language is a catalogue beside de.ts, texts of problems in mappings/problem-texts, and an entry here. */
import type { HintCode } from '../../../mappings/contract/search.ts';
import type { ProblemTexts } from '../../../mappings/problem-texts/german.ts';
import type { Messages } from './catalogue.ts';

interface Words {
  readonly messages: Messages;
  /** By the code of a problem of the API. */
  readonly problems: ProblemTexts;
  /** By the code of a hint at a mistake in a query. */
  readonly hints: Readonly<Record<HintCode, string>>;
}

interface LanguageEntry {
  /** In the language itself, as the menu shows it. */
  readonly name: string;
  /** BCP 47 tag by which numbers and dates are formatted. */
  readonly locale: string;
  /** Loads the catalogue; null for English, which comes with the pages. */
  readonly load: (() => Promise<Words>) | null;
}

export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB', load: null },
  de: { name: 'Deutsch', locale: 'de-DE', load: async () => import('./de.ts') },
  ja: { name: '日本語', locale: 'ja-JP', load: async () => import('./ja.ts') },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[];
