/**
 * The interface between the server and the bundle that renders the pages. Types only: the server and the pages share only this file and
 * the path of the bundle.
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
  /** The available answers of the API by path and query. */
  readonly answers: Readonly<Record<string, RenderAnswer>>;
}

/** The data for link previews and search engines. */
export interface PagePreview {
  readonly type: 'website' | 'article';
  /** The canonical address of the page, as a path on this site. */
  readonly path: string;
  /** The description; it may be longer than previews show. null for a page about the archive itself. */
  readonly description: string | null;
  /** Path of a picture on this site; null for none. */
  readonly image: string | null;
  /** Opening posts of the threads of the board that the page shows. */
  readonly threads: readonly number[];
  /** True if the page does not exist, for example after the last page of a list. */
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
  /** The content of the page as HTML. */
  readonly html: string;
  /** JSON from which the browser renders the same page. The contents of comments are left out, since they are in the HTML. */
  readonly data: string;
}

/** The further answers of the API that the page needs. */
export interface NeedsAnswers {
  readonly kind: 'needs';
  readonly paths: readonly string[];
}

export type RenderResult = RenderedPage | NeedsAnswers;

/** The function that the bundle of the pages exports as `renderPage`. It depends only on the request. */
export type RenderPage = (request: RenderRequest) => Promise<RenderResult>;
