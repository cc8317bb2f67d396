/** Documents of an archive that runs FoolFuuka: two threads per page, newest first. */
import type { ArchiveSite } from '../sources/archive-site.ts';

export interface ArchivedThread {
  readonly num: number;
  /** Numbered consecutively from the thread's number. */
  readonly replies?: number;
  /** Time after the last reply. */
  readonly ghosts?: number;
  readonly deleted?: readonly number[];
}

const THREADS_PER_PAGE = 2;
const REPLIES_SHOWN = 5;
const BEGINNING = 1_464_948_000;

export class OtherArchive {
  readonly deletedAt = BEGINNING + 86_400;
  readonly #site: ArchiveSite;
  readonly #board: string;

  constructor(site: ArchiveSite, board: string) {
    this.#site = site;
    this.#board = board;
  }

  pagePath(page: number): string {
    return `/_/api/chan/index/?board=${this.#board}&page=${page}&order=by_thread`;
  }

  publish(threads: readonly ArchivedThread[]): void {
    const pages = Math.ceil(threads.length / THREADS_PER_PAGE);
    for (let page = 1; page <= pages; page++) {
      const shown = threads.slice((page - 1) * THREADS_PER_PAGE, page * THREADS_PER_PAGE);
      const entries = shown.map((thread) => {
        const [op, ...replies] = this.#posts(thread);
        const omitted = Math.max(0, replies.length - REPLIES_SHOWN);
        return [thread.num, { op, posts: replies.slice(omitted), omitted, images_omitted: 0 }] as const;
      });
      this.#site.putJson(this.pagePath(page), Object.fromEntries(entries));
    }
    this.#site.putJson(this.pagePath(pages + 1), []);
    for (const thread of threads) {
      const [op, ...replies] = this.#posts(thread);
      const posts = Object.fromEntries(
        replies.map((post) => [post.subnum === '0' ? post.num : `${post.num}_${post.subnum}`, post]),
      );
      const path = `/_/api/chan/thread/?board=${this.#board}&num=${thread.num}`;
      this.#site.putJson(path, { [thread.num]: { op, ...(replies.length > 0 && { posts }) } });
    }
  }

  #posts({ num, replies = 2, ghosts = 0, deleted = [] }: ArchivedThread) {
    const post = (of: number, subnum: number) => ({
      doc_id: String(of),
      num: String(of),
      subnum: String(subnum),
      thread_num: String(num),
      op: of === num && subnum === 0 ? '1' : '0',
      timestamp: BEGINNING + of + subnum,
      timestamp_expired: deleted.includes(of) ? this.deletedAt : '0',
      deleted: deleted.includes(of) ? '1' : '0',
      capcode: 'N',
      name: 'Anonymous',
      comment: subnum === 0 ? `Words of ${of}.` : `Ghost of ${of}.`,
      extra_data: [],
      media: null,
    });
    const last = num + replies;
    return [
      ...Array.from({ length: replies + 1 }, (_, index) => post(num + index, 0)),
      ...Array.from({ length: ghosts }, (_, index) => post(last, index + 1)),
    ];
  }
}
