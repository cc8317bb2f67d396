/**
 * What a server gives to whatever renders the pages, and what it gets back. Types only: the server knows the pages by this file and the path of
 * their bundle, and the pages know the server by it.
 */

/** An answer of the API. */
export interface RenderAnswer {
  readonly status: number;
  readonly body: string;
}

export interface RenderRequest {
  /** Path and query of the page. */
  readonly address: string;
  /** Tags of the languages that the reader prefers, in this order (BCP 47). */
  readonly languages: readonly string[];
  /** The API's answers by path and query, as far as they are known. */
  readonly answers: Readonly<Record<string, RenderAnswer>>;
}

/** What programs show of a page that somebody links, and what search engines are told. */
export interface PagePreview {
  readonly type: 'website' | 'article';
  /** The one address of the page, as a path on this site. */
  readonly path: string;
  /** May be longer than it is worth showing. null for a page about the archive itself. */
  readonly description: string | null;
  /** Path of a picture on this site; null for none. */
  readonly image: string | null;
  /** Opening posts of the threads of the board that the page shows. */
  readonly threads: readonly number[];
  /** There is nothing at the address, such as behind the last page. */
  readonly isMissing?: boolean;
}

export interface RenderedPage {
  readonly kind: 'page';
  readonly status: 200 | 404;
  readonly title: string;
  readonly language: string;
  readonly preview: PagePreview;
  /** Elements of the page's head, as HTML. */
  readonly head: string;
  /** The source of the page's own scripts, as the manifest of the build names it; null if it has none. */
  readonly script: string | null;
  /** What the page shows, as HTML. */
  readonly html: string;
  /** JSON for the browser, from which it makes the same page. What comments say is left out: the HTML has it. */
  readonly data: string;
}

/** Which further answers of the API the page needs. */
export interface NeedsAnswers {
  readonly kind: 'needs';
  readonly paths: readonly string[];
}

export type RenderResult = RenderedPage | NeedsAnswers;

/** What the bundle of the pages exports as `renderPage`. Depends on nothing but the request. */
export type RenderPage = (request: RenderRequest) => Promise<RenderResult>;
