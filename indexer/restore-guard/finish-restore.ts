import { isVersionOf } from '../../mappings/elasticsearch/version.ts';
import { TASK_CHANNEL } from '../../mappings/task.ts';
import { AppError } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import { readIdentity, type OriginPorts } from './check-origin.ts';
import type { DatabaseIdentity } from './index-origin.ts';
import * as sql from './sql.ts';

/** Half of what versions can hold: no archive gets there, so such a rev is damage and nothing to go on from. */
const HIGHEST_REV = 2 ** 39;
const HIGHEST_EPOCH = 8_191;

export interface FinishedRestore {
  readonly epoch: number;
  /** Boards whose indices will be compared in full. */
  readonly boards: number;
}

export interface FinishPorts extends OriginPorts {
  /** Leaves the database's name in the index template. */
  readonly sign: (identity: DatabaseIdentity) => Promise<void>;
}

/**
 * After PostgreSQL has gone back in time: everything in Elasticsearch shall lose to what is written from now on, no rev is
 * drawn twice, and every document is compared with its row again. First the database, then the name in Elasticsearch,
 * without which no indexer starts: so it can be run again after a failure, and only raises the epoch once more.
 *
 * Indexers that are running are refused: they may have read a row before the epoch went up, and would write it below.
 * @throws AppError indexer_running
 */
export async function finishRestore(ports: FinishPorts): Promise<FinishedRestore> {
  const { pool, origin, sign } = ports;
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
      await client.query(sql.PASS_REV, [highest?.rev ?? 1]);
      await client.query(sql.FORGET_VERIFIED);
      await client.query(sql.RESTART_VERIFICATIONS);
      await client.query(sql.VERIFY_ALL);
      await client.query('select pg_notify($1, $2)', [TASK_CHANNEL, '']);
      const { rows: boards } = await client.query<{ boards: string }>(sql.COUNT_BOARDS);
      return { epoch: Number(epochs[0]?.epoch), boards: Number(boards[0]?.boards) };
    }),
  );
  const { identity } = await readIdentity(ports);
  await sign(identity);
  return finished;
}
