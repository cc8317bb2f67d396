import { documentId, toPostDocument } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import type { Post } from '../../mappings/post.ts';
import { REBUILD_QUEUE, rebuildRangeKey, type RebuildRangeJob } from '../../mappings/queues.ts';
import { parseNumbers, type JobEnd, type QueueKind } from '../../platform/bull-queue.ts';
import { toError, UnavailableError } from '../../platform/errors.ts';
import { ClosingError } from '../live/batcher.ts';
import { BulkRequest } from '../live/bulk-request.ts';
import type {
  IndexProvisioner,
  OutcomeCounts,
  Quarantine,
  SearchStore,
  BatchResultStore,
  WriteOutcome,
} from '../live/ports.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';
import type { OpenRange, Position, RangeCopies } from './ports.ts';

export const rebuildQueue: QueueKind<RebuildRangeJob> = {
  name: REBUILD_QUEUE,
  keyOf: rebuildRangeKey,
  read: (data) => parseNumbers(data, ['taskId', 'slice', 'firstNum']),
};

/** Bulk requests of 2,000 documents are 3 % slower; larger ones than this are not measurably faster. */
export const COPY_PAGE = { posts: 4_000, bytes: 4_000_000 };
/** Characters of a refusal's reason that are kept. */
const MAX_REASON = 1_000;
const LAST_SUBNUM = 2_147_483_647;

export interface CopyRangePorts {
  readonly ranges: RangeCopies;
  readonly search: SearchStore;
  readonly results: BatchResultStore;
  readonly indices: IndexProvisioner;
  readonly onCounts: (counts: OutcomeCounts) => void;
  /** Called with an unexpected error, which must be logged. The range is copied again from its saved position. */
  readonly onDefect: (job: RebuildRangeJob, error: Error) => void;
}

export interface CopyRangeOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly closing: AbortSignal;
  /** The maximum of one bulk request. It ends with the document that reaches the number of bytes. */
  readonly page: { readonly posts: number; readonly bytes: number };
}

/** The range need not be copied any more: its task is paused or has ended, or another worker has moved its position. */
class UnwantedError extends Error {}

/**
 * Does one job: copies the rows of a range into the building index of its slice, page by page, from the saved position
 * on. A job never fails: a range that is not finished is queued again while its task needs it.
 */
export async function copyRange(
  job: RebuildRangeJob,
  ports: CopyRangePorts,
  options: CopyRangeOptions,
): Promise<JobEnd> {
  try {
    const range = await retryUntilAvailable(options, () => ports.ranges.open(job));
    if (range !== null) await new RangeCopy(range, ports, options).run();
    return 'finished';
  } catch (error) {
    if (error instanceof ClosingError) return 'handed back';
    if (!(error instanceof UnwantedError)) ports.onDefect(job, toError(error));
    return 'finished';
  }
}

/** The part of a post that is kept after its document is built, to identify it if Elasticsearch refuses it. */
type PostKey = Pick<Post, 'num' | 'subnum' | 'thread' | 'rev'>;

interface Page {
  readonly posts: number;
  /** null for an empty page. */
  readonly last: Position | null;
  /** True if the range has no posts after this page. */
  readonly isLast: boolean;
  readonly request: BulkRequest;
  /** The post of each operation. */
  readonly written: readonly PostKey[];
  /** Posts from which no document could be built. */
  readonly unmade: readonly Quarantine[];
}

const RETRIED: ReadonlySet<WriteOutcome['kind']> = new Set(['busy', 'blocked', 'no_index']);
const NO_OUTCOME: WriteOutcome = { kind: 'busy', reason: 'no outcome returned' };

class RangeCopy {
  readonly #range: OpenRange;
  readonly #ports: CopyRangePorts;
  readonly #options: CopyRangeOptions;

  constructor(range: OpenRange, ports: CopyRangePorts, options: CopyRangeOptions) {
    this.#range = range;
    this.#ports = ports;
    this.#options = options;
  }

  /** Reads the next page and builds its documents while the current page is being indexed. */
  async run(): Promise<void> {
    const { ranges } = this.#ports;
    const range = this.#range;
    let from = range.done;
    let next = this.#readPage(from, this.#options.page.posts);
    for (;;) {
      const page = await next;
      const isLast = page.isLast || page.last === null;
      const to = page.last === null || isLast ? { num: range.lastNum, subnum: LAST_SUBNUM } : page.last;
      if (!isLast) next = this.#readPage(to, this.#limitAfter(page));
      const refused = await this.#write(page);
      const copied = { from, to, documents: page.posts, refused, isLast };
      const goesOn = await retryUntilAvailable(this.#options, () => ranges.save(range, copied));
      if (isLast || !goesOn) return;
      from = to;
    }
  }

  #readPage(after: Position, limit: number): Promise<Page> {
    const page = retryUntilAvailable(this.#options, async () => {
      // A new builder for every attempt: PostgreSQL may become unavailable in the middle of a page.
      const builder = new PageBuilder(this.#range, limit, this.#options.page.bytes);
      await this.#ports.ranges.read(this.#range, after, limit, (post) => builder.add(post));
      return builder;
    });
    // A copy that ends early never awaits this page; its failure must not end the process.
    page.catch(() => undefined);
    return page;
  }

  /** Posts of one board have similar lengths: where they are long, the next page reads only as many as will fit. */
  #limitAfter({ posts, request }: Page): number {
    const { page } = this.#options;
    const fit = Math.ceil((page.bytes * posts) / Math.max(1, request.byteLength));
    return Math.min(page.posts, fit);
  }

  /** Repeats until Elasticsearch has taken or refused each document. Returns the number of refused ones. */
  async #write({ request, written, unmade }: Page): Promise<number> {
    const quarantine = [...unmade];
    let [waiting, posts] = [request, written];
    for (let attempt = 1; waiting.length > 0; attempt++) {
      const outcomes = await this.#send(waiting);
      const counts = { stored: 0, stale: 0, no_index: 0, busy: 0, blocked: 0, refused: 0 };
      const again: number[] = [];
      for (const [operation, post] of posts.entries()) {
        const outcome: WriteOutcome = outcomes?.[operation] ?? NO_OUTCOME;
        counts[outcome.kind]++;
        if (RETRIED.has(outcome.kind)) again.push(operation);
        if (outcome.kind === 'refused') quarantine.push(quarantineOf(this.#range, post, outcome.reason));
      }
      if (outcomes !== null) this.#ports.onCounts(counts);
      if (again.length === 0) break;
      waiting = waiting.pick(again);
      posts = again.flatMap((operation) => posts[operation] ?? []);
      await this.#waitBeforeRetry(attempt, counts.no_index > 0);
    }
    if (quarantine.length > 0) {
      const result = { quarantine, release: [], clear: [] };
      await retryUntilAvailable(this.#options, () => this.#ports.results.commitBatch(result));
    }
    return quarantine.length;
  }

  /** Returns null when the outcome is unknown, because Elasticsearch is unavailable. */
  async #send(request: BulkRequest): Promise<readonly WriteOutcome[] | null> {
    try {
      return await this.#ports.search.write(request);
    } catch (error) {
      if (error instanceof UnavailableError) return null;
      throw error;
    }
  }

  async #waitBeforeRetry(attempt: number, isIndexMissing: boolean): Promise<void> {
    const { clock, random, closing } = this.#options;
    const { indices, ranges } = this.#ports;
    if (isIndexMissing) await retryUntilAvailable(this.#options, () => indices.restoreLost(this.#range.boardId));
    else await clock.wait(backoffMs(attempt, random), closing);
    if (closing.aborted) throw new ClosingError();
    if (!(await retryUntilAvailable(this.#options, () => ranges.isWanted(this.#range)))) throw new UnwantedError();
  }
}

/** Makes documents of posts as they arrive. Posts that no longer fit are left for the next page. */
class PageBuilder implements Page {
  posts = 0;
  last: Position | null = null;
  readonly request = new BulkRequest();
  readonly written: PostKey[] = [];
  readonly unmade: Quarantine[] = [];
  readonly #range: OpenRange;
  readonly #indices: readonly string[];
  readonly #limit: number;
  readonly #maxBytes: number;
  #isFull = false;

  constructor(range: OpenRange, limit: number, maxBytes: number) {
    this.#range = range;
    this.#indices = [range.indexName];
    this.#limit = limit;
    this.#maxBytes = maxBytes;
  }

  get isLast(): boolean {
    return !this.#isFull && this.posts < this.#limit;
  }

  add(post: Post): void {
    if (this.#isFull) return;
    const { num, subnum, thread, rev } = post;
    this.posts++;
    this.last = { num, subnum };
    try {
      const source = JSON.stringify(toPostDocument(post, this.#range.boardId, this.#range));
      const version = documentVersion(this.#range.epoch, rev);
      const timePosted = post.timePosted.getTime();
      const { boardId } = this.#range;
      this.request.add({ id: documentId(post), version, boardId, timePosted, source, indices: this.#indices });
      this.written.push({ num, subnum, thread, rev });
    } catch (error) {
      const reason = `no document can be made: ${toError(error).message}`;
      this.unmade.push(quarantineOf(this.#range, post, reason));
    }
    this.#isFull = this.request.byteLength >= this.#maxBytes;
  }
}

function quarantineOf(
  { boardId, indexName }: OpenRange,
  { num, subnum, thread, rev }: PostKey,
  reason: string,
): Quarantine {
  return { boardId, thread, num, subnum, indexName, rev, reason: reason.slice(0, MAX_REASON) };
}

/** Repeats the work while a store is unavailable. @throws ClosingError when the process closes. */
async function retryUntilAvailable<T>(
  { clock, random, closing }: CopyRangeOptions,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    if (closing.aborted) throw new ClosingError();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await clock.wait(backoffMs(attempt, random), closing);
    }
  }
}
