import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Scenario } from '../scenario.ts';
import type { PrivateStores } from '../private-stores.ts';
import type { Figures, Stage } from '../stage.ts';

/** Text of the last statement of a writer's transaction, and of the indexer's statement that clears marks. */
const COMMITS = ['commit', 'delete from dirty'];
const TRAP_LIMIT_MS = 5_000;

export async function killPostgres(
  { load, params, random, postgres, indexer }: Stage,
  stores: Pick<PrivateStores, 'kill' | 'start'>,
): Promise<Figures> {
  await Promise.all([indexer(), indexer()]);
  load.start();
  let lostReplies = 0;
  for (let round = 0; round < params.rounds; round++) {
    const burst = load.write(params.posts / params.rounds);
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
  return { kills: params.rounds, lostReplies };
}

/** Occupies all connections, including those reserved for superusers; then makes every transaction read-only. */
async function exhaustPostgres({ load, params, world, indexer }: Stage, stores: PrivateStores): Promise<Figures> {
  await load.write(params.posts);
  await indexer();
  load.start();
  let held = 0;
  for (let round = 0; round < params.rounds; round++) {
    const connections = await takeConnections(stores.databaseUrl, world.databaseUrl);
    held = Math.max(held, connections.length);
    // An indexer that starts now waits for a connection.
    const starting = indexer();
    await sleep(params.seconds * 1000);
    await Promise.all(connections.map(async (connection) => connection.end()));
    await starting;
    const admin = await connect(stores.databaseUrl);
    await setReadOnly(admin, 'on');
    await sleep(params.seconds * 1000);
    await setReadOnly(admin, 'off');
    await admin.end();
  }
  return { connectionsTaken: held };
}

/** Takes every free connection, and ends those of other clients to take them too. */
async function takeConnections(adminUrl: string, worldUrl: string): Promise<pg.Client[]> {
  const connections: pg.Client[] = [];
  const admin = await connect(adminUrl);
  const database = new URL(worldUrl).pathname.slice(1);
  for (let refused = 0; refused < 5;) {
    try {
      connections.push(await connect(adminUrl));
    } catch {
      refused++;
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    }
  }
  return [...connections, admin];
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
    claim: 'every row gets its document although PostgreSQL is killed and replies to commits are lost',
    params: { rounds: 20, posts: 20_000 },
    run: killPostgres,
  },
  {
    name: 'postgres-exhausted',
    claim: 'processes wait while PostgreSQL is read-only or has no free connection, and resume by themselves',
    params: { rounds: 2, posts: 3_000, seconds: 15 },
    run: exhaustPostgres,
  },
];
