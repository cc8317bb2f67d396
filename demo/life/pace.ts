import type { DemoBoard } from '../board.ts';
import { createRandom, type Random } from '../random.ts';
import type { DemoSite } from '../site.ts';
import { THEMES } from '../themes/all.ts';
import type { Theme } from '../themes/theme.ts';
import { visitor } from '../themes/visitor.ts';
import { composeReply, type Occasion } from './compose.ts';
import { moderate, openThread, threadsOpenForReplies } from './history.ts';

/** Shares of the events; the rest are replies. */
const NEW_THREAD = 0.06;
const MODERATION = 0.14;

/** Performs one random event: usually a reply, sometimes a new thread, an edit or a deletion. */
export function takeStep(site: DemoSite, random: Random, at: number): void {
  const board = weighted([...site.boards.values()], (one) => themeOf(site, one).share, random);
  const theme = themeOf(site, board);
  const occasion: Occasion = { site, board, theme, random, at, no: board.lastNo + random.integer(1, 3) };
  const threads = threadsOpenForReplies(board);
  const act = random.next();
  if (threads.length === 0 || act < NEW_THREAD) {
    openThread(occasion);
    return;
  }
  // Squaring prefers small indices, which are the busiest threads.
  const thread = threads[Math.floor(random.next() ** 2 * Math.min(threads.length, 12))];
  if (thread === undefined) return;
  if (act < NEW_THREAD + MODERATION) moderate(occasion, thread);
  else site.reply(board.info.board, thread.no, composeReply(occasion, thread), at, { no: occasion.no });
}

/** Performs one event every `paceMs` milliseconds until the returned function is called; 0 performs none. */
export function startLife(
  site: DemoSite,
  paceMs: number,
  options: { seed: string; clock: () => number; onError: (error: unknown) => void },
): () => void {
  if (paceMs === 0) return () => undefined;
  const random = createRandom(options.seed);
  const timer = setInterval(() => {
    try {
      takeStep(site, random, Math.floor(options.clock() / 1000));
    } catch (error) {
      options.onError(error);
    }
  }, paceMs);
  return () => clearInterval(timer);
}

function themeOf(site: DemoSite, board: DemoBoard): Theme {
  return (site.captures === null && THEMES.find((theme) => theme.board === board.info)) || visitor;
}

function weighted<T>(list: readonly T[], weight: (one: T) => number, random: Random): T {
  let draw = random.next() * list.reduce((sum, one) => sum + weight(one), 0);
  for (const one of list) {
    draw -= weight(one);
    if (draw < 0) return one;
  }
  return random.pick(list);
}
