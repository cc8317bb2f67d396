/**
 * Worlds that outlive a run: the next run of the same size reuses a corpus that was loaded and indexed, as long as the
 * code that made it has not changed. Worlds made by other code are removed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import pg from 'pg';
import type { StoreUrls } from '../../platform/config.ts';
import { TEMPLATE_DATABASE } from '../support/template.ts';
import { destroyWorld, openWorld, type World } from '../support/world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The code that determines a loaded and indexed corpus. */
const MADE_BY = ['mappings', 'scraper/store', 'test/bench/corpus', 'test/bench/corpus.ts', 'test/bench/load.ts'];
/** The API and the pages' texts have no part in a corpus. */
const NOT_MADE_BY = ['mappings/contract', 'mappings/locales'];
const FILLED = 'filled';

export interface StandingWorld {
  readonly world: World;
  /** `bench_{hash of the code}_{posts}`; other stores of the same corpus use the same name. */
  readonly name: string;
  readonly isFilled: boolean;
  setFilled(): Promise<void>;
}

export async function openStandingWorld(stores: StoreUrls, posts: number): Promise<StandingWorld> {
  const name = `bench_${fingerprint()}_${posts}`;
  const found = await withAdmin(stores.databaseUrl, async (admin) => {
    const { rows } = await admin.query<{ datname: string; state: string | null }>(
      `select datname, shobj_description(oid, 'pg_database') as state from pg_database where datname like 'bench\\_%'`,
    );
    return rows;
  });
  const isFilled = found.some(({ datname, state }) => datname === name && state === FILLED);
  for (const { datname } of found) {
    if (datname.startsWith(`bench_${fingerprint()}_`) && (datname !== name || isFilled)) continue;
    await destroyWorld(stores.databaseUrl, openWorld(stores, datname));
  }
  if (!isFilled) {
    await withAdmin(stores.databaseUrl, (admin) =>
      admin.query(`create database ${name} template ${TEMPLATE_DATABASE}`),
    );
  }
  const world = openWorld(stores, name);
  // Tasks of a killed run would continue beside the measures.
  if (isFilled)
    await world.pool.query(`update tasks set requested_action = 'cancel' where status in ('enqueued', 'processing')`);
  return {
    world,
    name,
    isFilled,
    async setFilled() {
      await withAdmin(stores.databaseUrl, (admin) => admin.query(`comment on database ${name} is '${FILLED}'`));
    },
  };
}

export async function closeWorld({ pool, elasticsearch }: World): Promise<void> {
  await pool.end();
  await elasticsearch.close();
}

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = MADE_BY.flatMap((name) => filesOf(name));
  for (const path of files.filter((file) => !NOT_MADE_BY.some((folder) => file.includes(`${folder}/`))).toSorted())
    hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 8);
}

function filesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}
