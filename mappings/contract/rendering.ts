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

export interface RenderedPage {
  readonly kind: 'page';
  readonly status: 200 | 404;
  readonly title: string;
  readonly language: string;
  /** Elements of the page's head, as HTML. */
  readonly head: string;
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
