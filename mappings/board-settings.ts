/**
 * Polling and stored content of a board. Admins change boards.settings and board_defaults; scrapers read them before
 * every poll. Pure.
 */
import { resolveSetting } from './board-settings/resolve.ts';
import { checkedByName } from './board-settings/stored.ts';
import type { BoardSettingName } from './board-settings/table.ts';
import { linearRegexp, MAX_STORED_INSTRUCTIONS, type LinearRegexp } from './linear-regexp.ts';

/** Always, never, or only where an expression matches the subject or comment. */
export type Choice = boolean | LinearRegexp;

export interface MediaChoices {
  readonly op: Choice;
  readonly reply: Choice;
}

export interface BoardSettings {
  /** Minimum time between two polls of the board; null for the scraper's default. */
  readonly refreshDelayMs: number | null;
  /** Maximum time between two polls while nothing is new; null for eight times the minimum. */
  readonly refreshDelayMaxMs: number | null;
  /** Minimum time between two fetches of a thread. */
  readonly threadRefreshMs: number;
  /** Maximum time between two full fetches of a living thread; null to fetch it only when the thread list shows a change. */
  readonly threadRefreshMaxMs: number | null;
  /** A thread that disappears from a page up to this one counts as deleted; one from a later page as pruned. */
  readonly deletedThreadsThresholdPage: number;
  /** Minimum time between two requests to the board's host; null for the scraper's default. */
  readonly throttleMs: number | null;
  /** When a scraper starts to poll the board, it fetches the source's archived threads that are not stored. */
  readonly archive: boolean;
  /** New replies are taken from the catalog if it contains all of them; this saves thread requests. */
  readonly catalog: boolean;
  /** Only threads whose opener (subject or comment) matches are fetched; null for all. */
  readonly onlyThreads: LinearRegexp | null;
  /** Threads whose opener matches are not fetched, even if `onlyThreads` matches too. */
  readonly notThreads: LinearRegexp | null;
  /** The charset of mails that neither name nor show theirs. */
  readonly mailCharset: string;
  readonly media: {
    readonly files: MediaChoices;
    readonly thumbs: MediaChoices;
    /** Files of the board that all scrapers together may fetch at the same time; null without a limit of its own. */
    readonly concurrency: number | null;
  };
}

/**
 * The settings that apply to a board, from its own and those of all boards as stored.
 * @throws BoardSettingError with the name of the invalid setting and the values that it takes.
 */
export function readBoardSettings(stored: unknown, storedDefaults: unknown): BoardSettings {
  const layers = { own: checkedByName(stored), defaults: checkedByName(storedDefaults) };
  const value = (name: BoardSettingName): unknown => resolveSetting(name, layers).value;
  const seconds = (name: BoardSettingName): number | null => {
    const set = value(name);
    return typeof set === 'number' ? set * 1000 : null;
  };
  const pattern = (name: BoardSettingName): LinearRegexp | null => {
    const set = value(name);
    return typeof set === 'string' ? linearRegexp(set, MAX_STORED_INSTRUCTIONS) : null;
  };
  const chosen = (name: BoardSettingName): Choice => {
    const set = value(name);
    return typeof set === 'boolean' ? set : (pattern(name) ?? true);
  };
  const concurrency = value('media.concurrency');
  const side = (name: 'files' | 'thumbs'): MediaChoices => ({
    op: chosen(`media.${name}.op`),
    reply: chosen(`media.${name}.reply`),
  });
  return {
    refreshDelayMs: seconds('refreshDelay'),
    refreshDelayMaxMs: seconds('refreshDelayMax'),
    threadRefreshMs: seconds('threadRefreshRate') ?? 0,
    threadRefreshMaxMs: seconds('threadRefreshRateMax'),
    deletedThreadsThresholdPage: value('deletedThreadsThresholdPage') as number,
    throttleMs: value('throttleMillisec') as number | null,
    archive: value('archive') === true,
    catalog: value('catalog') === true,
    onlyThreads: pattern('threads.only'),
    notThreads: pattern('threads.not'),
    mailCharset: value('mail.charset') as string,
    media: {
      files: side('files'),
      thumbs: side('thumbs'),
      concurrency: typeof concurrency === 'number' ? concurrency : null,
    },
  };
}

/** Checks if an expression matches a text; costly expressions are matched in another thread. */
export type Matcher = (regexp: LinearRegexp, text: string) => Promise<boolean>;

/** True if a thread with this opener should be archived. */
export async function isWantedThread(
  { onlyThreads, notThreads }: Pick<BoardSettings, 'onlyThreads' | 'notThreads'>,
  opener: { readonly subject: string | null; readonly comment: string | null },
  matches: Matcher,
): Promise<boolean> {
  const text = `${opener.subject ?? ''}\n${opener.comment ?? ''}`;
  if (notThreads !== null && (await matches(notThreads, text))) return false;
  return onlyThreads === null || matches(onlyThreads, text);
}
