import { styleText } from 'node:util';
import type { Task } from '../../mappings/contract/admin.ts';
import { formatCount, formatDuration, formatResult, formatState, formatStep, isFinished } from './format.ts';

export interface LineStyle {
  /** Most columns of the line. */
  readonly width: number;
  readonly colours: boolean;
}

type Colour = 'green' | 'red' | 'yellow' | 'cyan';

const MIN_BAR = 8;
const MAX_BAR = 30;

/**
 * Formats one task as one line of at most `style.width` columns, with a progress bar where there is room. A line that is
 * too long loses its counts, then its speed, then the time left; task and percentage stay.
 */
export function progressLine(task: Task, style: LineStyle): string {
  const head = task.board === null ? task.kind : `${task.kind} /${task.board}/`;
  if (isFinished(task)) return paint(clip(`${head}  ${formatResult(task)}`, style.width), colourOfEnd(task), style);
  const { progress } = task;
  if (task.status === 'enqueued' || progress === null) {
    const state = task.status === 'processing' ? formatStep(task) || formatState(task) : formatState(task);
    return clip(`${head}  ${task.paused || task.cancelling ? formatState(task) : state}`, style.width);
  }
  const { done, total, unit, per_second: perSecond, seconds_left: secondsLeft } = progress;
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  const pieces = {
    percent: share === null ? '' : `${Math.floor(share * 100)} %`,
    counts: total === null ? `${formatCount(done)} ${unit}` : `${formatCount(done)}/${formatCount(total)} ${unit}`,
    speed: perSecond === null ? '' : `${formatCount(perSecond)}/s`,
    left: secondsLeft === null ? '' : `${formatDuration(secondsLeft * 1000)} left`,
    state: task.paused || task.cancelling ? formatState(task) : '',
  };
  const start = [head, formatStep(task)].filter(Boolean).join('  ');
  const keys = ['percent', 'counts', 'speed', 'left', 'state'] as const;
  const rest = (without: readonly string[]) =>
    keys
      .filter((key) => !without.includes(key))
      .map((key) => pieces[key])
      .filter(Boolean)
      .join('  ');
  for (const without of [[], ['counts'], ['counts', 'speed'], ['counts', 'speed', 'left']]) {
    const tail = rest(without);
    const room = style.width - start.length - tail.length - 4;
    if (share !== null && room >= MIN_BAR) {
      const full = bar(share, Math.min(room, MAX_BAR));
      return `${start}  ${paint(full.done, task.paused ? 'yellow' : 'cyan', style)}${full.left}  ${tail}`;
    }
    if (start.length + 2 + tail.length <= style.width) return `${start}  ${tail}`;
  }
  return clip(`${start}  ${rest(['counts', 'speed', 'left'])}`, style.width);
}

function bar(share: number, width: number): { readonly done: string; readonly left: string } {
  const filled = Math.floor(share * width);
  return { done: '█'.repeat(filled), left: '░'.repeat(width - filled) };
}

function clip(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

function colourOfEnd({ status }: Task): Colour {
  if (status === 'succeeded') return 'green';
  return status === 'failed' ? 'red' : 'yellow';
}

function paint(text: string, colour: Colour, { colours }: LineStyle): string {
  return colours && text !== '' ? styleText(colour, text, { validateStream: false }) : text;
}
