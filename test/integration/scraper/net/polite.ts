/**
 * Checks the crawl delay by the commands that Redis received: the turns that it granted, on its own clock. The times at
 * which requests arrive depend on the load of the machine.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createPatientRedis } from '../../../support/patient-redis.ts';
import type { HostState } from '../../../../scraper/net/host-pace.ts';
import type { World } from '../../../support/world.ts';

export interface TurnWatch {
  /** Times of the turns at the host, in order; ms since 1970. */
  turns(host: string, delayMs: number): Promise<number[]>;
  /** The earliest time of the next turn that each turn has set, in order; ms since 1970. */
  nexts(host: string): Promise<number[]>;
  close(): void;
}

export async function watchTurns(world: World): Promise<TurnWatch> {
  const redis = createPatientRedis(world.redisUrl);
  const states = new Map<string, HostState[]>();
  const ours = `${world.queuePrefix}:host:`;
  const monitor = await openMonitor(world.redisUrl, (source, [command, key = '', value = '']) => {
    // Only writes of the script count; a compare-and-set that lost writes nothing.
    if (source !== 'lua' || command?.toLowerCase() !== 'set') return;
    // MONITOR shows the scripts of all test files on this server.
    if (!key.startsWith(ours)) return;
    states.set(key, [...(states.get(key) ?? []), JSON.parse(value) as HostState]);
  });
  const nextsOf = async (host: string) => {
    const key = `${ours}${host}`;
    const last = (JSON.parse((await redis.get(key)) ?? '{}') as Partial<HostState>).next;
    // The connection of MONITOR may lag behind.
    while (states.get(key)?.at(-1)?.next !== last) await new Promise((resolve) => setTimeout(resolve, 10));
    const nexts = (states.get(key) ?? []).map(({ next }) => next);
    // Back-offs and their reduction are not turns.
    return nexts.filter((next, index) => next !== nexts[index - 1]);
  };
  return {
    nexts: nextsOf,
    turns: async (host, delayMs) => (await nextsOf(host)).map((next) => next - delayMs),
    close() {
      monitor.destroy();
      redis.disconnect();
    },
  };
}

/**
 * A MONITOR client of its own: ioredis confuses a line that arrives with the first reply with a reply to another
 * command.
 */
async function openMonitor(
  url: string,
  onCommand: (source: string | undefined, words: readonly string[]) => void,
): Promise<Socket> {
  const { hostname, port, password } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const listening = Promise.withResolvers<void>();
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '+OK') listening.resolve();
      const source = /^\+[\d.]+ \[\d+ (\S+)\]/.exec(line)?.[1];
      const words = [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = '']) => word.replaceAll('\\"', '"'));
      onCommand(source, words);
    }
  });
  if (password !== '') socket.write(`AUTH ${decodeURIComponent(password)}\r\n`);
  socket.write('MONITOR\r\n');
  await listening.promise;
  return socket;
}

/** Differences of consecutive times. */
export function pauses(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}
