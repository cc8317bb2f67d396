import { setTimeout as sleep } from 'node:timers/promises';
import { createRedis } from '../../../platform/redis.ts';
import type { PrivateStores } from '../private-stores.ts';
import type { Scenario } from '../scenario.ts';
import type { Figures, Stage } from '../stage.ts';
import type { WatchedProcess } from '../watched-process.ts';

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 6_000;
const AWAY_MS = 3_000;

/** Faults overlap: one begins while the system is still recovering from another. */
async function everything(stage: Stage, stores: PrivateStores): Promise<Figures> {
  const { load, params, random, elasticsearch, postgres, indexer } = stage;
  await load.write(params.posts);
  const indexers: WatchedProcess[] = await Promise.all([indexer(), indexer(), indexer()]);
  load.start();
  const anIndexer = () => Math.floor(random() * indexers.length);
  const restart = async (store: 'postgres' | 'redis' | 'elasticsearch', isWiped = false) => {
    await stores.kill(store);
    if (isWiped) await stores.wipe(store);
    await sleep(random() * AWAY_MS);
    await stores.start(store);
  };
  const faults: Record<string, () => Promise<void>> = {
    'indexer killed': async () => {
      const turn = anIndexer();
      await indexers[turn]?.kill();
      // The process waits for stores that are down.
      indexers[turn] = stage.run('indexer/main.ts');
    },
    'indexer frozen': async () => {
      const frozen = indexers[anIndexer()];
      frozen?.freeze();
      await sleep(random() * 15_000);
      frozen?.thaw();
    },
    'postgres killed': async () => restart('postgres'),
    'reply of postgres lost': async () => {
      await Promise.race([postgres.loseAnswerTo('commit'), sleep(AWAY_MS)]);
    },
    'connections to postgres cut': async () => {
      postgres.cut();
      await sleep(random() * AWAY_MS);
      postgres.restore();
    },
    'redis killed': async () => restart('redis'),
    'redis emptied': async () => {
      const redis = createRedis(stores.redisUrl);
      await redis.flushall().catch(() => undefined);
      redis.disconnect();
    },
    'redis lost': async () => restart('redis', true),
    'elasticsearch killed': async () => restart('elasticsearch'),
    'answers of elasticsearch spoilt': async () => {
      elasticsearch.treat = () =>
        (['cut', 'lose the answer', 'halve the answer', 'pass'] as const)[Math.floor(random() * 4)] ?? 'pass';
      await sleep(random() * 5_000);
      elasticsearch.treat = () => 'pass';
    },
  };
  const kinds = Object.keys(faults);
  const under = new Map<string, Promise<void>>();
  const struck: Record<string, number> = {};
  for (let done = 0; done < params.rounds;) {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? '';
    // A store that is starting is not killed, because its failed start would fail the scenario.
    const store = kind.split(' ')[0] ?? '';
    if (under.has(store)) {
      await sleep(100);
      continue;
    }
    under.set(
      store,
      (faults[kind] ?? (async () => undefined))().finally(() => under.delete(store)),
    );
    struck[kind] = (struck[kind] ?? 0) + 1;
    done++;
    await sleep(SHORTEST_PAUSE_MS + random() * (LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS));
  }
  await Promise.all(under.values());
  return struck;
}

export const EVERYTHING: Scenario = {
  name: 'everything',
  claim: 'overlapping faults of all kinds lose nothing',
  params: { rounds: 60, posts: 5_000 },
  run: everything,
};
