import { isVersionOf } from '../../mappings/elasticsearch/version.ts';
import { TASK_CHANNEL } from '../../mappings/task.ts';
import { AppError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import type { ElasticsearchIndices } from '../index-set/elasticsearch-indices.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import { readIdentity, type OriginPorts } from './assert-same-database.ts';
import type { DatabaseIdentity } from './index-origin.ts';
import * as sql from './sql.ts';

/** Half of what a document version can hold. No archive reaches it: a higher rev in a document is damage, and ignored. */
const HIGHEST_REV = 2 ** 39;
const HIGHEST_EPOCH = 8_191;

export interface FinishedRestore {
  readonly epoch: number;
  /** The number of boards whose indices will be verified in full. */
  readonly boards: number;
  /** Indices that were begun in the lost time and were deleted. */
  readonly dropped: readonly string[];
}

export interface FinishPorts extends OriginPorts {
  /** Stores the database's identity in the index template. */
  readonly sign: (identity: DatabaseIdentity) => Promise<void>;
  readonly indices: Pick<ElasticsearchIndices, 'states' | 'drop'>;
}

/**
 * Discards index changes that are newer than the restored database. It raises the epoch, so that every later write has a higher version
 * than any existing document; skips the revs that documents have; adds a full verification of every board; and deletes the indices of
 * boards and slices that were begun in the lost time. It changes PostgreSQL first and the identity in Elasticsearch last, and no indexer
 * starts without that identity. So it can be run again after a failure, which only raises the epoch once more.
 *
 * No indexer may be running: it might have read rows before the epoch was raised, and write them with old versions.
 *
 * @throws AppError indexer_running
 */
export async function finishRestore(ports: FinishPorts): Promise<FinishedRestore> {
  const { pool, origin, sign, indices } = ports;
  const highest = (await origin.newest(null)).find(
    ({ rev, version }) => rev <= HIGHEST_REV && isVersionOf(version, HIGHEST_EPOCH, rev),
  );
  const finished = await fromPostgres(() =>
    inTransaction(pool, async (client) => {
      const { rows: sessions } = await client.query<{ sessions: string }>(sql.COUNT_INDEXERS);
      if (Number(sessions[0]?.sessions) > 0) {
        throw new AppError('indexer_running', 'an indexer is running on this database: stop every one of them first');
      }
      const { rows: epochs } = await client.query<{ epoch: string }>(sql.RAISE_EPOCH);
      await client.query(sql.RAISE_REV, [highest?.rev ?? 1]);
      await client.query(sql.FORGET_VERIFIED);
      await client.query(sql.RESTART_VERIFICATIONS);
      await client.query(sql.VERIFY_ALL);
      await client.query('select pg_notify($1, $2)', [TASK_CHANNEL, '']);
      const { rows: boards } = await client.query<{ boards: string }>(sql.COUNT_BOARDS);
      return { epoch: Number(epochs[0]?.epoch), boards: Number(boards[0]?.boards) };
    }),
  );
  const { rows } = await fromPostgres(() => pool.query<{ name: string }>(sql.READ_INDEX_NAMES));
  const known = new Set(rows.map(({ name }) => name));
  const dropped = [...(await indices.states()).keys()].filter((name) => !known.has(name));
  await indices.drop(dropped);
  const { identity } = await readIdentity(ports);
  await sign(identity);
  return { ...finished, dropped };
}
