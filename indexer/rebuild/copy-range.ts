import { documentId, toPostDocument } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion } from '../../mappings/elasticsearch/version.ts';
import type { Post } from '../../mappings/post.ts';
import type { RebuildRangeJob } from '../../mappings/queues.ts';
import { toError, UnavailableError } from '../../platform/errors.ts';
import { backoffMs, type Clock, type Random } from '../runtime/clock.ts';
import type { JobEnd } from '../../platform/bull-queue.ts';
import { ClosingError } from '../live/batcher.ts';
import type { WriteOutcome, IndexKeeper, Quarantine, SearchStore, SettlementStore } from '../live/ports.ts';
import { BulkRequest } from '../live/bulk-request.ts';
import type { OpenRange, Place, RangeWalks } from './ports.ts';

/** Of bulks of 2,000 documents Elasticsearch takes 3 % less a second; larger ones than this gain nothing that can be told. */
export const PAGE = { posts: 4_000, bytes: 4_000_000 };
const MAX_REASON = 1_000;
const LAST_SUBNUM = 2_147_483_647;

export interface WalkPorts {
  readonly walks: RangeWalks;
  readonly search: SearchStore;
  readonly settlements: SettlementStore;
  readonly indices: IndexKeeper;
  readonly onCounts: (counts: Readonly<Record<WriteOutcome['kind'], number>>) => void;
  /** An unforeseen error. The range is walked again from its last place, and it must be seen. */
  readonly onDefect: (job: RebuildRangeJob, error: Error) => void;
}

export interface WalkOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly closing: AbortSignal;
  /** What one bulk has at most; it ends with the document that reaches the bytes. */
  readonly page: { readonly posts: number; readonly bytes: number };
}

/** The walk has nothing to do any more: its task rests or is gone, or another walk is ahead. */
class UnwantedError extends Error {}

/**
 * One job: the rows of a range go into the building index of its slice, page by page, from where an earlier walk has
 * left off. It never fails: what ends early is handed out again while its task wants it.
 */
export async function walkRange(job: RebuildRangeJob, ports: WalkPorts, options: WalkOptions): Promise<JobEnd> {
  try {
    const range = await untilBack(options, () => ports.walks.open(job));
    if (range !== null) await new Walk(range, ports, options).run();
    return 'finished';
  } catch (error) {
    if (error instanceof ClosingError) return 'handed back';
    if (!(error instanceof UnwantedError)) ports.onDefect(job, toError(error));
    return 'finished';
  }
}

/** What is left of a post once its document is made: enough to say which one Elasticsearch refused. */
type PostToName = Pick<Post, 'num' | 'subnum' | 'thread' | 'rev'>;

interface MadePage {
  readonly posts: number;
  /** null for an empty one. */
  readonly last: Place | null;
  /** Nothing of the range comes after it. */
  readonly isLast: boolean;
  readonly writes: BulkRequest;
  /** Of which post each of them is. */
  readonly written: readonly PostToName[];
  /** Posts that no document can be made of. */
  readonly unmade: readonly Quarantine[];
}

const NO_ANSWER: WriteOutcome = { kind: 'busy', reason: 'no answer' };

class Walk {
  readonly #range: OpenRange;
  readonly #ports: WalkPorts;
  readonly #options: WalkOptions;

  constructor(range: OpenRange, ports: WalkPorts, options: WalkOptions) {
    this.#range = range;
    this.#ports = ports;
    this.#options = options;
  }

  /** The next page is read, and its documents made, while this one is being indexed. */
  async run(): Promise<void> {
    const { walks } = this.#ports;
    const range = this.#range;
    let from = range.done;
    let next = this.#make(from, this.#options.page.posts);
    for (;;) {
      const made = await next;
      const isLast = made.isLast || made.last === null;
      const to = made.last === null || isLast ? { num: range.lastNum, subnum: LAST_SUBNUM } : made.last;
      if (!isLast) next = this.#make(to, this.#limitAfter(made));
      const refused = await this.#write(made);
      const page = { from, to, documents: made.posts, refused, isLast };
      const goesOn = await untilBack(this.#options, () => walks.save(range, page));
      if (isLast || !goesOn) return;
      from = to;
    }
  }

  #make(after: Place, limit: number): Promise<MadePage> {
    const page = untilBack(this.#options, async () => {
      // Anew at every attempt: PostgreSQL may go away in the middle of a page.
      const made = new PageInTheMaking(this.#range, limit, this.#options.page.bytes);
      await this.#ports.walks.read(this.#range, after, limit, (post) => made.add(post));
      return made;
    });
    // A walk that ends early awaits it no more.
    page.catch(() => undefined);
    return page;
  }

  /** Posts of one board are of about the same length: of long ones no more are read than there is room for. */
  #limitAfter({ posts, writes }: MadePage): number {
    const { page } = this.#options;
    const fit = Math.ceil((page.bytes * posts) / Math.max(1, writes.byteLength));
    return Math.min(page.posts, fit);
  }

  /** Until Elasticsearch has taken or refused each of them. Answers how many it refused. */
  async #write({ writes, written, unmade }: MadePage): Promise<number> {
    const quarantine = [...unmade];
    let [waiting, posts] = [writes, written];
    for (let attempt = 1; waiting.length > 0; attempt++) {
      const outcomes = await this.#send(waiting);
      const counts = { stored: 0, stale: 0, no_index: 0, busy: 0, refused: 0 };
      const again: number[] = [];
      for (const [place, post] of posts.entries()) {
        const outcome: WriteOutcome = outcomes?.[place] ?? NO_ANSWER;
        counts[outcome.kind]++;
        if (outcome.kind === 'busy' || outcome.kind === 'no_index') again.push(place);
        if (outcome.kind === 'refused') quarantine.push(quarantineOf(this.#range, post, outcome.reason));
      }
      if (outcomes !== null) this.#ports.onCounts(counts);
      if (again.length === 0) break;
      waiting = waiting.pick(again);
      posts = again.flatMap((place) => posts[place] ?? []);
      await this.#pauseBefore(attempt, counts.no_index > 0);
    }
    if (quarantine.length > 0) {
      await untilBack(this.#options, () => this.#ports.settlements.settle({ quarantine, release: [], clear: [] }));
    }
    return quarantine.length;
  }

  /** null when nothing is known: Elasticsearch is away. */
  async #send(writes: BulkRequest): Promise<readonly WriteOutcome[] | null> {
    try {
      return await this.#ports.search.write(writes);
    } catch (error) {
      if (error instanceof UnavailableError) return null;
      throw error;
    }
  }

  async #pauseBefore(attempt: number, isIndexMissing: boolean): Promise<void> {
    const { clock, random, closing } = this.#options;
    const { indices, walks } = this.#ports;
    if (isIndexMissing) await untilBack(this.#options, () => indices.restoreLost(this.#range.boardId));
    else await clock.wait(backoffMs(attempt, random), closing);
    if (closing.aborted) throw new ClosingError();
    if (!(await untilBack(this.#options, () => walks.isWanted(this.#range)))) throw new UnwantedError();
  }
}

/** Documents are made of posts as they come. Those for whom there is no room are left to the next page. */
class PageInTheMaking implements MadePage {
  posts = 0;
  last: Place | null = null;
  readonly writes = new BulkRequest();
  readonly written: PostToName[] = [];
  readonly unmade: Quarantine[] = [];
  readonly #range: OpenRange;
  readonly #indices: readonly string[];
  readonly #limit: number;
  readonly #mostBytes: number;
  #isFull = false;

  constructor(range: OpenRange, limit: number, mostBytes: number) {
    this.#range = range;
    this.#indices = [range.indexName];
    this.#limit = limit;
    this.#mostBytes = mostBytes;
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
      const source = JSON.stringify(toPostDocument(post, this.#range.boardId));
      const version = documentVersion(this.#range.epoch, rev);
      this.writes.add({ id: documentId(post), version, source, indices: this.#indices });
      this.written.push({ num, subnum, thread, rev });
    } catch (error) {
      const reason = `no document can be made: ${toError(error).message}`;
      this.unmade.push(quarantineOf(this.#range, post, reason));
    }
    this.#isFull = this.writes.byteLength >= this.#mostBytes;
  }
}

function quarantineOf(
  { boardId, indexName }: OpenRange,
  { num, subnum, thread, rev }: PostToName,
  reason: string,
): Quarantine {
  return { boardId, thread, num, subnum, indexName, rev, reason: reason.slice(0, MAX_REASON) };
}

/** Repeats while a store is away. @throws ClosingError when the process closes. */
async function untilBack<T>({ clock, random, closing }: WalkOptions, work: () => Promise<T>): Promise<T> {
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
