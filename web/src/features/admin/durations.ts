/** Formats durations. */
import { perLanguage } from '../../lib/format.ts';
import { t } from './texts.ts';

type Unit = 'second' | 'minute' | 'hour' | 'day';

const SECONDS: Readonly<Record<Unit, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
const SMALLER: Readonly<Record<Unit, Unit | null>> = { second: null, minute: 'second', hour: 'minute', day: 'hour' };

const long = formatters('long');
const narrow = formatters('narrow');

function formatters(unitDisplay: 'long' | 'narrow') {
  const of = (unit: Unit) =>
    perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }));
  return { second: of('second'), minute: of('minute'), hour: of('hour'), day: of('day') };
}

/** For a table, in the two largest units: "0.4s", "12s", "3m 5s", "2h 10m". */
export function formatSpan(seconds: number): string {
  if (seconds < 10) return narrow.second().format(Math.round(seconds * 10) / 10);
  return inTwoUnits(Math.round(seconds), narrow);
}

/** For a sentence: "12 seconds", "3 minutes 5 seconds". */
export function formatSpanLong(seconds: number): string {
  if (seconds < 1) return t('span.moment');
  return inTwoUnits(Math.round(seconds), long);
}

/** A rounded estimate that does not change with every refresh. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 5) return t('span.few-left');
  return t('span.left', { span: inTwoUnits(roundGuess(seconds), long) });
}

/** Rounds to steps of about a tenth, and to whole minutes above one minute. */
function roundGuess(seconds: number): number {
  const step =
    seconds < 55 ? 5 : seconds < 20 * 60 ? 60 : seconds < 3 * 3600 ? 600 : seconds < 2 * 86_400 ? 3600 : 86_400;
  return Math.max(step, Math.round(seconds / step) * step);
}

function inTwoUnits(seconds: number, words: typeof long): string {
  const unit = unitOf(seconds);
  const size = SECONDS[unit];
  const whole = Math.trunc(seconds / size);
  const smaller = SMALLER[unit];
  const rest = smaller === null ? 0 : Math.trunc((seconds - whole * size) / SECONDS[smaller]);
  const first = words[unit]().format(whole);
  return smaller === null || rest === 0 ? first : `${first} ${words[smaller]().format(rest)}`;
}

function unitOf(seconds: number): Unit {
  if (seconds < 60) return 'second';
  if (seconds < 3600) return 'minute';
  return seconds < 86_400 ? 'hour' : 'day';
}
