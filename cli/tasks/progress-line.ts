import { styleText } from 'node:util';
import type { Task } from '../../mappings/contract/admin.ts';
import { count, duration, endOf, isOver, stateOf, stepOf } from './format.ts';

export interface LineStyle {
  /** Columns that the line may take. */
  readonly width: number;
  readonly colours: boolean;
}

type Colour = 'green' | 'red' | 'yellow' | 'cyan';

const MIN_BAR = 8;
const MAX_BAR = 30;

/**
 * One task on one line. What does not fit goes: counts, speed, time left, in this order; a bar stands where there is
 * room for one. What is told last is which task it is and how far it has come.
 */
export function progressLine(task: Task, style: LineStyle): string {
  const head = `${task.kind} /${task.board}/`;
  if (isOver(task)) return paint(clip(`${head}  ${endOf(task)}`, style.width), colourOfEnd(task), style);
  const { progress } = task;
  if (task.status === 'enqueued' || progress === null) {
    const state = task.status === 'processing' ? stepOf(task) || stateOf(task) : stateOf(task);
    return clip(`${head}  ${task.paused || task.cancelling ? stateOf(task) : state}`, style.width);
  }
  const { done, total, unit, per_second: perSecond, seconds_left: secondsLeft } = progress;
  const share = total === null || total === 0 ? null : Math.min(1, done / total);
  const pieces = {
    percent: share === null ? '' : `${Math.floor(share * 100)} %`,
    counts: total === null ? `${count(done)} ${unit}` : `${count(done)}/${count(total)} ${unit}`,
    speed: perSecond === null ? '' : `${count(perSecond)}/s`,
    left: secondsLeft === null ? '' : `${duration(secondsLeft * 1000)} left`,
    state: task.paused || task.cancelling ? stateOf(task) : '',
  };
  const start = [head, stepOf(task)].filter(Boolean).join('  ');
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
