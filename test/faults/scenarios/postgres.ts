import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Scenario } from '../scenario.ts';
import type { PrivateStores } from '../private-stores.ts';
import type { Figures, Stage } from '../stage.ts';

/** What the last statement of a writer's transaction says, and what the indexer's statement that clears marks says. */
const COMMITS = ['commit', 'delete from dirty'];
const TRAP_LIMIT_MS = 5_000;

export async function killPostgres(
  { load, wishes, random, postgres, indexer }: Stage,
  stores: Pick<PrivateStores, 'kill' | 'start'>,
): Promise<Figures> {
  await Promise.all([indexer(), indexer()]);
  load.start();
  let lostReplies = 0;
  for (let round = 0; round < wishes.rounds; round++) {
    const burst = load.write(wishes.posts / wishes.rounds);
    for (const words of COMMITS) {
      const lost = await Promise.race([postgres.loseAnswerTo(words).then(() => 1), sleep(TRAP_LIMIT_MS, 0)]);
      lostReplies += lost;
    }
    await sleep(random() * 1_500);
    await stores.kill('postgres');
    await sleep(random() * 500);
    await stores.start('postgres');
    await burst;
  }
  return { kills: wishes.rounds, lostReplies };
}

/** All connections are somebody else's, also those kept for a superuser; then every transaction is read-only. */
async function hogPostgres({ load, wishes, world, indexer }: Stage, stores: PrivateStores): Promise<Figures> {
  await load.write(wishes.posts);
  await indexer();
  load.start();
  let held = 0;
  for (let round = 0; round < wishes.rounds; round++) {
    const hogs = await takeConnections(stores.databaseUrl, world.databaseUrl);
    held = Math.max(held, hogs.length);
    // One that starts meanwhile waits for its turn.
    const starting = indexer();
    await sleep(wishes.seconds * 1000);
    await Promise.all(hogs.map(async (hog) => hog.end()));
    await starting;
    const admin = await connect(stores.databaseUrl);
    await setReadOnly(admin, 'on');
    await sleep(wishes.seconds * 1000);
    await setReadOnly(admin, 'off');
    await admin.end();
  }
  return { connectionsTaken: held };
}

/** Takes every free connection, and those that others have too. */
async function takeConnections(adminUrl: string, worldUrl: string): Promise<pg.Client[]> {
  const hogs: pg.Client[] = [];
  const killer = await connect(adminUrl);
  const database = new URL(worldUrl).pathname.slice(1);
  for (let refused = 0; refused < 5;) {
    try {
      hogs.push(await connect(adminUrl));
    } catch {
      refused++;
      await killer.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    }
  }
  return [...hogs, killer];
}

async function setReadOnly(admin: pg.Client, value: 'on' | 'off'): Promise<void> {
  await admin.query('set default_transaction_read_only = off');
  await admin.query(`alter system set default_transaction_read_only = ${value}`);
  await admin.query('select pg_reload_conf()');
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export const POSTGRES_SCENARIOS: readonly Scenario[] = [
  {
    name: 'postgres-kill',
    claim: 'killed PostgreSQL and commits whose reply is lost leave no row without its document',
    wishes: { rounds: 20, posts: 20_000 },
    run: killPostgres,
  },
  {
    name: 'postgres-hog',
    claim: 'without connections, or read-only, everything waits and goes on by itself',
    wishes: { rounds: 2, posts: 3_000, seconds: 15 },
    run: hogPostgres,
  },
];
