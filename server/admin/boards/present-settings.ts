/** The settings of a board, or the defaults of all boards, as the API shows them. Pure. */
import {
  LONGEST_INTERVAL,
  isOwnSource,
  usualIntervalMs,
  type DefaultPace,
} from '../../../mappings/board-settings/pace.ts';
import { needsOf, type MetNeeds } from '../../../mappings/board-settings/needs.ts';
import { resolveSetting, type ResolvedSetting, type SettingLayers } from '../../../mappings/board-settings/resolve.ts';
import { storedByName, type StoredSettings } from '../../../mappings/board-settings/stored.ts';
import type { BoardSettingValue } from '../../../mappings/board-settings/setting.ts';
import {
  BOARD_SETTING_NAMES,
  BoardSettingError,
  boardSetting,
  checkSetting,
  isBoardSetting,
  type BoardSettingName,
} from '../../../mappings/board-settings/table.ts';
import type { BoardDefaults, BoardSetting, BoardSettings } from '../../../mappings/contract/board-settings.ts';
import type { BoardSettingsRevision, SettingsRevision } from '../../../store/boards/settings.ts';

type SourceAddress = { readonly url: string } | null;

export function presentSettings(
  board: { readonly name: string; readonly url: string },
  { settings, revision, defaults }: BoardSettingsRevision,
  held: BoardSettings['held'],
  { pace, met }: SettingsEnvironment,
): Omit<BoardSettings, 'undeclared_mail'> {
  const layers = { own: understand(settings), defaults: understand(defaults) };
  return { board: board.name, revision, ...list(layers, builtInsOf(board, layers, pace), board, { pace, met }), held };
}

export function presentDefaults(
  { settings, revision }: SettingsRevision,
  { pace, met }: SettingsEnvironment,
): BoardDefaults {
  const layers = { own: understand(settings), defaults: understand({}) };
  return { revision, ...list(layers, builtInsOf(null, layers, pace), null, { pace, met }) };
}

/** Settings from this server's environment; scrapers on other hosts may have others. */
export interface SettingsEnvironment {
  readonly pace: DefaultPace;
  readonly met: MetNeeds;
}

interface Understood {
  readonly values: ReadonlyMap<BoardSettingName, BoardSettingValue>;
  readonly problems: ReadonlyMap<BoardSettingName, string>;
  readonly unknown: string[];
}

interface Layers {
  readonly own: Understood;
  readonly defaults: Understood;
}

function understand(settings: StoredSettings): Understood {
  const stored = storedByName(settings);
  const values = new Map<BoardSettingName, BoardSettingValue>();
  const problems = new Map<BoardSettingName, string>();
  for (const name of BOARD_SETTING_NAMES) {
    if (!stored.has(name)) continue;
    try {
      values.set(name, checkSetting(name, stored.get(name)));
    } catch (error) {
      if (!(error instanceof BoardSettingError)) throw error;
      problems.set(name, `${error.message}.`);
    }
  }
  return { values, problems, unknown: [...stored.keys()].filter((name) => !isBoardSetting(name)) };
}

type Values = Readonly<Record<BoardSettingName, BoardSettingValue | null>>;

const valuesOf = ({ own, defaults }: Layers): SettingLayers => ({ own: own.values, defaults: defaults.values });

function list(
  layers: Layers,
  builtIns: Values,
  board: SourceAddress,
  { pace, met }: SettingsEnvironment,
): Pick<BoardSettings, 'settings' | 'unknown'> {
  const values = valuesOf(layers);
  const inherited = each((name) => resolveSetting(name, { ...values, own: new Map() }, builtIns[name]));
  const resolved = each((name) => resolveSetting(name, values, builtIns[name]));
  const inForce = inForceOf(resolved, board, pace);
  const settings = BOARD_SETTING_NAMES.map((name): BoardSetting => {
    const { kind, meaning, unit, limits, options, canBeNone } = boardSetting(name);
    return {
      name,
      kind,
      value: values.own.get(name) ?? null,
      default: inherited[name].value,
      default_from: inherited[name].origin === 'all_boards' ? 'all_boards' : 'built_in',
      default_setting: inherited[name].origin === 'all_boards' ? null : (OF_ENVIRONMENT[name] ?? null),
      in_force: inForce[name],
      can_be_none: canBeNone,
      needs: [...needsOf(name, (other) => inForce[other], met)],
      meaning,
      unit,
      options: options === null ? null : [...options],
      minimum: limits?.[0] ?? null,
      maximum: limits?.[1] ?? null,
      problem: layers.own.problems.get(name) ?? null,
    };
  });
  return { settings, unknown: layers.own.unknown };
}

/** The settings of the environment from which built-in defaults come. */
const OF_ENVIRONMENT: Readonly<Partial<Record<BoardSettingName, string>>> = {
  refreshDelay: 'SAGASU_SCRAPER_INTERVAL_MS',
  throttleMillisec: 'SAGASU_SCRAPER_HOST_DELAY_MS',
};

function each<T>(of: (name: BoardSettingName) => T): Readonly<Record<BoardSettingName, T>> {
  return Object.fromEntries(BOARD_SETTING_NAMES.map((name) => [name, of(name)])) as Record<BoardSettingName, T>;
}

function builtInsOf(board: SourceAddress, layers: Layers, pace: DefaultPace): Values {
  const refreshDelay = (board === null ? pace.intervalMs : usualIntervalMs(board, pace)) / 1000;
  const least = Number(resolveSetting('refreshDelay', valuesOf(layers), refreshDelay).value);
  return {
    ...each((name) => boardSetting(name).standard),
    refreshDelay,
    refreshDelayMax: least * LONGEST_INTERVAL,
    throttleMillisec: isOwn(board, pace) ? 0 : pace.hostDelayMs,
  };
}

/**
 * The values that scrapers use: a maximum interval is at least the minimum, and requests to the scraper's own origin are not throttled.
 */
function inForceOf(
  resolved: Readonly<Record<BoardSettingName, ResolvedSetting>>,
  board: SourceAddress,
  pace: DefaultPace,
): Values {
  const values = each((name) => resolved[name].value);
  const { refreshDelay, refreshDelayMax, throttleMillisec } = values;
  return {
    ...values,
    refreshDelayMax: Math.max(Number(refreshDelay), Number(refreshDelayMax)),
    throttleMillisec: isOwn(board, pace) ? 0 : throttleMillisec,
  };
}

function isOwn(board: SourceAddress, pace: DefaultPace): boolean {
  return board !== null && isOwnSource(board, pace);
}
