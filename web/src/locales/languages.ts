/** The languages of the pages. A new language is a catalogue beside de.ts and an entry here. */
import type { Messages } from './catalogue.ts';

interface LanguageEntry {
  /** In the language itself, as the menu shows it. */
  readonly name: string;
  /** BCP 47 tag by which numbers and dates are formatted. */
  readonly locale: string;
  /** Loads the catalogue; null for English, which comes with the pages. */
  readonly load: (() => Promise<Messages>) | null;
}

export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB', load: null },
  de: { name: 'Deutsch', locale: 'de-DE', load: async () => (await import('./de.ts')).de },
  ja: { name: '日本語', locale: 'ja-JP', load: async () => (await import('./ja.ts')).ja },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[];
