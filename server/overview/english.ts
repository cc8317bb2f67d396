/** Lines of the overview as English sentences, for commands and programs. Pure. */
import type { OverviewLine } from '../../mappings/contract/overview.ts';
import { textParts, type Texts } from '../../mappings/texts.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const plurals = new Intl.PluralRules('en');

export function englishLine(line: Omit<OverviewLine, 'text'>, texts: Texts): string {
  const { kind, board, name, unit } = line;
  const count = line.number ?? 0;
  const key = `overview.line.${kind}`;
  const text = texts[key] ?? texts[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`] ?? kind;
  const values = {
    count: number.format(count),
    size: unit === 'bytes' ? formatBytes(count) : '',
    span: unit === 'seconds' ? formatSeconds(count) : '',
    board: board ?? '',
    name: name ?? '',
  };
  return textParts(text, values).join('');
}

/** Why, in words; null if the line has no reason. */
export function englishReason(
  { reason, detail }: Pick<OverviewLine, 'reason' | 'detail'>,
  texts: Texts,
): string | null {
  const text = reason === null ? undefined : texts[`overview.reason.${reason}`];
  return text === undefined ? detail : textParts(text, { detail: detail ?? '' }).join('');
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${number.format(bytes / 1000 ** power)} ${BYTE_UNITS[power]}`;
}

function formatSeconds(seconds: number): string {
  if (seconds < 120) return `${number.format(Math.round(seconds))} s`;
  if (seconds < 7_200) return `${number.format(Math.round(seconds / 60))} min`;
  if (seconds < 172_800) return `${number.format(Math.round(seconds / 3_600))} h`;
  return `${number.format(Math.round(seconds / 86_400))} days`;
}
