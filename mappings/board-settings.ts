/** How one board is polled and what of it is kept. In boards.settings, set by `sagasu board set`, read anew at every look. Pure. */
import { linearRegexp, type LinearRegexp } from './linear-regexp.ts';

/** yes, no, or an expression over subject and comment. */
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

/** What is stored: what was set, by name, as JSON. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** The name of a setting, and what is wrong with its value. */
export class BoardSettingError extends Error {
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super(`${setting} ${problem}`);
    this.setting = setting;
  }
}

const DAY_S = 86_400;

interface Kind {
  /** What of JSON it takes; @throws BoardSettingError */
  readonly check: (name: string, value: unknown) => unknown;
  readonly meaning: string;
}

const number = (min: number, max: number, meaning: string): Kind => ({
  meaning: `${meaning} (${min} to ${max})`,
  check(name, value) {
    if (typeof value === 'number' && value >= min && value <= max) return value;
    throw new BoardSettingError(name, `must be a number from ${min} to ${max}, not ${shown(value)}`);
  },
});

const whole = (min: number, max: number, meaning: string): Kind => ({
  meaning: `${meaning} (${min} to ${max})`,
  check(name, value) {
    if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value;
    throw new BoardSettingError(name, `must be a whole number from ${min} to ${max}, not ${shown(value)}`);
  },
});

const flag = (meaning: string): Kind => ({
  meaning: `${meaning} (true or false)`,
  check(name, value) {
    if (typeof value === 'boolean') return value;
    throw new BoardSettingError(name, `must be true or false, not ${shown(value)}`);
  },
});

const expression = (meaning: string): Kind => ({
  meaning: `${meaning} (a regular expression)`,
  check: checkExpression,
});

const choice = (meaning: string): Kind => ({
  meaning: `${meaning} (true, false, or a regular expression over subject and comment)`,
  check: (name, value) => (typeof value === 'boolean' ? value : checkExpression(name, value)),
});

/** By the name that is set; dots are steps into the stored object. */
export const BOARD_SETTINGS = {
  refreshDelay: number(0.1, DAY_S, 'least seconds between two looks at the board'),
  refreshDelayMax: number(0.1, DAY_S, 'most seconds between them while nothing is new'),
  threadRefreshRate: number(0, DAY_S, 'least seconds between two fetches of a thread'),
  threadRefreshRateMax: number(1, 30 * DAY_S, 'most seconds between them while the thread lives'),
  deletedThreadsThresholdPage: whole(0, 1_000, 'threads gone from pages up to this one are deleted'),
  throttleMillisec: whole(0, 600_000, "least milliseconds between two requests to the board's host"),
  archive: flag("fetch the archive's threads that are not stored"),
  catalog: flag('take news from the catalog where it holds all of them'),
  'threads.only': expression('fetch no other threads than those whose opener it matches'),
  'threads.not': expression('fetch no threads whose opener it matches'),
  'media.files.op': choice('fetch the files of openers'),
  'media.files.reply': choice('fetch the files of replies'),
  'media.thumbs.op': choice('fetch the thumbnails of openers'),
  'media.thumbs.reply': choice('fetch the thumbnails of replies'),
} as const satisfies Record<string, Kind>;

export type BoardSettingName = keyof typeof BOARD_SETTINGS;

/** @throws BoardSettingError that names the setting and says what it must be. */
export function readBoardSettings(stored: unknown): BoardSettings {
  const found = flatten(stored);
  const value = (name: BoardSettingName): unknown => found.get(name);
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
  const settings: BoardSettings = {
    refreshDelayMs: seconds('refreshDelay'),
    refreshDelayMaxMs: seconds('refreshDelayMax'),
    threadRefreshMs: seconds('threadRefreshRate') ?? 0,
    threadRefreshMaxMs: seconds('threadRefreshRateMax'),
    deletedThreadsThresholdPage: (value('deletedThreadsThresholdPage') as number | undefined) ?? 8,
    throttleMs: (value('throttleMillisec') as number | undefined) ?? null,
    archive: value('archive') !== false,
    catalog: value('catalog') !== false,
    onlyThreads: pattern('threads.only'),
    notThreads: pattern('threads.not'),
    media: { files: side('files'), thumbs: side('thumbs') },
  };
  const { refreshDelayMs: least, refreshDelayMaxMs: most } = settings;
  if (least !== null && most !== null && most < least) {
    throw new BoardSettingError('refreshDelayMax', 'must not be less than refreshDelay');
  }
  return settings;
}

/**
 * What is stored, with `name=value` set; without a value the setting is as for every board.
 * @throws BoardSettingError
 */
export function withSetting(stored: StoredSettings, assignment: string): StoredSettings {
  const at = assignment.indexOf('=');
  const name = at < 0 ? assignment : assignment.slice(0, at);
  if (at < 0) throw new BoardSettingError(name, 'needs a value: name=value, or name= for the default');
  const known = flatten(stored);
  const kind = kindOf(name);
  const text = assignment.slice(at + 1);
  if (text === '') known.delete(name);
  else known.set(name, kind.check(name, parseValue(text)));
  const next = unflatten(known);
  readBoardSettings(next);
  return next;
}

/** Names and values that are set, in the table's order. */
export function settingsOf(stored: unknown): readonly (readonly [BoardSettingName, unknown])[] {
  const found = flatten(stored);
  return (Object.keys(BOARD_SETTINGS) as BoardSettingName[])
    .filter((name) => found.has(name))
    .map((name) => [name, found.get(name)]);
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

function checkExpression(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new BoardSettingError(name, `must be text, not ${shown(value)}`);
  try {
    linearRegexp(value);
    return value;
  } catch (error) {
    throw new BoardSettingError(name, `is no regular expression that is understood here: ${(error as Error).message}`);
  }
}

function parseValue(text: string): unknown {
  if (text === 'true') return true;
  if (text === 'false') return false;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function kindOf(name: string): Kind {
  const kind = (BOARD_SETTINGS as Readonly<Record<string, Kind>>)[name];
  if (kind === undefined || !Object.hasOwn(BOARD_SETTINGS, name)) {
    throw new BoardSettingError(name, 'is not a setting of a board');
  }
  return kind;
}

function flatten(stored: unknown, path = ''): Map<string, unknown> {
  if (!isRecord(stored)) throw new BoardSettingError(path || 'settings', `must be an object, not ${shown(stored)}`);
  const flat = new Map<string, unknown>();
  for (const [key, value] of Object.entries(stored)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (Object.hasOwn(BOARD_SETTINGS, name)) flat.set(name, kindOf(name).check(name, value));
    else if (Object.keys(BOARD_SETTINGS).some((known) => known.startsWith(`${name}.`))) {
      for (const [inner, found] of flatten(value, name)) flat.set(inner, found);
    } else throw new BoardSettingError(name, 'is not a setting of a board');
  }
  return flat;
}

function unflatten(flat: ReadonlyMap<string, unknown>): StoredSettings {
  const stored: Record<string, unknown> = {};
  for (const [name, value] of flat) {
    const steps = name.split('.');
    const last = steps.pop() as string;
    let place = stored;
    for (const step of steps) place = (place[step] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return stored;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
}
