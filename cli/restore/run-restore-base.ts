/** The work of `sagasu restore base`. */
import { resolve } from 'node:path';
import { readIdentities } from '../../backup/age.ts';
import type { BackupPlace } from '../../backup/place.ts';
import { recordRestore } from '../../backup/restore-record.ts';
import { END_TASKS } from '../../backup/restore-backup.ts';
import { toError } from '../../platform/errors.ts';
import { migrate } from '../../platform/migrate.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import { ProgressLine } from '../../platform/progress-line.ts';
import { completeLog } from '../../store/complete-removal-log.ts';
import { withRecovered, type Recovered } from '../backup/recover.ts';
import { withPlace } from '../backup/with-place.ts';
import { removalLog, withDatabase } from '../stores.ts';
import { formatDuration } from '../tasks/format.ts';
import { untilInterrupted } from './interrupt.ts';
import { removeAgain } from './remove-again.ts';

export interface RestoreBaseOptions {
  readonly key: string;
  readonly into: string;
  readonly to?: Date;
  readonly base?: string;
  readonly timeline: string;
  readonly programs?: string;
}

export async function runRestoreBase(written: string, options: RestoreBaseOptions): Promise<void> {
  await withPlace(written, async (place) => restoreFrom(place, options));
}

async function restoreFrom(place: BackupPlace, options: RestoreBaseOptions): Promise<void> {
  const [into, keyFile] = [resolve(options.into), resolve(options.key)];
  const decrypter = await readIdentities(keyFile);
  await rememberRemovals();
  const line = new ProgressLine(process.stderr);
  const recovered = await untilInterrupted(async (signal) =>
    withRecovered(
      {
        place,
        into,
        keyFile,
        decrypter,
        base: options.base ?? null,
        target: options.to ?? null,
        timeline: options.timeline,
        programs: options.programs ?? null,
        drill: false,
        // oxlint-disable-next-line node/no-process-env -- PATH comes from the machine; it is no setting of Sagasu
        env: process.env,
        signal,
        onProgress: (step, done, total) => line.show(step, done, total === 0 ? 0 : Math.min(1, done / total), 'bytes'),
      },
      async (running) => {
        line.end();
        await settle(running.url);
        return running;
      },
    ).finally(() => line.end()),
  );
  if (recovered === null) return;
  await recordRestore(place, { backup: recovered.base.name, at: new Date().toISOString() });
  printNext(recovered, into, options.to);
}

/** The database that is replaced may be lost. */
async function rememberRemovals(): Promise<void> {
  try {
    await withDatabase(async (pool) => completeLog(pool, removalLog(), new Date()));
  } catch (thrown) {
    console.error(
      `sagasu: removals of the present database could not be read, the log in ${removalLog().path} has to be enough: ${toError(thrown).message}`,
    );
  }
}

/** Nobody can connect before this has ended. */
async function settle(url: string): Promise<void> {
  await migrate(url);
  const pool = createPostgresPool({ url, maxConnections: 2 });
  try {
    await pool.query(END_TASKS);
    // Reads the whole table. A session that was ended after the moment must not return.
    await pool.query('delete from sessions');
    await removeAgain(pool);
  } finally {
    await pool.end();
  }
}

function printNext({ base, account, copyMs, replayMs }: Recovered, into: string, target: Date | undefined): void {
  const [copy, replay] = [copyMs, replayMs].map((ms) => formatDuration(ms));
  console.log(
    `Restored the base backup ${base.name} in ${copy}, and the log up to ${target?.toISOString() ?? 'its end'} in ${replay}.`,
  );
  console.log(`Everybody has to sign in again. Next:
  1. Stop PostgreSQL, put ${into} in the place of its data folder${account === null ? '' : ` (it belongs to ${account.name})`}, and start PostgreSQL.
  2. sagasu restore finish, before any indexer starts.
  3. sagasu media verify, and sagasu restore files if files were lost too.
  4. sagasu backup base: the log continues in a new timeline.`);
}
