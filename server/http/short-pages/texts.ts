/** Texts of the forms and notices without scripts, in the languages of the pages. They are trusted HTML. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Problem } from '../../../mappings/contract/problem.ts';
import en from '../../../mappings/locales/en/forms.json' with { type: 'json' };
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { type TextKeys, textParts, type Texts, type TextValues, type TextWriter } from '../../../mappings/texts.ts';

export type FormTexts = TextWriter<TextKeys<typeof en>, Placeholders, string | number, string>;

export interface FormLanguage {
  /** For `<html lang>`. */
  readonly code: string;
  readonly t: FormTexts;
  /** By `problem.` and the code of a problem; empty in English, the language of problems in the API. */
  readonly problems: Texts;
}

const FOLDER = new URL('../../../mappings/locales/', import.meta.url);
const ENGLISH: Texts = en;

function languageIn(code: string): FormLanguage {
  const read = (name: string): Texts => {
    const file = new URL(`${code}/${name}.json`, FOLDER);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {};
  };
  const texts = { ...ENGLISH, ...read('forms') };
  const t = (key: string, values: TextValues<string | number> = {}) => textParts(texts[key] ?? key, values).join('');
  return { code, t, problems: read('problems') };
}

const LANGUAGES: ReadonlyMap<string, FormLanguage> = new Map(
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, languageIn(name)]),
);

export const FORMS_IN_ENGLISH: FormLanguage = LANGUAGES.get('en') ?? languageIn('en');

/** The first of these languages that has texts; else English. `wanted`: tags, such as `de-AT`. */
export function formLanguage(wanted: readonly string[]): FormLanguage {
  const found = wanted.map((tag) => LANGUAGES.get(tag.toLowerCase().split('-')[0] ?? ''));
  return found.find((language) => language !== undefined) ?? FORMS_IN_ENGLISH;
}

/** The message of a problem, in the reader's language. */
export function sentenceOf({ problems }: FormLanguage, { code, detail }: Pick<Problem, 'code' | 'detail'>): string {
  return problems[`problem.${code}`] ?? detail;
}
