/** The work of `sagasu backup drill`. */
import { resolve } from 'node:path';
import { readIdentities } from '../../backup/age.ts';
import { BackupError } from '../../backup/backup-error.ts';
import { compareState } from '../../backup/base/archive-state.ts';
import { stateAtRestorePoint, untilArchived } from '../../backup/base/restore-point.ts';
import { chooseBaseBackup } from '../../backup/base/read-base-backups.ts';
import type { BackupPlace } from '../../backup/place.ts';
import { recordRestore } from '../../backup/restore-record.ts';
import { backupName } from '../../mappings/backup.ts';
import { createPostgresPool, liftTimeLimits } from '../../platform/postgres.ts';
import { ProgressLine } from '../../platform/progress-line.ts';
import { untilInterrupted } from '../restore/interrupt.ts';
import { withDatabase } from '../stores.ts';
import { formatCount, formatDuration } from '../tasks/format.ts';
import { empty, withRecovered, type Recovered } from './recover.ts';
import { withPlace } from './with-place.ts';

export interface DrillOptions {
  readonly key: string;
  readonly scratch: string;
  readonly programs?: string;
  readonly json: boolean;
}

const SAMPLE = 1_000;
const READ_SYSTEM = 'select system_identifier::text as system from pg_control_system()';

interface DrillReport {
  readonly base: string;
  readonly posts: number;
  readonly boards: number;
  readonly sampled: number;
  readonly copy_ms: number;
  readonly replay_ms: number;
  readonly compare_ms: number;
}

export async function runDrill(given: string, options: DrillOptions): Promise<void> {
  const report = await withPlace(given, async (place) => {
    const done = await untilInterrupted(async (signal) => drill(place, options, signal));
    if (done !== null) await recordRestore(place, { backup: done.base, at: new Date().toISOString() });
    return done;
  });
  if (report === null) return;
  if (options.json) console.log(JSON.stringify(report));
  else
    console.log(
      `The base backup ${report.base} and the log are whole: ${formatCount(report.posts)} posts of ${report.boards} boards, and ${report.sampled} sampled posts are equal. ` +
        `Copy ${formatDuration(report.copy_ms)}, log ${formatDuration(report.replay_ms)}, comparison ${formatDuration(report.compare_ms)}.`,
    );
}

async function drill(place: BackupPlace, options: DrillOptions, signal: AbortSignal): Promise<DrillReport> {
  const [keyFile, into] = [resolve(options.key), resolve(options.scratch)];
  const decrypter = await readIdentities(keyFile);
  const { name, manifest } = await chooseBaseBackup({
    place,
    name: null,
    target: null,
    timeline: 'latest',
    decrypter,
  });
  const point = `sagasu_drill_${backupName(new Date())}`;
  const line = new ProgressLine(process.stderr);
  const original = await withDatabase(async (pool) => {
    const { rows } = await pool.query<{ system: string }>(READ_SYSTEM);
    if (rows[0]?.system !== manifest.system)
      throw new BackupError(
        'folder',
        `the newest base backup in ${place.name} is of another PostgreSQL: make one of this archive with sagasu backup base`,
      );
    return stateAtRestorePoint(pool, point, SAMPLE);
  });
  await untilArchived(place, manifest.system, original.segment, signal);
  const compare = async ({ url, copyMs, replayMs }: Recovered): Promise<DrillReport> => {
    line.end();
    const began = performance.now();
    const pool = createPostgresPool({ url, maxConnections: 1 });
    const client = await pool.connect();
    try {
      await liftTimeLimits(client);
      const differences = await compareState(client, original);
      if (differences.length > 0)
        throw new BackupError('differs', `the restored archive differs from the original: ${differences.join('; ')}`);
      return {
        base: name,
        posts: [...original.posts.values()].reduce((sum, posts) => sum + posts, 0),
        boards: original.posts.size,
        sampled: original.sample.length,
        copy_ms: Math.round(copyMs),
        replay_ms: Math.round(replayMs),
        compare_ms: Math.round(performance.now() - began),
      };
    } finally {
      client.release(true);
      await pool.end();
    }
  };
  const report = await withRecovered(
    {
      place,
      keyFile,
      decrypter,
      into,
      base: name,
      target: point,
      timeline: 'latest',
      programs: options.programs ?? null,
      drill: true,
      // oxlint-disable-next-line node/no-process-env -- PATH comes from the machine; it is no setting of Sagasu
      env: process.env,
      signal,
      onProgress: (step, done, total) => line.show(step, done, total === 0 ? 0 : Math.min(1, done / total), 'bytes'),
    },
    compare,
  ).finally(() => line.end());
  await empty(into, false);
  return report;
}
