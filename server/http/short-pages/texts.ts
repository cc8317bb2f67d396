/** Texts of the forms and notices without scripts, in the languages of the pages. They are trusted HTML. */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import type { Problem } from '../../../mappings/contract/problem.ts';
import forms from '../../../mappings/locales/en/forms.json' with { type: 'json' };
import report from '../../../mappings/locales/en/report.json' with { type: 'json' };
import type { Placeholders } from '../../../mappings/locales/placeholders.ts';
import { type TextKeys, textParts, type Texts, type TextValues, type TextWriter } from '../../../mappings/texts.ts';

/** The pages with scripts show the texts of reports too. */
const ENGLISH = { ...forms, ...report };
export type FormTexts = FormTextsOf<typeof ENGLISH, Placeholders>;
type FormTextsOf<English, Names> = TextWriter<TextKeys<English>, Names, string | number, string>;

export interface FormLanguage {
  /** For `<html lang>`. */
  readonly code: string;
  readonly t: FormTexts;
  /** By `problem.` and the code of a problem; empty in English, the language of problems in the API. */
  readonly problems: Texts;
}

const ROOT = new URL('../../../', import.meta.url);
const FOLDER = new URL('mappings/locales/', ROOT);
const problemFolders = [
  FOLDER,
  ...globSync('modules/*/web/texts', { cwd: ROOT }).map((folder) => new URL(`${folder}/`, ROOT)),
];

function readTexts(folder: URL, code: string, name: string): Texts {
  const file = new URL(`${code}/${name}.json`, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {};
}

function formTexts<English extends Texts, Names>(folder: URL, code: string, english: English) {
  const texts: Texts = { ...english, ...readTexts(folder, code, 'report'), ...readTexts(folder, code, 'forms') };
  const t = (key: string, values: TextValues<string | number> = {}) => textParts(texts[key] ?? key, values).join('');
  return t as FormTextsOf<English, Names>;
}

function languageIn(code: string): FormLanguage {
  return {
    code,
    t: formTexts<typeof ENGLISH, Placeholders>(FOLDER, code, ENGLISH),
    problems: Object.assign({}, ...problemFolders.map((folder) => readTexts(folder, code, 'problems'))),
  };
}

const LANGUAGES: ReadonlyMap<string, FormLanguage> = new Map(
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, languageIn(name)]),
);

/** The texts of a module's forms. `folder` has a folder for each language, with `forms.json`; `Names`: placeholders of the texts. */
export function formTextsOf<English extends Texts, Names>(
  folder: URL,
  english: English,
): (language: FormLanguage) => FormTextsOf<English, Names> {
  const writers = new Map(
    [...LANGUAGES.keys()].map((code) => [code, formTexts<English, Names>(folder, code, english)]),
  );
  const inEnglish = formTexts<English, Names>(folder, 'en', english);
  return ({ code }) => writers.get(code) ?? inEnglish;
}

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
