/** Simulates an archive that watches a site through unreliable caches, and compares what it marks as deleted with the truth. */
import {
  isMassOfPosts,
  judgePosts,
  postponed,
  type KnownPost,
  type MissingPost,
} from '../../../scraper/deletions/judge-posts.ts';
import {
  compareLists,
  threadEndOf,
  type BoardList,
  type MissingThread,
  type ThreadEvidence,
} from '../../../scraper/reconcile/judge-threads.ts';
import { seededRandom } from '../scheduler.ts';
import { Site, type SiteThread } from './site.ts';

/** Deliberate defects that the simulation must find. */
export interface Mutants {
  /** One copy without a post is enough to mark it as deleted. */
  readonly oneLook?: boolean;
  /** Old copies are not ignored. */
  readonly anyAge?: boolean;
  /** Every thread that disappears from the list counts as deleted. */
  readonly noOrder?: boolean;
  /** Mass disappearances are not held. */
  readonly noMass?: boolean;
}

export interface WatchResult {
  /** Posts and threads that are marked as deleted but still exist. */
  readonly wrong: readonly string[];
  /** Number of deleted posts and threads that are marked as deleted. */
  readonly found: number;
  /** Deleted posts and threads that the archive could have detected, but did not mark. */
  readonly missed: readonly string[];
  /** Posts that are still undecided after more than two copies that would have allowed a decision. */
  readonly late: readonly string[];
  readonly held: number;
  readonly seen: Readonly<Record<string, number>>;
}

const THRESHOLD_PAGE = 8;
/** Between two lists this close together, no thread of the front pages can be pruned. */
const WATCHED_MS = 60_000;
const DAY_0 = 1_700_000_000_000;

export function watchSite(seed: number, mutants: Mutants = {}): WatchResult {
  return new Watch(seed, mutants).run();
}

interface Stored {
  readonly posted: number;
  missing: MissingPost | null;
}

class Watch {
  readonly #random: () => number;
  readonly #site: Site;
  readonly #mutants: Mutants;
  readonly #sendsVersion: boolean;
  readonly #staleness: number;
  readonly #seen: Record<string, number> = {};
  /** By thread, by num. */
  readonly #stored = new Map<number, Map<number, Stored>>();
  readonly #versions = new Map<number, number>();
  readonly #listed = new Map<number, number>();
  readonly #heldThreads = new Set<number>();
  readonly #lastLooks = new Map<number, number>();
  /** Thread → when its newest version was last fetched in full. */
  readonly #wholeLooks = new Map<number, number>();
  readonly #deletedThreads = new Map<number, number>();
  /** Post → number of fetches of its thread's newest version while the post was due. */
  readonly #chances = new Map<number, number>();
  #missing = new Map<number, MissingThread>();
  #list: BoardList | null = null;
  /** The newest list came in this pass. */
  #isListed = false;
  #held = 0;
  /** Every accepted list with its time; `list` is null unless it was complete and current. */
  readonly #looks: { readonly at: number; readonly list: BoardList | null }[] = [];
  readonly #wrong: string[] = [];
  readonly #late: string[] = [];

  constructor(seed: number, mutants: Mutants) {
    this.#random = seededRandom(seed);
    this.#mutants = mutants;
    this.#sendsVersion = this.#random() < 0.85;
    this.#staleness = this.#random() * 0.3;
    const options = {
      pages: 10,
      perPage: 3,
      hasArchive: this.#random() < 0.6,
      countsDeleted: this.#random() < 0.4,
    };
    this.#site = new Site(options, this.#random, DAY_0);
  }

  run(): WatchResult {
    const site = this.#site;
    let outageUntil = 0;
    let suppressedUntil = 0;
    // Nothing is deleted in the last half hour, so that every deletion can be decided before the end.
    const lengthMs = 2 * 3_600_000;
    const quietFrom = DAY_0 + lengthMs - 1_800_000;
    while (site.now < DAY_0 + lengthMs) {
      const quiet = site.now > quietFrom;
      const step = 5_000 + this.#random() * 25_000;
      site.now += step;
      if (!quiet) this.#live();
      if (suppressedUntil > 0 && (site.now > suppressedUntil || quiet)) {
        suppressedUntil = 0;
        site.conceal([]);
      }
      if (!quiet && suppressedUntil === 0 && this.#chance(0.0015)) {
        this.#count('suppressed');
        suppressedUntil = site.now + 600_000 * this.#random();
        site.conceal([...site.threads.keys()].filter(() => this.#chance(0.6)));
      }
      if (!quiet && this.#chance(0.003)) outageUntil = site.now + 1_800_000 * this.#random();
      if (site.now < outageUntil && !quiet) {
        this.#count('outage');
        continue;
      }
      if (this.#chance(0.05) && !quiet) continue;
      this.#pass(quiet);
    }
    return this.#result();
  }

  #live(): void {
    const site = this.#site;
    for (let event = 0; event < 4; event++) {
      const dice = this.#random();
      if (dice < 0.5) site.reply();
      else if (dice < 0.56) site.start();
      else if (dice < 0.6) site.deletePost();
      else if (dice < 0.606) site.deleteThread();
      else if (dice < 0.61) site.archiveEarly();
    }
  }

  #pass(quiet: boolean): void {
    this.#readList(quiet);
    for (const { num, modified } of this.#list?.threads ?? []) {
      if (this.#listed.get(num) === modified && this.#stored.has(num)) continue;
      if (this.#harvest(num, quiet, modified)) this.#listed.set(num, modified);
    }
    for (const [thread, posts] of this.#stored) {
      const isDue = [...posts.values()].some(({ missing }) => missing !== null && this.#isDue(missing));
      if (!isDue) continue;
      this.#harvest(thread, quiet);
      for (const [num, post] of posts) {
        if (post.missing === null || !this.#isDue(post.missing)) continue;
        post.missing = postponed(post.missing, this.#now());
        const document = this.#site.document(thread);
        const isKnowable = document !== null && this.#isKnowable(document, num);
        if (quiet && isKnowable && (this.#chances.get(num) ?? 0) > 2) this.#late.push(`post ${num}`);
      }
    }
    this.#judgeGone(quiet);
  }

  #isDue(row: MissingPost | MissingThread): boolean {
    return row.state === 'missing' && row.dueAt.getTime() <= this.#site.now;
  }

  #readList(quiet: boolean): void {
    this.#isListed = false;
    if (!quiet && this.#chance(0.03)) return;
    const site = this.#site;
    const list = site.list(this.#moment(quiet));
    let { threads } = list;
    if (!quiet && this.#chance(0.02)) {
      this.#count('cut list');
      const page = 1 + Math.floor(this.#random() * 10);
      threads = this.#chance(0.5)
        ? threads.filter((one) => one.page < page)
        : threads.filter((one) => one.page !== page);
      if (threads.length === 0) return;
    }
    const version = this.#sendsVersion ? list.version : Math.max(...threads.map(({ modified }) => modified));
    const known = this.#list;
    const comparable = this.#mutants.anyAge === true && known !== null ? { ...known, version: 0 } : known;
    const verdicts = compareLists(comparable, { version, threads }, [...this.#missing.values()], this.#now());
    if (verdicts.isOld) {
      this.#count('old list');
      return;
    }
    for (const num of verdicts.back) this.#missing.delete(num);
    for (const { num } of threads) this.#deletedThreads.delete(num);
    for (const row of verdicts.missing) {
      const state = this.#mutants.noMass === true ? 'missing' : row.state;
      const { behind } = row;
      const any = threads.map(({ num, modified }) => ({ num, modified }));
      this.#missing.set(row.thread, { ...row, state, behind: this.#mutants.noOrder === true ? any : behind });
    }
    if (verdicts.isMass) this.#held++;
    for (const row of verdicts.missing) if (row.state === 'held') this.#heldThreads.add(row.thread);
    this.#list = { version, threads };
    this.#isListed = true;
    this.#looks.push({ at: site.now, list: list === site.list() && threads === list.threads ? list : null });
  }

  /** Returns whether the fetched copy is at least as new as the list. */
  #harvest(num: number, quiet: boolean, modified = 0): boolean {
    if (!quiet && this.#chance(0.03)) return false;
    const document = this.#fetch(num, quiet);
    if (document === null) return false;
    let { posts } = document;
    const replies = posts.length - 1 + document.uncounted;
    if (!quiet && this.#chance(0.02)) {
      this.#count('cut thread');
      posts = posts.slice(0, 1 + Math.floor(this.#random() * posts.length));
    }
    const known = this.#versions.get(num) ?? 0;
    if (this.#sendsVersion && document.modified < known && this.#mutants.anyAge !== true) {
      this.#count('old thread');
      return false;
    }
    this.#versions.set(num, document.modified);
    const stored = this.#stored.get(num) ?? new Map<number, Stored>();
    this.#stored.set(num, stored);
    for (const post of posts) if (!stored.has(post.num)) stored.set(post.num, { posted: post.posted, missing: null });
    this.#lastLooks.set(num, this.#site.now);
    const isNewest = posts === document.posts && document === this.#site.document(num);
    this.#judge(num, stored, { ...document, posts }, replies, isNewest);
    return document.modified >= modified;
  }

  #judge(num: number, stored: Map<number, Stored>, document: SiteThread, replies: number, isNewest: boolean): void {
    const known = Array.from(stored, ([post, { posted, missing }]): KnownPost => ({ num: post, posted, missing }));
    const copy = {
      version: this.#mutants.anyAge === true ? Number.POSITIVE_INFINITY : this.#sendsVersion ? document.modified : null,
      nums: document.posts.map((post) => post.num),
      replies,
      isEvidence: true,
      isRolling: document.cap !== null,
    };
    if (isNewest) {
      this.#wholeLooks.set(num, this.#site.now);
      for (const { num: post, missing } of known) {
        if (missing !== null && this.#isDue(missing)) this.#chances.set(post, (this.#chances.get(post) ?? 0) + 1);
      }
    }
    const verdicts = judgePosts(copy, known, this.#now());
    for (const post of verdicts.back) this.#note(stored, post, null);
    for (const [post, missing] of verdicts.missing) {
      this.#note(stored, post, missing);
      if (this.#mutants.oneLook === true) this.#say(stored, post, missing.firstMissedAt);
    }
    const undecided = [...this.#stored.values()].flatMap((posts) =>
      [...posts.values()].filter(({ missing }) => missing?.state === 'missing'),
    );
    const total = [...this.#site.threads.values()].reduce((sum, { posts }) => sum + posts.length, 0);
    const isMass = isMassOfPosts(undecided.length, total) && this.#mutants.noMass !== true;
    for (const [post, at] of verdicts.deleted) {
      if (isMass) continue;
      this.#say(stored, post, at);
    }
  }

  #note(stored: Map<number, Stored>, num: number, missing: MissingPost | null): void {
    const post = stored.get(num);
    if (post !== undefined) post.missing = missing;
  }

  #say(stored: Map<number, Stored>, num: number, at: Date): void {
    this.#note(stored, num, { firstMissedAt: at, state: 'deleted', attempts: 0, dueAt: at });
    if (!this.#site.deletedPosts.has(num)) this.#wrong.push(`post ${num}`);
  }

  #judgeGone(quiet: boolean): void {
    if (!this.#isListed) return;
    const site = this.#site;
    for (const row of this.#missing.values()) {
      if (row.dueAt.getTime() > site.now) continue;
      const document = !quiet && this.#chance(0.03) ? undefined : this.#fetch(row.thread, quiet);
      const archive = site.archive(this.#moment(quiet));
      const evidence: ThreadEvidence = {
        document:
          document === undefined ? 'unknown' : document === null ? 'gone' : document.archived ? 'archived' : 'alive',
        isArchived: !quiet && this.#chance(0.03) ? 'unknown' : (archive?.includes(row.thread) ?? null),
        wasSticky: false,
        list: this.#list ?? { version: 0, threads: [] },
      };
      const aged = this.#mutants.oneLook === true ? { ...row, firstMissedAt: new Date(0), wasGone: true } : row;
      const end = threadEndOf(aged, evidence, THRESHOLD_PAGE, this.#now());
      if (end === 'undecided' || end === 'gone') {
        this.#missing.set(row.thread, { ...postponed(row, this.#now()), wasGone: row.wasGone || end === 'gone' });
        continue;
      }
      this.#missing.delete(row.thread);
      this.#stored.delete(row.thread);
      if (end !== 'deleted') continue;
      this.#deletedThreads.set(row.thread, site.now);
      if (!site.deletedThreads.has(row.thread)) this.#wrong.push(`thread ${row.thread}`);
    }
  }

  /** A cache's copy of the thread, possibly an old one; occasionally null although the thread exists. */
  #fetch(num: number, quiet: boolean): SiteThread | null {
    if (!quiet && this.#chance(0.005)) {
      this.#count('lost thread');
      return null;
    }
    return this.#site.document(num, this.#moment(quiet));
  }

  #moment(quiet: boolean): number {
    const { now } = this.#site;
    return !quiet && this.#chance(this.#staleness) ? now - this.#random() * 300_000 : now;
  }

  #now(): Date {
    return new Date(this.#site.now);
  }

  #result(): WatchResult {
    const site = this.#site;
    let found = 0;
    const missed: string[] = [];
    for (const [thread, posts] of this.#stored) {
      const document = site.document(thread);
      for (const [num, { missing }] of posts) {
        if (!site.deletedPosts.has(num)) continue;
        if (missing?.state === 'deleted') found++;
        else if (document !== null && this.#isKnowable(document, num) && this.#wasLookedAt(thread, num))
          missed.push(`post ${num} of ${thread}`);
      }
    }
    for (const [num, { at, page }] of site.deletedThreads) {
      if (this.#deletedThreads.has(num)) found++;
      else if (page < THRESHOLD_PAGE && !this.#heldThreads.has(num) && this.#isWatched(num, at))
        missed.push(`thread ${num}, page ${page}`);
    }
    return { wrong: this.#wrong, found, missed, late: this.#late, held: this.#held, seen: this.#seen };
  }

  /**
   * Returns whether it was listed on a page other than the last shortly before the deletion, and a list without it came shortly after.
   */
  #isWatched(num: number, at: number): boolean {
    const after = this.#looks.findIndex((look) => look.at >= at);
    const [before, next] = [this.#looks[after - 1], this.#looks[after]];
    const confirming = this.#looks.filter(
      (look) => look.list !== null && look.at > at + WATCHED_MS && look.at < at + 3 * WATCHED_MS,
    );
    if (confirming.length < 3) return false;
    if (before?.list == null || next?.list == null || next.at - before.at > WATCHED_MS) return false;
    const end = Math.min(THRESHOLD_PAGE, before.list.threads.at(-1)?.page ?? 0);
    return before.list.threads.some((thread) => thread.num === num && thread.page < end);
  }

  #wasLookedAt(thread: number, num: number): boolean {
    const whole = this.#wholeLooks.get(thread) ?? 0;
    // Without Last-Modified an old copy cannot be distinguished from the newest.
    return whole === this.#lastLooks.get(thread) && whole >= (this.#site.deletedPosts.get(num) ?? 0);
  }

  /** If a site counts deleted posts, a copy without its last post may just be truncated. */
  #isKnowable({ posts, uncounted, cap }: SiteThread, num: number): boolean {
    if (cap !== null && num < (posts[1]?.num ?? 0)) return false;
    return posts.some((post) => post.num > num) || (uncounted === 0 && this.#sendsVersion);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #count(event: string): void {
    this.#seen[event] = (this.#seen[event] ?? 0) + 1;
  }
}
