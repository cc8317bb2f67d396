/** The same engine with another way of asking. */
import { request } from 'undici';
import { freePort } from '../../support/ports.ts';
import { startProcess, stopProcess } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';
import { waitForServer } from '../measures/thread.ts';
import type { BenchQuery } from '../query-classes.ts';
import type { Contender, AnsweredPage } from './contender.ts';

/** Marks what matched in every query with words, as ours does; otherwise only one class is marked. */
export function withMarks(peer: Contender): Contender {
  return {
    name: `${peer.name}, with marks`,
    ask: async (query) => peer.ask({ ...query, wantsHighlights: query.words.length > 0 }),
    close: async () => undefined,
  };
}

/** Behind a bare Fastify route in a process of its own: a reader asks a server, not a socket. null if the peer has none. */
export async function behindRoute(
  world: World,
  peer: Contender,
  say: (line: string) => void,
): Promise<Contender | null> {
  if (peer.route === undefined) return null;
  const port = await freePort();
  const child = startProcess('test/bench/contenders/search-route.ts', world, {
    ...peer.route,
    SAGASU_PORT: String(port),
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForServer(url);
  const sizes = { bytes: 0, answers: 0 };
  return {
    name: `${peer.name}, behind a route`,
    async ask(query) {
      const answer = await request(`${url}/?query=${encodeURIComponent(JSON.stringify(plain(query)))}`);
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${peer.name} behind a route: ${text}`);
      sizes.bytes += text.length;
      sizes.answers += 1;
      const { rows, total } = JSON.parse(text) as AnsweredPage;
      return { rows: rows.length, total };
    },
    async close() {
      say(`${peer.name}, behind a route: ${Math.round(sizes.bytes / Math.max(1, sizes.answers))} characters an answer`);
      await stopProcess(child);
    },
  };
}

function plain({ md5, ...query }: BenchQuery): object {
  return { ...query, md5: md5 === null ? null : Buffer.from(md5).toString('base64') };
}
