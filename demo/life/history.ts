import { opener, threadsInOrder, type DemoBoard, type DemoThread } from '../board.ts';
import { createRandom, type Random } from '../random.ts';
import type { DemoSite } from '../site.ts';
import { THEMES } from '../themes/all.ts';
import type { Theme } from '../themes/theme.ts';
import { BANNED, WARNED } from './appendix.ts';
import { composeOpener, composeReply, ownReplies, type Occasion } from './compose.ts';

const YEAR = 365.25 * 86_400;
/** Posts per session: one or two new threads and replies over about an hour. */
const SESSION_POSTS = 18;
/** Exponent that puts sessions years apart at first and hours apart at the end. */
const ACCELERATION = 2.2;
/** Share of the replies that go into one long thread until that has reached its limits. */
const FAVOURITE = 0.25;

interface Session {
  readonly theme: Theme;
  readonly start: number;
}

const POSTS = 4000;

/** Fills the generated boards with about `posts` posts over years, up to the site's `madeAt`. */
export function writeHistory(site: DemoSite, posts = POSTS): void {
  const sessions: Session[] = [];
  const themes = THEMES.filter((theme) => site.boards.get(theme.board.board)?.info === theme.board);
  for (const theme of themes) {
    const span = theme.years * YEAR;
    pinThreads(site, theme, Math.round(site.madeAt - span));
    const count = Math.max(2, Math.ceil((posts * theme.share) / SESSION_POSTS));
    for (let i = 0; i < count; i++) {
      const elapsed = 1 - (1 - (i + 0.3) / count) ** ACCELERATION;
      sessions.push({ theme, start: Math.round(site.madeAt - span * (1 - elapsed)) });
    }
  }
  sessions.sort((a, b) => a.start - b.start);
  const favourites = new Map<string, number>();
  for (const [index, session] of sessions.entries()) {
    runSession(site, session, favourites, createRandom(`${site.seed}/${session.theme.board.board}/${index}`));
  }
}

function pinThreads(site: DemoSite, theme: Theme, at: number): void {
  const { board: name } = theme.board;
  const picture = site.pictures.ofBoard(name)[0];
  const file = picture === undefined ? undefined : { picture, filename: 'welcome' };
  const staff = { poster: 'staff', capcode: 'mod', file };
  site.openThread(name, { ...staff, ...theme.welcome, sticky: true, closed: true }, at);
  if (theme.news === undefined) return;
  const { sub, posts } = theme.news;
  const thread = site.openThread(
    name,
    { ...staff, sub, com: posts[0]?.[1], capcode: posts[0]?.[0], sticky: true, stickyCap: 100 },
    at + 3600,
  );
  for (const [index, [capcode, com]] of posts.slice(1).entries()) {
    site.reply(name, thread.no, { poster: capcode, capcode, com, name: 'Anonymous' }, at + 86_400 * 40 * (index + 1));
  }
}

function runSession(site: DemoSite, { theme, start }: Session, favourites: Map<string, number>, random: Random): void {
  const board = site.board(theme.board.board);
  let at = Math.max(start, board.lastModified + 1);
  const next = (): Occasion => {
    at = Math.min(at + random.integer(15, 420), site.madeAt);
    return { site, board, theme, random, at, no: board.lastNo + random.integer(1, 4) };
  };
  const focus: DemoThread[] = [];
  for (let fresh = random.chance(0.5) ? 2 : 1; fresh > 0; fresh--) focus.push(openThread(next()));
  focus.push(...threadsOpenForReplies(board).slice(0, random.integer(0, 2)));
  for (let left = random.integer(SESSION_POSTS / 2, SESSION_POSTS * 1.5) - 2; left > 0; left--) {
    const occasion = next();
    const favourite = favouriteOf(board, favourites);
    const thread = favourite !== null && random.chance(FAVOURITE) ? favourite : random.pick(focus);
    if (!board.threads.has(thread.no) || opener(thread).closed === 1) continue;
    site.reply(board.info.board, thread.no, composeReply(occasion, thread), occasion.at, { no: occasion.no });
  }
  if (random.chance(0.5)) moderate(next(), random.pick(focus));
}

/** @returns the new thread */
export function openThread(occasion: Occasion): DemoThread {
  const { site, board, at, no } = occasion;
  const { draft, topic } = composeOpener(occasion);
  const post = site.openThread(board.info.board, draft, at, { no, topic });
  return board.threads.get(post.no) as DemoThread;
}

/** Live threads that accept replies, most recently bumped first. */
export function threadsOpenForReplies(board: DemoBoard): DemoThread[] {
  return threadsInOrder(board).filter((thread) => opener(thread).closed !== 1 && opener(thread).sticky !== 1);
}

/** The thread that currently gets extra replies until it reaches its limits; then another one is chosen. */
function favouriteOf(board: DemoBoard, favourites: Map<string, number>): DemoThread | null {
  const current = board.threads.get(favourites.get(board.info.board) ?? 0);
  const done =
    current === undefined || opener(current).closed === 1 || (opener(current).replies ?? 0) > board.info.bump_limit + 4;
  if (!done) return current;
  const fresh = threadsOpenForReplies(board).find((thread) => thread.posts.length < 20) ?? null;
  if (fresh !== null) favourites.set(board.info.board, fresh.no);
  return fresh;
}

/** One act of moderation: a notice, the removal of a file or post, or closing the thread with a reply. */
export function moderate({ site, board, theme, random, at, no }: Occasion, thread: DemoThread): void {
  const name = board.info.board;
  const replies = ownReplies(board, theme, thread);
  if (replies.length === 0) return;
  const act = random.next();
  const withFile = replies.filter((reply) => reply.tim !== undefined);
  const takesFile = act >= 0.35 && act < 0.6 && withFile.length > 0;
  const post = random.pick(takesFile ? withFile : replies);
  if (act < 0.35) {
    const notice = random.chance(0.7) ? BANNED : WARNED;
    if (post.com?.endsWith(notice) !== true) site.edit(name, post.no, { com: (post.com ?? '') + notice }, at);
  } else if (takesFile) {
    site.removeFile(name, post.no, at);
  } else if (act < 0.95 || board.captured) {
    site.remove(name, post.no, at);
  } else {
    site.edit(name, thread.no, { closed: 1 }, at);
    site.reply(
      name,
      thread.no,
      { poster: 'staff', capcode: 'mod', com: 'Closed: this is answered in the sticky.' },
      at,
      { no },
    );
  }
}
