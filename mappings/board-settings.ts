/** How one board is polled and what of it is kept. In boards.settings, set by admins, read anew at every look. Pure. */
import { checkedByName } from './board-settings/stored.ts';
import { BOARD_SETTINGS, type BoardSettingName } from './board-settings/table.ts';
import { linearRegexp, type LinearRegexp } from './linear-regexp.ts';

/** yes, no, or expressions over subject and comment. */
export type Choice = boolean | LinearRegexp;

export interface BySide {
  readonly op: Choice;
  readonly reply: Choice;
}

export interface BoardSettings {
  /** Shortest time between two looks at the board; null for every board's. */
  readonly refreshDelayMs: number | null;
  /** A quiet board is looked at so rarely at most; null for eight times the shortest. */
  readonly refreshDelayMaxMs: number | null;
  /** A thread is fetched so often at most. */
  readonly threadRefreshMs: number;
  /** A thread that lives is fetched whole so often at least; null for never while its list says nothing new. */
  readonly threadRefreshMaxMs: number | null;
  /** Threads gone from pages up to this one are deleted; those further back fell off. */
  readonly deletedThreadsThresholdPage: number;
  /** Least time between two requests to the board's host; null for every host's. */
  readonly throttleMs: number | null;
  /** Threads of the archive that are not stored are fetched when a scraper takes the board up. */
  readonly archive: boolean;
  /** News that the catalog holds are taken from there. */
  readonly catalog: boolean;
  /** Over subject and comment of the opener: threads that none of them matches are not fetched; null for all. */
  readonly onlyThreads: LinearRegexp | null;
  /** Threads that it matches are not fetched, whatever else does. */
  readonly notThreads: LinearRegexp | null;
  readonly media: { readonly files: BySide; readonly thumbs: BySide };
}

/** @throws BoardSettingError that names the setting and says what it must be. */
export function readBoardSettings(stored: unknown): BoardSettings {
  const found = checkedByName(stored);
  const value = (name: BoardSettingName): unknown => found.get(name) ?? BOARD_SETTINGS[name].standard;
  const seconds = (name: BoardSettingName): number | null => {
    const set = value(name);
    return typeof set === 'number' ? set * 1000 : null;
  };
  const pattern = (name: BoardSettingName): LinearRegexp | null => {
    const set = value(name);
    return typeof set === 'string' ? linearRegexp(set) : null;
  };
  const chosen = (name: BoardSettingName): Choice => {
    const set = value(name);
    return typeof set === 'boolean' ? set : (pattern(name) ?? true);
  };
  const side = (name: 'files' | 'thumbs'): BySide => ({
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
    media: { files: side('files'), thumbs: side('thumbs') },
  };
}

/** Does a thread with this opener belong to what is archived of the board? */
export function isWantedThread(
  { onlyThreads, notThreads }: Pick<BoardSettings, 'onlyThreads' | 'notThreads'>,
  opener: { readonly subject: string | null; readonly comment: string | null },
): boolean {
  const text = `${opener.subject ?? ''}\n${opener.comment ?? ''}`;
  if (notThreads?.test(text) === true) return false;
  return onlyThreads === null || onlyThreads.test(text);
}
