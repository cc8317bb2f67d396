/** Texts for the settings of a board. */
import {
  BOARD_SETTINGS,
  SETTINGS_OF_MODULES,
  type BoardSettingName,
} from '../../../../../mappings/board-settings/table.ts';
import type { BoardSetting } from '../../../../../mappings/contract/board-settings.ts';
import { formatCount, perLanguage } from '../../../lib/format.ts';
import type { SettingError } from './setting-drafts.ts';
import { t } from '../texts.ts';

const CORE_GROUPS: Readonly<Record<string, readonly BoardSettingName[]>> = {
  pace: ['refreshDelay', 'refreshDelayMax', 'threadRefreshRate', 'threadRefreshRateMax', 'throttleMillisec'],
  threads: ['threads.only', 'threads.not', 'archive', 'catalog'],
  deletions: ['deletedThreadsThresholdPage'],
  mail: ['mail.charset'],
  files: ['media.files.op', 'media.files.reply', 'media.thumbs.op', 'media.thumbs.reply', 'media.concurrency'],
  pages: ['unlisted', 'newestThreadsFirst', 'publicLog', 'publicLogNames'],
  search: ['index.documents'],
  reports: ['reports.hideAfter'],
};

/** The settings of modules behind this one of the core, or without a place among those of the core. */
const placedAfter = (place: BoardSettingName | undefined, names: readonly BoardSettingName[]) =>
  names.filter((name) => BOARD_SETTINGS[name].after === place);

const ADDED = Object.values(SETTINGS_OF_MODULES).flat();
const GROUPS: readonly (readonly [group: string, names: readonly BoardSettingName[]])[] = [
  ...Object.entries(CORE_GROUPS).map(
    ([group, names]) => [group, names.flatMap((name) => [name, ...placedAfter(name, ADDED)])] as const,
  ),
  ...Object.entries(SETTINGS_OF_MODULES).map(([module, names]) => [module, placedAfter(undefined, names)] as const),
];

/** The settings in the order of the form. A setting unknown to this page is not shown and stays unchanged. */
export const SETTING_GROUPS: Readonly<Record<string, readonly BoardSettingName[]>> = Object.fromEntries(
  GROUPS.filter(([, names]) => names.length > 0),
);

const units = {
  seconds: perLanguage((locale) => unitFormat(locale, 'second')),
  milliseconds: perLanguage((locale) => unitFormat(locale, 'millisecond')),
};

function unitFormat(locale: string, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 3 });
}

/** The unit behind an input. */
export function unitText({ unit }: BoardSetting): string {
  if (unit === null || unit === 'pages') return '';
  const parts = units[unit]().formatToParts(2);
  return parts.find(({ type }) => type === 'unit')?.value ?? '';
}

/** A value of the setting as text. */
export function settingValueText({ kind, unit }: BoardSetting, value: BoardSetting['value']): string {
  if (value === null) return t('setting.none');
  if (kind === 'option') return String(value);
  if (typeof value === 'boolean') return t(value ? 'setting.yes' : 'setting.no');
  if (typeof value === 'string') return t('setting.matching', { text: value.replaceAll(/\s*\n\s*/g, ' · ') });
  if (unit === null) return formatCount(value);
  return unit === 'pages' ? t('setting.page', { number: value }) : units[unit]().format(value);
}

export function settingErrorText(setting: BoardSetting, fault: SettingError): string {
  if (fault.kind === 'pattern') {
    return t('setting-error.line', { line: fault.line, problem: t(`pattern.${fault.fault}`) });
  }
  if (fault.kind !== 'number' && fault.kind !== 'whole') return t(`setting-error.${fault.kind}`);
  return t(`setting-error.${fault.kind}`, { min: setting.minimum ?? 0, max: setting.maximum ?? 0 });
}
