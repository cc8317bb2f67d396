import { setTimeout as sleep } from 'node:timers/promises';
import { aPost, insertBoard, writePosts, type TestBoard } from '../support/builders.ts';
import type { Stage } from './stage.ts';

const AT_ONCE = 2_500;
const SLICES = 3;
const EDITS_AT_ONCE = 3;
const EDITS_EVERY_MS = 50;

/** A board of threads with one post each, all of which an import writes. */
export class ImportedBoard {
  readonly board: TestBoard;
  readonly #stage: Stage;
  readonly #threads: number;
  #imports = 0;

  private constructor(stage: Stage, board: TestBoard, threads: number) {
    this.#stage = stage;
    this.board = board;
    this.#threads = threads;
  }

  static async create(stage: Stage, threads: number): Promise<ImportedBoard> {
    const board = await insertBoard(stage.world.pool, 'imported', { sliceSize: Math.ceil(threads / SLICES) });
    return new ImportedBoard(stage, board, threads);
  }

  /** Rewrites every post with a new comment. As after a long import, the marks' jobs wait behind many others. */
  async import(): Promise<void> {
    this.#imports++;
    for (let first = 1; first <= this.#threads; first += AT_ONCE) {
      const count = Math.min(AT_ONCE, this.#threads - first + 1);
      await this.#write(
        Array.from({ length: count }, (_, place) => first + place),
        `import ${this.#imports}`,
      );
    }
    await this.#stage.world.pool.query(
      `update dirty set queued_gen = gen, queued_at = now() + interval '1 hour' where board_id = $1`,
      [this.board.id],
    );
  }

  /** The jobs of the remaining marks no longer wait. */
  async release(): Promise<void> {
    await this.#stage.world.pool.query('update dirty set queued_gen = null where board_id = $1', [this.board.id]);
  }

  /** Edits posts, a few in each transaction, until the signal is aborted. Returns the number of edits. */
  async edit(signal: AbortSignal): Promise<number> {
    let edits = 0;
    while (!signal.aborted) {
      const nums = new Set<number>();
      while (nums.size < EDITS_AT_ONCE) nums.add(1 + Math.floor(this.#stage.random() * this.#threads));
      await this.#write([...nums], `edit ${edits} after import ${this.#imports}`);
      edits += EDITS_AT_ONCE;
      await sleep(EDITS_EVERY_MS);
    }
    return edits;
  }

  async #write(nums: readonly number[], text: string): Promise<void> {
    const posts = nums.map((num) => aPost({ num, comment: `a heron ${num}, ${text}` }));
    await writePosts(this.#stage.world.pool, this.board, posts);
    for (const post of posts) this.#stage.load.journal.set(`${this.board.name}.${post.num}.0`, post);
  }
}
