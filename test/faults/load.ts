import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Post } from '../../mappings/post.ts';
import { aPost, writePosts, type TestBoard } from '../support/builders.ts';

/** Concurrent writers, so that marks and revs commit out of order. */
const LANES = 3;
const THREAD_LENGTH = 40;
const POSTS_PER_TRANSACTION = 40;
const EVERY_MS = 150;
const RETRY_MS = 100;
const FIRST_POST = Date.UTC(2020, 0, 1);

/** Longer than the longest term of Lucene, so Elasticsearch refuses the document permanently. */
const POISON = 'x'.repeat(40_000);

export interface LoadOptions {
  readonly pool: pg.Pool;
  readonly boards: readonly TestBoard[];
  readonly random: () => number;
  /** New posts per second after `start`, in addition to edits. */
  readonly rate: number;
  /** Share of the posts that no index can store. */
  readonly poison?: number;
}

/**
 * Writes as the writers of an archive do: new posts, edits, deletions, hides, purges. It repeats each transaction until
 * its commit is acknowledged, so the expected content of PostgreSQL is known exactly.
 */
export class Load {
  /** Every post as of its last acknowledged commit, by the id of its document. */
  readonly journal = new Map<string, Post>();
  commits = 0;
  /** Number of writes: new posts and changes. */
  written = 0;
  /** Number of attempts that ended in an error; some of them may have been committed. */
  retries = 0;
  readonly #options: LoadOptions;
  readonly #lanes: readonly Lane[];
  #isStopping = false;
  #isAbandoned = false;
  #running: Promise<unknown> = Promise.resolve();

  get boards(): readonly TestBoard[] {
    return this.#options.boards;
  }

  constructor(options: LoadOptions) {
    this.#options = options;
    const nextThread = new Map(options.boards.map((board) => [board, 0]));
    this.#lanes = Array.from({ length: LANES }, () => new Lane(options, nextThread));
  }

  /** Writes at least `posts` new posts, and edits, as fast as possible. */
  async write(posts: number): Promise<void> {
    const rounds = Math.ceil(posts / LANES / POSTS_PER_TRANSACTION);
    await Promise.all(
      this.#lanes.map(async (lane) => {
        for (let round = 0; round < rounds; round++) await this.#commit(lane, POSTS_PER_TRANSACTION);
      }),
    );
  }

  start(): void {
    const fresh = Math.max(1, Math.round((this.#options.rate * EVERY_MS) / 1000 / LANES));
    this.#running = Promise.all(
      this.#lanes.map(async (lane) => {
        let due = performance.now();
        while (!this.#isStopping) {
          await this.#commit(lane, fresh);
          // Writes that an outage delayed are not all made up for afterwards.
          due = Math.max(due + EVERY_MS, performance.now() - 1_000);
          await sleep(Math.max(0, due - performance.now()));
        }
      }),
    );
  }

  /** Resolves when the last transaction is acknowledged. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** Stops without waiting for acknowledgements; the journal is incomplete afterwards. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    await this.stop();
  }

  async #commit(lane: Lane, fresh: number): Promise<void> {
    // One transaction at a time per writer: a burst shares the writer with the steady load.
    const mine = lane.turn.then(async () => this.#commitNext(lane, fresh));
    lane.turn = mine;
    await mine;
  }

  async #commitNext(lane: Lane, fresh: number): Promise<void> {
    const { board, posts } = lane.next(fresh);
    while (!this.#isAbandoned) {
      try {
        await writePosts(this.#options.pool, board, posts);
        break;
      } catch {
        this.retries++;
        await sleep(RETRY_MS);
      }
    }
    this.commits++;
    this.written += posts.length;
    for (const post of posts) this.journal.set(`${board.name}.${post.num}.${post.subnum}`, post);
  }
}

/** One writer. No other writer changes its threads, so its commits and its changes have the same order. */
class Lane {
  turn: Promise<void> = Promise.resolve();
  readonly #options: LoadOptions;
  readonly #nextThread: Map<TestBoard, number>;
  readonly #written = new Map<TestBoard, Post[]>();
  #next = 0;

  constructor(options: LoadOptions, nextThread: Map<TestBoard, number>) {
    this.#options = options;
    this.#nextThread = nextThread;
  }

  next(fresh: number): { board: TestBoard; posts: Post[] } {
    const { boards, random } = this.#options;
    const board = boards[this.#next++ % boards.length] as TestBoard;
    const written = this.#written.get(board) ?? [];
    this.#written.set(board, written);
    const edited = new Map<number, Post>();
    for (let edits = Math.ceil(fresh / 4); edits > 0 && written.length > 0; edits--) {
      const place = Math.floor(random() * written.length);
      const post = written[place] as Post;
      if (post.timePurged !== null || edited.has(place)) continue;
      edited.set(place, this.#change(post));
    }
    for (const [place, post] of edited) written[place] = post;
    const added = Array.from({ length: fresh }, () => {
      const post = this.#post(board, written.at(-1));
      written.push(post);
      return post;
    });
    return { board, posts: [...edited.values(), ...added] };
  }

  #post(board: TestBoard, last: Post | undefined): Post {
    const { random, poison = 0 } = this.#options;
    let num = (last?.num ?? 0) + 1;
    if (last === undefined || num === last.thread + THREAD_LENGTH) {
      const thread = this.#nextThread.get(board) ?? 0;
      this.#nextThread.set(board, thread + 1);
      num = thread * THREAD_LENGTH + 1;
    }
    return aPost({
      num,
      thread: num - ((num - 1) % THREAD_LENGTH),
      comment: `post ${num}, worded ${random()}`,
      hidden: random() < 0.01,
      capcode: random() < poison ? POISON : null,
      timePosted: new Date(FIRST_POST + num * 1000),
    });
  }

  #change(post: Post): Post {
    const { random } = this.#options;
    const kind = random();
    if (kind < 0.7) return { ...post, comment: `post ${post.num}, worded again ${random()}` };
    if (kind < 0.8) return { ...post, hidden: !post.hidden };
    if (kind < 0.9) return { ...post, timeDeletedPost: new Date(FIRST_POST + post.num * 1000 + 500) };
    const { num, thread, timePosted } = post;
    return aPost({ num, thread, timePosted, hidden: true, timePurged: new Date(FIRST_POST + num * 1000 + 900) });
  }
}

export function isPoison(post: Post): boolean {
  return post.capcode === POISON;
}
