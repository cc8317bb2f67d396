import type { Task } from '../../mappings/contract/admin.ts';
import { progressLine } from './progress-line.ts';
import { Screen } from './live-lines.ts';
import { count, isOver } from './format.ts';

export interface Reporter {
  /** What the tasks are now, as often as is known. */
  update(tasks: readonly Task[]): void;
  /** A sentence for people, that stays. */
  remark(sentence: string): void;
}

/** Live lines on a terminal; elsewhere a JSON line a change on stdout, and remarks on stderr. */
export function createReporter(out: NodeJS.WriteStream, err: NodeJS.WritableStream): Reporter {
  return out.isTTY ? new TerminalReporter(out) : new JsonReporter(out, err, () => performance.now());
}

class TerminalReporter implements Reporter {
  readonly #screen: Screen;
  readonly #ended = new Set<number>();

  constructor(out: NodeJS.WriteStream) {
    this.#screen = new Screen(out);
  }

  update(tasks: readonly Task[]): void {
    const { style, rows } = this.#screen;
    const ended = tasks.filter((task) => isOver(task) && !this.#ended.has(task.id));
    const begun = tasks.filter(({ status }) => status === 'processing');
    const waiting = tasks.filter(({ status }) => status === 'enqueued');
    const lines = begun.slice(0, Math.max(1, rows - 2)).map((task) => progressLine(task, style));
    const [next] = waiting;
    if (waiting.length === 1 && next !== undefined) lines.push(progressLine(next, style));
    else if (waiting.length > 1) lines.push(`${count(waiting.length)} more wait their turn`);
    for (const task of ended) {
      this.#screen.say(progressLine(task, style));
      this.#ended.add(task.id);
    }
    this.#screen.draw(lines);
  }

  remark(sentence: string): void {
    this.#screen.say(sentence);
  }
}

const JSON_INTERVAL_MS = 1_000;

/** A line when a task has changed, at most one a second of each, and one for its end. */
export class JsonReporter implements Reporter {
  readonly #out: Pick<NodeJS.WritableStream, 'write'>;
  readonly #err: Pick<NodeJS.WritableStream, 'write'>;
  readonly #now: () => number;
  readonly #told = new Map<number, { readonly text: string; readonly at: number }>();

  constructor(out: Pick<NodeJS.WritableStream, 'write'>, err: Pick<NodeJS.WritableStream, 'write'>, now: () => number) {
    this.#out = out;
    this.#err = err;
    this.#now = now;
  }

  update(tasks: readonly Task[]): void {
    const now = this.#now();
    for (const task of tasks) {
      // Time alone is no change.
      const text = JSON.stringify({ ...task, duration_ms: null });
      const told = this.#told.get(task.id);
      const isDue = told === undefined || (told.text !== text && (isOver(task) || now - told.at >= JSON_INTERVAL_MS));
      if (!isDue) continue;
      this.#told.set(task.id, { text, at: now });
      this.#out.write(`${JSON.stringify(task)}\n`);
    }
  }

  remark(sentence: string): void {
    this.#err.write(`${sentence}\n`);
  }
}
