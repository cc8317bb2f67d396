import type pg from 'pg';
import type { PostgresProbe } from '../../../server/visibility/postgres-probe.ts';
import { RefusedError } from '../../../server/shared/errors.ts';
import type { SitePage, SitePagePreview, SitePageText } from '../contract/site-pages.ts';
import { MAX_MARKDOWN, PAGE_NAMES, type PageName } from '../page-names.ts';
import { PAGE_LANGUAGES, standardText } from './defaults.ts';
import { readMarkdown, type MarkdownText } from './markdown.ts';
import { LIST_PAGES, LOCK_PAGE, RESET_PAGE, SELECT_PAGE, WRITE_PAGE } from './sql.ts';

interface Written {
  readonly language: string;
  readonly markdown: string;
  readonly changed_at: Date;
}

/** Reads pages for readers. While PostgreSQL is unavailable, it has the texts that it read last. */
export class PageReader {
  readonly #pool: pg.Pool;
  readonly #postgres: Pick<PostgresProbe, 'readOr'>;
  readonly #last = new Map<PageName, readonly Written[]>();
  /** The Markdown that was read last, by page and language. */
  readonly #parsed = new Map<string, { readonly markdown: string; readonly text: MarkdownText }>();

  constructor(pool: pg.Pool, postgres: Pick<PostgresProbe, 'readOr'>) {
    this.#pool = pool;
    this.#postgres = postgres;
  }

  async read(name: PageName, language: string): Promise<SitePage> {
    const rows = await this.#postgres.readOr(
      async () => (await this.#pool.query<Written>(SELECT_PAGE, [name])).rows,
      () => this.#last.get(name) ?? [],
    );
    this.#last.set(name, rows);
    const own = textIn(rows, language);
    const shown = own ?? standardText(name, language);
    const { title, content } = this.#parse(`${name}.${shown.language}`, shown.markdown);
    return {
      name,
      language: shown.language,
      title,
      content: [...content],
      changed_at: own?.changed_at.toISOString() ?? null,
    };
  }

  #parse(key: string, markdown: string): MarkdownText {
    const known = this.#parsed.get(key);
    if (known?.markdown === markdown) return known.text;
    const text = readMarkdown(markdown);
    this.#parsed.set(key, { markdown, text });
    return text;
  }
}

/** A text of the operator in another language is truer than a default: English first, then any. */
function textIn(rows: readonly Written[], language: string): Written | null {
  const find = (wanted: string) => rows.find((row) => row.language === wanted);
  return find(language) ?? find('en') ?? rows[0] ?? null;
}

export function previewPage(markdown: string): SitePagePreview {
  const { title, content, problem } = readMarkdown(markdown);
  return { title, content: [...content], problem: problem === null ? null : `Line ${problem.line}: ${problem.detail}` };
}

/** Each page in each language. */
export async function listPages(client: pg.PoolClient | pg.Pool): Promise<SitePageText[]> {
  const { rows } = await client.query<Written & { name: PageName; changed_by: string }>(LIST_PAGES);
  return PAGE_NAMES.flatMap((name) =>
    PAGE_LANGUAGES.map((language) => {
      const row = rows.find((one) => one.name === name && one.language === language);
      return {
        name,
        language,
        markdown: row?.markdown ?? null,
        standard: standardText(name, language).markdown,
        changed_at: row?.changed_at.toISOString() ?? null,
        changed_by: row?.changed_by ?? null,
      };
    }),
  );
}

export interface NewText {
  readonly name: PageName;
  readonly language: string;
  readonly markdown: string;
  /** `changed_at` of the replaced text, null for the default; undefined replaces any. */
  readonly replaces?: string | null | undefined;
  /** The name of the account that writes. */
  readonly account: string;
}

/** In a transaction of an admin. @throws RefusedError 400 `page_invalid`, `language_unknown`; 409 `page_changed` */
export async function writePage(client: pg.PoolClient, { name, language, markdown, ...given }: NewText): Promise<void> {
  assertLanguage(language);
  if (markdown.trim() === '' || markdown.length > MAX_MARKDOWN)
    throw new RefusedError(400, 'page_invalid', `A page has 1 to ${MAX_MARKDOWN.toLocaleString('en')} characters.`);
  const { problem } = previewPage(markdown);
  if (problem !== null) throw new RefusedError(400, 'page_invalid', problem);
  const { rows } = await client.query<Pick<Written, 'changed_at'>>(LOCK_PAGE, [name, language]);
  const now = rows[0]?.changed_at.toISOString() ?? null;
  if (given.replaces !== undefined && given.replaces !== now)
    throw new RefusedError(409, 'page_changed', 'The page was changed meanwhile. Load it again.');
  await client.query(WRITE_PAGE, [name, language, markdown, given.account]);
}

/** In a transaction of an admin. Returns whether there was a text to remove. @throws RefusedError 400 `language_unknown` */
export async function resetPage(client: pg.PoolClient, name: PageName, language: string): Promise<boolean> {
  assertLanguage(language);
  return (await client.query(RESET_PAGE, [name, language])).rowCount === 1;
}

function assertLanguage(language: string): void {
  if (!PAGE_LANGUAGES.includes(language))
    throw new RefusedError(400, 'language_unknown', `The pages have the languages ${PAGE_LANGUAGES.join(', ')}.`);
}
