/** One version of Sagasu over a data folder, as an operator runs it: `npm start`, `npm run stack` and commands. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const START_LIMIT_MS = 600_000;
const KEPT_CHARACTERS = 4_000;

export interface CommandEnd {
  readonly code: number | null;
  readonly text: string;
}

export class Installation {
  readonly #checkout: string;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #stackMain: string;
  #running: ChildProcess | null = null;
  #stores: Readonly<Record<string, string>> = {};

  /** @param stackMain The program of `npm run stack`. */
  constructor(checkout: string, settings: Readonly<Record<string, string>>, stackMain: string) {
    this.#checkout = checkout;
    this.#settings = settings;
    this.#stackMain = stackMain;
  }

  /** Runs `npm start -- --no-demo` until it is ready. Returns the seconds. */
  async start(): Promise<number> {
    const began = performance.now();
    await this.#run(['cli/main.ts', 'start', '--no-demo'], /Sagasu is ready at/);
    return secondsSince(began);
  }

  /** Runs the stores alone. Returns their addresses, and the password of imports. */
  async startStores(): Promise<Readonly<Record<string, string>>> {
    const output = await this.#run([this.#stackMain], /^ELASTICSEARCH_URL=.*\n/m);
    const role = await readFile(join(this.#settings['SAGASU_DATA'] ?? '', 'roles/importer'), 'utf8');
    this.#stores = {
      ...Object.fromEntries([...output.matchAll(/^(\w+)='(.*)'$/gm)].map(([, name = '', url = '']) => [name, url])),
      SAGASU_IMPORTER_DATABASE_PASSWORD: role.trim(),
    };
    return this.#stores;
  }

  /** Runs commands over the stores that another version runs; none for its own. */
  useStores(stores: Readonly<Record<string, string>>): void {
    this.#stores = stores;
  }

  /** The addresses of the store of a running `npm start`, with their logins. */
  async elasticsearchUrls(): Promise<readonly string[]> {
    const running = await readFile(join(this.#settings['SAGASU_DATA'] ?? '', 'running.json'), 'utf8');
    return (JSON.parse(running) as { elasticsearchUrls: string[] }).elasticsearchUrls;
  }

  /** Stops what runs. Returns the seconds. */
  async stop(): Promise<number> {
    const began = performance.now();
    const child = this.#running;
    this.#running = null;
    this.#stores = {};
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    return secondsSince(began);
  }

  async sagasu(args: readonly string[], stdin = ''): Promise<CommandEnd> {
    const child = this.#spawn(['cli/main.ts', ...args], 'pipe');
    const text = collect(child);
    child.stdin?.end(stdin);
    await once(child, 'close');
    return { code: child.exitCode, text: text() };
  }

  /** Returns the output. @throws Error unless the exit code is 0 */
  async succeed(args: readonly string[], stdin = ''): Promise<string> {
    const { code, text } = await this.sagasu(args, stdin);
    if (code !== 0) throw new Error(`sagasu ${args.join(' ')} ended with ${code}: ${text.slice(-KEPT_CHARACTERS)}`);
    return text;
  }

  #spawn(args: readonly string[], stdin: 'pipe' | 'ignore'): ChildProcess {
    return spawn(process.execPath, args, {
      cwd: this.#checkout,
      stdio: [stdin, 'pipe', 'pipe'],
      env: { ...machine(), ...this.#settings, ...this.#stores },
    });
  }

  async #run(args: readonly string[], ready: RegExp): Promise<string> {
    const child = this.#spawn(args, 'ignore');
    this.#running = child;
    const text = collect(child);
    const deadline = performance.now() + START_LIMIT_MS;
    const ended = once(child, 'exit');
    while (!ready.test(text())) {
      await Promise.race([
        once(child.stdout ?? child, 'data', { signal: AbortSignal.timeout(5_000) }).catch(() => null),
        ended,
      ]);
      const isGone = child.exitCode !== null || child.signalCode !== null;
      if (isGone || performance.now() > deadline)
        throw new Error(`${args.join(' ')} did not become ready: ${text().slice(-KEPT_CHARACTERS)}`);
    }
    return text();
  }
}

export const secondsSince = (began: number): number => Math.round((performance.now() - began) / 100) / 10;

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

/** The environment of the machine, without settings of Sagasu. */
function machine(): Record<string, string> {
  // oxlint-disable-next-line node/no-process-env -- PATH, JAVA_HOME, HOME and the like
  const all = Object.entries(process.env);
  return Object.fromEntries(
    all.flatMap(([name, value]) =>
      value === undefined || /^(?:SAGASU_|DATABASE_URL|REDIS_URL|ELASTICSEARCH_URL)/.test(name) ? [] : [[name, value]],
    ),
  );
}
