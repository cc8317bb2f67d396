/** The settings of a board and the values that each takes. Pure. */
import { DEFAULT_MAIL_CHARSET, MAIL_CHARSETS } from '../mail-charsets.ts';
import type { BoardSettingsModule } from './module.ts';
import { MODULES } from './modules.ts';
import { flagSetting, numberSetting, optionSetting, type BoardSetting, type BoardSettingValue } from './setting.ts';
import { MAX_INSTRUCTIONS, RegexpError, linearRegexp, type RegexpFault, type RegexpSpan } from '../linear-regexp.ts';

/** unknown: no such setting. wrong: invalid value. pattern: invalid regular expression. */
export type BoardSettingFault = 'unknown' | 'wrong' | 'pattern';

/** An invalid setting: its name and the reason. */
export class BoardSettingError extends Error {
  readonly setting: string;
  readonly fault: BoardSettingFault;
  /** The fault of an invalid regular expression and its position in the value; otherwise null. */
  readonly pattern: { readonly fault: RegexpFault; readonly span: RegexpSpan } | null;

  constructor(
    setting: string,
    problem: string,
    fault: BoardSettingFault = 'wrong',
    pattern: BoardSettingError['pattern'] = null,
  ) {
    super(`${setting} ${problem}`);
    this.setting = setting;
    this.fault = fault;
    this.pattern = pattern;
  }
}

const DAY_S = 86_400;

const expression = (meaning: string): BoardSetting => ({
  ...flagSetting(meaning),
  kind: 'expression',
  standard: null,
  canBeNone: true,
});
const choice = (meaning: string): BoardSetting => ({
  ...flagSetting(meaning),
  kind: 'choice',
  needs: ['SAGASU_MEDIA_CONCURRENCY'],
});

/** By name. Each dot in a name is one level of nesting in the stored object. */
const CORE = {
  refreshDelay: numberSetting([0.1, DAY_S], 'seconds', 'minimum seconds between two polls of the board'),
  refreshDelayMax: numberSetting([0.1, DAY_S], 'seconds', 'maximum seconds between two polls while nothing is new'),
  threadRefreshRate: numberSetting([0, DAY_S], 'seconds', 'minimum seconds between two fetches of a thread', 0),
  threadRefreshRateMax: {
    ...numberSetting([1, 30 * DAY_S], 'seconds', 'maximum seconds between two full fetches of a living thread'),
    canBeNone: true,
  },
  deletedThreadsThresholdPage: {
    ...numberSetting(
      [0, 1_000],
      'pages',
      'last page on which a disappeared thread counts as deleted, not as pruned',
      8,
    ),
    kind: 'whole',
  },
  throttleMillisec: {
    ...numberSetting([0, 600_000], 'milliseconds', "minimum milliseconds between two requests to the board's host"),
    kind: 'whole',
  },
  archive: flagSetting("fetch the source's archived threads that are not stored"),
  catalog: flagSetting('take new replies from the catalog if it contains all of them'),
  'threads.only': expression('fetch only threads whose opener matches'),
  'threads.not': expression('do not fetch threads whose opener matches'),
  'media.files.op': choice('fetch the files of openers'),
  'media.files.reply': choice('fetch the files of replies'),
  'media.thumbs.op': choice('fetch the thumbnails of openers'),
  'media.thumbs.reply': choice('fetch the thumbnails of replies'),
  'media.concurrency': {
    ...numberSetting([1, 100], null, 'files of the board that all scrapers together fetch at the same time'),
    kind: 'whole',
    canBeNone: true,
    needs: ['SAGASU_MEDIA_CONCURRENCY'],
  },
  'mail.charset': optionSetting(
    MAIL_CHARSETS,
    DEFAULT_MAIL_CHARSET,
    'charset of messages of a mailing list that neither name nor show theirs',
  ),
  newestThreadsFirst: {
    ...flagSetting('pages list the newest thread first, not the one with the newest reply; readers can choose'),
    standard: false,
  },
  unlisted: {
    ...flagSetting('no list of boards names the board, and search engines may not index it: readers need its address'),
    standard: false,
  },
  'reports.hideAfter': {
    ...numberSetting([2, 1_000], null, 'networks whose reports hide a post until staff look at it'),
    kind: 'whole',
    canBeNone: true,
  },
  'index.documents': flagSetting(
    'the search index holds whole posts; without them it takes half the disk, and cannot answer alone (applies to indices built from now on)',
  ),
  publicLog: {
    ...flagSetting('tell readers at /moderation what moderators did, without posts, reasons and names'),
    standard: false,
  },
  publicLogNames: { ...flagSetting('name the moderators there'), standard: false, needs: ['publicLog'] },
} satisfies Record<string, BoardSetting>;

type Module = (typeof MODULES)[number];
type AddedName<M> = M extends { readonly settings: infer S } ? Extract<keyof S, string> : never;
type NameOf<Core, M = Module> = keyof Core | AddedName<M>;

export type BoardSettingName = NameOf<typeof CORE>;

const MODULE_SETTINGS: readonly BoardSettingsModule[] = MODULES;

export const BOARD_SETTINGS: Readonly<Record<BoardSettingName, BoardSetting>> = Object.assign(
  {},
  CORE,
  ...MODULE_SETTINGS.map(({ settings }) => settings),
);

/** The settings of modules, by the name of the module. */
export const SETTINGS_OF_MODULES: Readonly<Record<string, readonly BoardSettingName[]>> = Object.fromEntries(
  MODULE_SETTINGS.map(({ name, settings }) => [
    name,
    Object.keys(settings) as readonly string[] as readonly BoardSettingName[],
  ]),
);

export const BOARD_SETTING_NAMES = Object.keys(BOARD_SETTINGS) as readonly BoardSettingName[];

export function isBoardSetting(name: string): name is BoardSettingName {
  return Object.hasOwn(BOARD_SETTINGS, name);
}

/** @throws BoardSettingError for an unknown name. */
export function boardSetting(name: string): BoardSetting {
  if (!isBoardSetting(name)) throw new BoardSettingError(name, 'is not a setting of a board', 'unknown');
  return BOARD_SETTINGS[name];
}

/** The values that a setting takes, for a line of help. */
export function acceptedValues({ kind, limits, options, unit, canBeNone }: BoardSetting): string {
  if (options !== null) return options.join(', ');
  if (limits !== null) {
    const range = `${limits[0]} to ${limits[1]}${unit === null || unit === 'pages' ? '' : ` ${unit}`}`;
    return canBeNone ? `${range}, or none` : range;
  }
  if (kind === 'flag') return 'true or false';
  const expressions = 'regular expressions for subject and comment, one per line';
  return kind === 'choice' ? `true, false, or ${expressions}` : `none, or ${expressions}`;
}

/** `most`: instructions of an expression. @throws BoardSettingError for an unknown name or an invalid value. */
export function checkSetting(name: string, value: unknown, most = MAX_INSTRUCTIONS): BoardSettingValue {
  const { kind, limits, options, canBeNone } = boardSetting(name);
  if (canBeNone && value === false) return false;
  if (kind === 'flag' || (kind === 'choice' && typeof value === 'boolean')) {
    if (typeof value === 'boolean') return value;
    throw new BoardSettingError(name, `must be true or false, not ${shown(value)}`);
  }
  if (options !== null) {
    if (typeof value === 'string' && options.includes(value)) return value;
    throw new BoardSettingError(name, `must be one of ${options.join(', ')}, not ${shown(value)}`);
  }
  if (limits === null) return checkExpression(name, value, most);
  const [min, max] = limits;
  const isNumber = kind === 'whole' ? Number.isInteger(value) : typeof value === 'number';
  if (isNumber && (value as number) >= min && (value as number) <= max) return value as number;
  const wanted = kind === 'whole' ? 'a whole number' : 'a number';
  throw new BoardSettingError(name, `must be ${wanted} from ${min} to ${max}, not ${shown(value)}`);
}

function checkExpression(name: string, value: unknown, most: number): string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new BoardSettingError(name, `must be text, not ${shown(value)}`);
  }
  // PostgreSQL's text stores neither NUL nor lone surrogates.
  if (value.includes('\0') || !value.isWellFormed())
    throw new BoardSettingError(name, 'must be text that can be stored');
  try {
    linearRegexp(value, most);
    return value;
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error;
    const { fault, span, message } = error;
    const problem = `is not a valid regular expression: ${message}`;
    throw new BoardSettingError(name, problem, 'pattern', { fault, span });
  }
}

export function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
}
