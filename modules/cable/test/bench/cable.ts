/** From a peer's messages over TCP to committed rows with all views, compared with nothing but checking the signatures of the same posts. */
import { assertSigned } from '../../codec/crypto.ts';
import { createPostgresPool } from '../../../../platform/postgres.ts';
import { insertCabal } from '../support/cabals.ts';
import { dialTo, startHost } from '../support/hosts.ts';
import { keysOf, makePost, type MadePost } from '../support/posts.ts';
import { ScriptedPeer } from '../support/scripted-peer.ts';
import { loginUrl } from '../../../../test/support/logins.ts';
import type { World } from '../../../../test/support/world.ts';
import { timed, toMeasure, type Measure } from '../../../../test/bench/measure.ts';

const ROUNDS = 3;
const MOST = 20_000;
const AUTHORS = 20;

export async function measureCable(world: World, { posts }: { readonly posts: number }): Promise<readonly Measure[]> {
  const made = history(Math.min(posts, MOST));
  const pool = createPostgresPool({ url: loginUrl(world.databaseUrl, 'scraper'), pipeline: true });
  const peer = new ScriptedPeer();
  peer.add(...made);
  const port = await peer.listen();
  const rounds: [number, number][] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const cabal = await insertCabal(world.pool, `bench ${round}`);
      const checkMs = await timed(async () => made.forEach(({ bytes }) => assertSigned(bytes)));
      const { host, seen } = startHost(pool, cabal);
      host.follow(['tea']);
      const connection = await dialTo(port, null);
      const attached = { done: Promise.resolve() };
      const wireMs = await timed(async () => {
        attached.done = host.attach(connection);
        while (seen.counts.posts < made.length) await new Promise((resolve) => setTimeout(resolve, 5));
      });
      host.close();
      connection.destroy();
      await attached.done;
      // The first round warms up prepared statements and pages.
      if (round > 0) rounds.push([(made.length * 1000) / wireMs, (made.length * 1000) / checkMs]);
    }
  } finally {
    await peer.close();
    await pool.end();
  }
  return [
    toMeasure('cable', rounds, { at: 'least', ratio: 0.6 }, 'posts/s', 'checking the signatures of the same posts'),
  ];
}

/** Each post links to the one before, as in a channel that everybody follows. */
function history(count: number): MadePost[] {
  const start = Date.now() - 86_400_000;
  const keys = Array.from({ length: AUTHORS }, (_, number) => keysOf(number + 1));
  const made: MadePost[] = [];
  for (let number = 0; number < count; number += 1) {
    const before = made.at(-1);
    const author = keys[number % AUTHORS] ?? keysOf(1);
    const body = {
      type: 'text',
      channel: 'tea',
      text: `Post ${number}: ${'a line of an evening, '.repeat(5)}`,
    } as const;
    made.push(makePost(author, start + number * 100, body, { links: before === undefined ? [] : [before.hash] }));
  }
  return made;
}
