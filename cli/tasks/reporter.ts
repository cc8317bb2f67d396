import type { Task } from '../../mappings/contract/admin.ts';
import { formatCount, isFinished } from './format.ts';
import { LiveLines } from './live-lines.ts';
import { progressLine } from './progress-line.ts';

export interface Reporter {
  /** Reports the current state of the tasks; may be called at any rate. */
  update(tasks: readonly Task[]): void;
  /** Prints a sentence for people. */
  print(sentence: string): void;
}

/** Live lines on a terminal. Elsewhere, and with `json`, one JSON line per change on stdout, and sentences on stderr. */
export function createReporter(out: NodeJS.WriteStream, err: NodeJS.WritableStream, json = false): Reporter {
  return out.isTTY && !json ? new TerminalReporter(out) : new JsonReporter(out, err, () => performance.now());
}

class TerminalReporter implements Reporter {
  readonly #lines: LiveLines;
  readonly #ended = new Set<number>();

  constructor(out: NodeJS.WriteStream) {
    this.#lines = new LiveLines(out);
  }

  update(tasks: readonly Task[]): void {
    const { style, rows } = this.#lines;
    const ended = tasks.filter((task) => isFinished(task) && !this.#ended.has(task.id));
    const running = tasks.filter(({ status }) => status === 'processing');
    const waiting = tasks.filter(({ status }) => status === 'enqueued');
    const lines = running.slice(0, Math.max(1, rows - 2)).map((task) => progressLine(task, style));
    const [next] = waiting;
    if (waiting.length === 1 && next !== undefined) lines.push(progressLine(next, style));
    else if (waiting.length > 1) lines.push(`${formatCount(waiting.length)} more tasks are waiting`);
    for (const task of ended) {
      this.#lines.print(progressLine(task, style));
      this.#ended.add(task.id);
    }
    this.#lines.draw(lines);
  }

  print(sentence: string): void {
    this.#lines.print(sentence);
  }
}

const JSON_INTERVAL_MS = 1_000;

/** Prints each task when it changes, at most once a second, and always when it ends. */
export class JsonReporter implements Reporter {
  readonly #out: Pick<NodeJS.WritableStream, 'write'>;
  readonly #err: Pick<NodeJS.WritableStream, 'write'>;
  readonly #now: () => number;
  readonly #printed = new Map<number, { readonly text: string; readonly at: number }>();

  constructor(out: Pick<NodeJS.WritableStream, 'write'>, err: Pick<NodeJS.WritableStream, 'write'>, now: () => number) {
    this.#out = out;
    this.#err = err;
    this.#now = now;
  }

  update(tasks: readonly Task[]): void {
    const now = this.#now();
    for (const task of tasks) {
      // The duration changes all the time and does not count as a change.
      const text = JSON.stringify({ ...task, duration_ms: null });
      const last = this.#printed.get(task.id);
      const isDue =
        last === undefined || (last.text !== text && (isFinished(task) || now - last.at >= JSON_INTERVAL_MS));
      if (!isDue) continue;
      this.#printed.set(task.id, { text, at: now });
      this.#out.write(`${JSON.stringify(task)}\n`);
    }
  }

  print(sentence: string): void {
    this.#err.write(`${sentence}\n`);
  }
}
