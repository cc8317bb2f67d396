/** Reads candidates of a search with `=` in its order and keeps those that are hits. */
import { parseComment } from '../../../mappings/comment/parse.ts';
import { writtenText } from '../../../mappings/comment/text-parts.ts';
import { MAX_RESULT_WINDOW } from '../../../mappings/elasticsearch/post-index.ts';
import type { Post } from '../../../mappings/post.ts';
import { cutHtml, MAX_INDEXED_COMMENT } from '../../../mappings/text-limits.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import type { WrittenTexts } from '../plan/as-written.ts';
import type { IndexHit, SortValues } from '../elasticsearch/index-hit.ts';
import type { ElasticsearchContext } from '../elasticsearch/send-search.ts';
import type { Records } from '../hydrate/records.ts';
import type { CompiledSearch } from '../plan/compile.ts';
import { fetchHitPage, type Comparing } from './fetch-hits.ts';

export interface ComparingContext extends ElasticsearchContext {
  readonly records: Records;
  /** Most posts that are compared for one page of hits; MAX_COMPARED by default. */
  readonly maxCompared?: number;
}

const MAX_COMPARED = 10_000;
const MAX_COMPARING_MS = 3_000;
/** A common word fills a page with its first candidates; the next steps are larger. */
const FIRST_STEP = 100;
const STEP_GROWTH = 4;

export interface ComparedHit extends IndexHit {
  readonly thread: string;
}

/** The candidates of one page. One that is hidden or gone by now is no hit. */
export class CandidateReader {
  readonly #context: ComparingContext;
  readonly #request: RequestContext;
  readonly #deadline = performance.now() + MAX_COMPARING_MS;
  #compared = 0;
  #step = FIRST_STEP;
  #partial = false;

  constructor(context: ComparingContext, request: RequestContext) {
    this.#context = context;
    this.#request = request;
  }

  get compared(): number {
    return this.#compared;
  }

  get partial(): boolean {
    return this.#partial;
  }

  get isExhausted(): boolean {
    return this.#compared >= (this.#context.maxCompared ?? MAX_COMPARED) || performance.now() > this.#deadline;
  }

  /** The state of the page that ends at `nextAfter`. */
  comparing(isFull: boolean, nextAfter: SortValues | null): Comparing {
    return { compared: this.#compared, isStopped: !isFull && nextAfter !== null };
  }

  /** The hits among the next candidates, and the place of the last candidate; null if no more follow. */
  async read(
    search: CompiledSearch,
    after: SortValues | null,
  ): Promise<{ readonly hits: readonly ComparedHit[]; readonly reached: SortValues | null }> {
    const { records } = this.#context;
    const pageRequest = { search, after, size: this.#step, documents: records.needsDocuments, counts: false };
    const page = await fetchHitPage(this.#context, pageRequest, this.#request);
    const hydrated = await records.hydrate(page.hits, this.#request);
    this.#compared += page.hits.length;
    this.#step = Math.min(this.#step * STEP_GROWTH, MAX_RESULT_WINDOW);
    this.#partial ||= page.partial || !hydrated.complete;
    const hits = hydrated.hits.flatMap(({ hit, post }): ComparedHit[] => {
      const isHit = search.asWritten?.isHit(textsOf(post), hit.met ?? []) ?? true;
      return isHit ? [{ ...hit, thread: `${post.board}.${post.thread}` }] : [];
    });
    return { hits, reached: page.nextAfter };
  }
}

const given = (texts: readonly (string | null)[]): readonly string[] => texts.filter((text) => text !== null);

function textsOf({ comment, subject, name, mediaName, extraFiles = [] }: Post): WrittenTexts {
  return {
    comment: comment === null ? [] : [writtenText(parseComment(cutHtml(comment, MAX_INDEXED_COMMENT)).tokens)],
    subject: given([subject]),
    name: given([name]),
    media_name: given([mediaName, ...extraFiles.map((file) => file.mediaName)]),
  };
}
