import { openPictures, type Pictures } from './art/pictures.ts';
import {
  addReply,
  addThread,
  editPost,
  emptyBoard,
  findPost,
  opener,
  pruneOldest,
  removeFile,
  removePost,
  type DemoBoard,
  type DemoThread,
  type ThreadTopic,
} from './board.ts';
import type { CapturedBoard, Captures } from './captures.ts';
import type { ChanPost } from './chan.ts';
import type { QuoteTarget } from './markup.ts';
import { DemoRefusal } from './refusal.ts';
import { THEMES } from './themes/all.ts';
import type { Theme } from './themes/theme.ts';
import { visitor } from './themes/visitor.ts';
import { writePost, type Draft } from './write-post.ts';

/** A change of the site, complete enough to be replayed after a restart. `at` is in epoch seconds. */
export type DemoEvent =
  | {
      readonly kind: 'thread';
      readonly board: string;
      readonly at: number;
      readonly post: ChanPost;
      readonly poster: string;
      readonly topic: ThreadTopic | null;
    }
  | {
      readonly kind: 'reply';
      readonly board: string;
      readonly at: number;
      readonly post: ChanPost;
      readonly poster: string;
      readonly sage: boolean;
    }
  | {
      readonly kind: 'edit';
      readonly board: string;
      readonly at: number;
      readonly no: number;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'delete' | 'delete-file'; readonly board: string; readonly at: number; readonly no: number };

export interface DemoSite {
  readonly boards: ReadonlyMap<string, DemoBoard>;
  readonly captures: Captures | null;
  readonly pictures: Pictures;
  readonly seed: string;
  /** Epoch seconds at which the site was created. */
  readonly madeAt: number;
  /** @throws DemoRefusal unknown_board */
  board(name: string): DemoBoard;
  /** The thread of a visible post; null for a deleted or unknown post. */
  readonly find: (board: string, no: number) => QuoteTarget | null;
  /** Opens a thread, which may push the last one off the board. Returns the post as the API shows it. */
  openThread(board: string, draft: Draft, at: number, options?: { no?: number; topic?: ThreadTopic }): ChanPost;
  /** @throws DemoRefusal unknown_thread, or thread_closed unless staff writes */
  reply(board: string, thread: number, draft: Draft, at: number, options?: { no?: number }): ChanPost;
  /** null removes a field. @throws DemoRefusal unknown_post */
  edit(board: string, no: number, fields: Readonly<Record<string, unknown>>, at: number): ChanPost;
  /** @throws DemoRefusal unknown_post */
  remove(board: string, no: number, at: number): void;
  /** @throws DemoRefusal unknown_post, where the post has no file, too */
  removeFile(board: string, no: number, at: number): void;
  /** Does again what was done before. Returns false where it no longer fits, as after captures were taken away. */
  replay(event: DemoEvent): boolean;
  /** @returns what ends the listening */
  onEvent(listener: (event: DemoEvent) => void): () => void;
}

export interface SiteOptions {
  readonly seed: string;
  /** Epoch seconds at which the site's history ends. */
  readonly madeAt: number;
  /** Captured boards instead of the demo's own. */
  readonly captures?: Captures | null;
  /** Where drawn files are kept; null keeps them in memory. */
  readonly picturesDir?: string | null;
  readonly themes?: readonly Theme[];
}

/** Opens a site with captured boards, or with empty boards that `writeHistory` fills. */
export async function openSite(options: SiteOptions): Promise<DemoSite> {
  const { captures = null, themes = THEMES, picturesDir = null } = options;
  const pictures = await openPictures(captures === null ? themes : [visitor], picturesDir);
  const boards =
    captures === null
      ? themes.map((theme) => emptyBoard(theme.board, { captured: false, lastNo: theme.firstNo }))
      : captures.boards.map(capturedBoard);
  return assemble(options, captures, pictures, new Map(boards.map((board) => [board.info.board, board])));
}

function capturedBoard({ info, threads }: CapturedBoard): DemoBoard {
  const board = emptyBoard(info, { captured: true, lastNo: 0 });
  for (const posts of threads) {
    const first = posts[0];
    const newest = Math.max(...posts.map((post) => post.time), first.archived_on ?? 0);
    const thread: DemoThread = {
      no: first.no,
      posts: [...posts],
      posters: new Set(),
      lastModified: newest,
      bumped: Math.max(...posts.map((post) => post.time)),
      topic: null,
    };
    addThread(board, thread);
  }
  return board;
}

function assemble(
  { seed, madeAt }: SiteOptions,
  captures: Captures | null,
  pictures: Pictures,
  boards: ReadonlyMap<string, DemoBoard>,
): DemoSite {
  const listeners = new Set<(event: DemoEvent) => void>();
  const board = (name: string): DemoBoard => {
    const found = boards.get(name);
    if (found === undefined) throw new DemoRefusal('unknown_board', `there is no board "${name}"`, 404);
    return found;
  };
  const find = (name: string, no: number) => {
    const thread = boards.get(name)?.home.get(no);
    return thread === undefined ? null : { thread };
  };
  const done = <T>(event: DemoEvent, result: T | null | false): T => {
    if (result === null || result === false)
      throw new DemoRefusal('unknown_post', 'there is no such post or file', 404);
    for (const listener of listeners) listener(event);
    return result;
  };
  const publish = (event: DemoEvent): ChanPost => done(event, apply(board(event.board), event));
  return {
    boards,
    captures,
    pictures,
    seed,
    madeAt,
    board,
    find,
    openThread: (name, draft, at, { no, topic } = {}) => {
      const target = board(name);
      const post = writePost(draft, { board: target.info, no: no ?? target.lastNo + 1, resto: 0, time: at, find });
      return publish({ kind: 'thread', board: name, at, post, poster: draft.poster, topic: topic ?? null });
    },
    reply: (name, thread, draft, at, { no } = {}) => {
      const target = board(name);
      const found = target.threads.get(thread);
      if (found === undefined) throw new DemoRefusal('unknown_thread', `there is no thread ${thread} on ${name}`, 404);
      if (opener(found).closed === 1 && draft.capcode === undefined)
        throw new DemoRefusal('thread_closed', `thread ${thread} is closed`, 409);
      const post = writePost(draft, { board: target.info, no: no ?? target.lastNo + 1, resto: thread, time: at, find });
      return publish({ kind: 'reply', board: name, at, post, poster: draft.poster, sage: draft.sage === true });
    },
    edit: (name, no, fields, at) => publish({ kind: 'edit', board: name, at, no, fields }),
    remove: (name, no, at) => void publish({ kind: 'delete', board: name, at, no }),
    removeFile: (name, no, at) => void publish({ kind: 'delete-file', board: name, at, no }),
    replay: (event) => {
      const target = boards.get(event.board);
      return target !== undefined && apply(target, event) !== null;
    },
    onEvent: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the affected post; null for an unknown post or thread. */
function apply(board: DemoBoard, event: DemoEvent): ChanPost | null {
  switch (event.kind) {
    case 'thread': {
      if (board.home.has(event.post.no)) return null;
      const { post, at } = event;
      addThread(board, {
        no: post.no,
        posts: [post],
        posters: new Set([event.poster]),
        lastModified: at,
        bumped: at,
        topic: event.topic,
      });
      pruneOldest(board, at);
      return post;
    }
    case 'reply': {
      const thread = board.threads.get(event.post.resto);
      if (thread === undefined || board.home.has(event.post.no)) return null;
      addReply(board, thread, event.post, event.poster, event.sage);
      return event.post;
    }
    case 'edit':
      return editPost(board, event.no, event.fields, event.at);
    case 'delete': {
      const found = findPost(board, event.no);
      return found !== null && removePost(board, event.no, event.at) ? found.post : null;
    }
    case 'delete-file':
      return removeFile(board, event.no, event.at);
  }
}
