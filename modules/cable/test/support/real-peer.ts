/** The unmodified client program in CABLE_PEER_DIR. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROCESS = fileURLToPath(new URL('real-peer-process.ts', import.meta.url));

export class RealPeer {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(way: 'listen' | 'dial', port: number) {
    const child = spawn(process.execPath, [PROCESS, way, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async order<T>(order: {
    readonly what: string;
    readonly channel: string;
    readonly [more: string]: unknown;
  }): Promise<T> {
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
    const { value } = await this.#lines.next();
    return (JSON.parse(String(value)) as { answer: T }).answer;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}
