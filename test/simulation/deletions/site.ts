/** A simulated board with every version of every document, so that simulated caches can serve old ones. Times are in ms. */

export interface SitePost {
  readonly num: number;
  /** Seconds. */
  readonly posted: number;
}

export interface SiteThread {
  readonly num: number;
  readonly posts: readonly SitePost[];
  /** Seconds. */
  readonly modified: number;
  readonly bumped: number;
  readonly sticky: boolean;
  /** Maximum number of replies; null for no limit. */
  readonly cap: number | null;
  readonly archived: boolean;
  /** Number of deleted replies that the opener still counts. */
  readonly uncounted: number;
}

export interface SiteList {
  readonly version: number;
  readonly threads: readonly { readonly num: number; readonly modified: number; readonly page: number }[];
}

export interface SiteOptions {
  readonly pages: number;
  readonly perPage: number;
  readonly hasArchive: boolean;
  /** The opener's reply count includes deleted posts. */
  readonly countsDeleted: boolean;
}

type Versions<T> = { readonly at: number; readonly value: T }[];

export class Site {
  readonly options: SiteOptions;
  readonly random: () => number;
  readonly threads = new Map<number, SiteThread>();
  /** Num → time of deletion in ms. */
  readonly deletedPosts = new Map<number, number>();
  readonly deletedThreads = new Map<number, { readonly at: number; readonly page: number }>();
  readonly #documents = new Map<number, Versions<SiteThread | null>>();
  readonly #lists: Versions<SiteList> = [];
  readonly #archives: Versions<readonly number[]> = [];
  /** Threads that a fault of the site hides; they still exist. */
  suppressed: ReadonlySet<number> = new Set();
  #archived: number[] = [];
  #lastNum = 1000;
  now: number;

  constructor(options: SiteOptions, random: () => number, now: number) {
    this.options = options;
    this.random = random;
    this.now = now;
    const room = options.pages * options.perPage;
    for (let index = 0; index < room; index++) this.start({ sticky: index === 0, cap: index === 0 ? 8 : null });
    for (let index = 0; index < room * 3; index++) this.reply();
  }

  start({ sticky = false, cap = null }: { sticky?: boolean; cap?: number | null } = {}): void {
    const num = ++this.#lastNum;
    const seconds = Math.floor(this.now / 1000);
    const posts = [{ num, posted: seconds }];
    this.#set({ num, posts, modified: seconds, bumped: num, sticky, cap, archived: false, uncounted: 0 });
    for (const thread of this.#inOrder().slice(this.options.pages * this.options.perPage)) this.#fallOff(thread);
    this.#list();
  }

  reply(): void {
    const thread = this.#any();
    const num = ++this.#lastNum;
    const posts = [...thread.posts, { num, posted: Math.floor(this.now / 1000) }];
    // Drops the oldest reply above the limit; the opener stays.
    if (thread.cap !== null && posts.length > thread.cap + 1) posts.splice(1, 1);
    this.#set({ ...this.#touched(thread), posts, bumped: this.random() < 0.2 ? thread.bumped : num });
    this.#list();
  }

  deletePost(): void {
    const thread = this.#any();
    const replies = thread.posts.slice(1);
    const post = replies[Math.floor(this.random() * replies.length)];
    if (post === undefined) return;
    const uncounted = thread.uncounted + (this.options.countsDeleted ? 1 : 0);
    this.#set({ ...this.#touched(thread), posts: thread.posts.filter((other) => other !== post), uncounted });
    this.deletedPosts.set(post.num, this.now);
    this.#list();
  }

  deleteThread(): void {
    const thread = this.#any();
    if (thread.sticky) return;
    const page = this.list().threads.find(({ num }) => num === thread.num)?.page ?? 0;
    this.threads.delete(thread.num);
    this.#keep(thread.num, null);
    this.deletedThreads.set(thread.num, { at: this.now, page });
    this.#list();
  }

  /** The site's staff archives a thread before it would be pruned. */
  archiveEarly(): void {
    const thread = this.#any();
    if (thread.sticky || !this.options.hasArchive) return;
    this.#fallOff(thread);
    this.#list();
  }

  list(at = this.now): SiteList {
    return versionAt(this.#lists, at) ?? { version: 0, threads: [] };
  }

  archive(at = this.now): readonly number[] | null {
    return this.options.hasArchive ? (versionAt(this.#archives, at) ?? []) : null;
  }

  document(num: number, at = this.now): SiteThread | null {
    if (this.suppressed.has(num)) return null;
    return versionAt(this.#documents.get(num) ?? [], at) ?? null;
  }

  conceal(nums: Iterable<number>): void {
    this.suppressed = new Set(nums);
    this.#list();
  }

  #inOrder(): SiteThread[] {
    return [...this.threads.values()].sort((a, b) => Number(b.sticky) - Number(a.sticky) || b.bumped - a.bumped);
  }

  #any(): SiteThread {
    const threads = [...this.threads.values()];
    return threads[Math.floor(this.random() * threads.length)] as SiteThread;
  }

  #touched(thread: SiteThread): SiteThread {
    return { ...thread, modified: Math.max(thread.modified, Math.floor(this.now / 1000)) };
  }

  #fallOff(thread: SiteThread): void {
    this.threads.delete(thread.num);
    if (!this.options.hasArchive) {
      this.#keep(thread.num, null);
      return;
    }
    this.#keep(thread.num, { ...this.#touched(thread), archived: true });
    this.#archived = [...this.#archived, thread.num];
    this.#archives.push({ at: this.now, value: this.#archived });
  }

  #set(thread: SiteThread): void {
    this.threads.set(thread.num, thread);
    this.#keep(thread.num, thread);
  }

  #keep(num: number, value: SiteThread | null): void {
    const versions = this.#documents.get(num) ?? [];
    versions.push({ at: this.now, value });
    this.#documents.set(num, versions);
  }

  #list(): void {
    const shown = this.#inOrder().filter(({ num }) => !this.suppressed.has(num));
    const threads = shown.map(({ num, modified }, index) => ({
      num,
      modified,
      page: Math.floor(index / this.options.perPage) + 1,
    }));
    this.#lists.push({ at: this.now, value: { version: Math.floor(this.now / 1000), threads } });
  }
}

function versionAt<T>(versions: Versions<T>, at: number): T | undefined {
  return versions.findLast((version) => version.at <= at)?.value;
}
