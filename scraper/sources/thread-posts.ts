/** The posts of one thread as in its document. Entries that cannot belong to the thread are refused alone. */
import type { PostObservation, ThreadObservation } from '../../mappings/post.ts';
import { RefusedError, type ParseWarnings } from './parse-result.ts';

export class ThreadPosts {
  readonly #thread: number;
  readonly #warnings: ParseWarnings;
  readonly #posts = new Map<string, PostObservation>();
  readonly #refused = new Set<number>();
  #others = 0;
  #first: RefusedError | null = null;

  constructor(thread: number, warnings: ParseWarnings) {
    this.#thread = thread;
    this.#warnings = warnings;
  }

  /** `num`: the number that the entry states, null if it cannot be read. */
  add(entry: unknown, num: number | null, read: () => PostObservation): void {
    try {
      const post = read();
      const { fields } = post;
      const id = fields.subnum === 0 ? `${fields.num}` : `${fields.num}.${fields.subnum}`;
      if (fields.thread !== this.#thread) {
        throw new RefusedError('wrong_thread', `post ${id} belongs to ${fields.thread}, not to ${this.#thread}`);
      }
      if (fields.opener !== (id === `${this.#thread}`)) {
        throw new RefusedError('wrong_thread', `post ${id} must be ${fields.opener ? 'a reply' : 'the opener'}`);
      }
      if (this.#posts.has(id)) throw new RefusedError('duplicate_number', `post ${id} appears twice`);
      this.#posts.set(id, post);
    } catch (error) {
      this.#warnings.refuse(error, entry);
      if (error instanceof RefusedError) this.#first ??= error;
      if (num === null) this.#others++;
      else this.#refused.add(num);
    }
  }

  /**
   * The opener comes first.
   * @throws RefusedError if no post of the thread can be read: the document shows another thread.
   */
  observation(): ThreadObservation {
    const posts = [...this.#posts.values()];
    if (posts.length === 0) throw this.#first ?? new RefusedError('empty', 'the thread has no posts');
    const refused = { nums: [...this.#refused], others: this.#others };
    return {
      num: this.#thread,
      posts: posts.toSorted((a, b) => Number(b.fields.opener) - Number(a.fields.opener)),
      ...(refused.nums.length + refused.others > 0 && { refused }),
    };
  }
}
