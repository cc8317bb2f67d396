/** The default texts, Markdown files by language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { PAGE_NAMES, type PageName } from '../page-names.ts';

const FOLDER = new URL('defaults/', import.meta.url);
const FALLBACK = 'en';

/** The languages of the pages. */
export const PAGE_LANGUAGES: readonly string[] = readdirSync(new URL('../../../mappings/locales/', import.meta.url), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

interface Standard {
  readonly language: string;
  readonly markdown: string;
}

/** English if the language has no text. */
export function standardText(page: PageName, language: string): Standard {
  return STANDARDS.get(`${page}.${language}`) ?? readStandard(page, FALLBACK);
}

const STANDARDS: ReadonlyMap<string, Standard> = new Map(
  PAGE_LANGUAGES.flatMap((language) =>
    PAGE_NAMES.filter((page) => existsSync(fileOf(page, language))).map(
      (page) => [`${page}.${language}`, readStandard(page, language)] as const,
    ),
  ),
);

function readStandard(page: PageName, language: string): Standard {
  return { language, markdown: readFileSync(fileOf(page, language), 'utf8') };
}

function fileOf(page: PageName, language: string): URL {
  return new URL(`${language}/${page}.md`, FOLDER);
}
