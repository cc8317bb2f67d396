/** The child process of the describer. It describes one file at a time, and a hostile file may crash it. */
import { join } from 'node:path';
import type { DumpClient } from '../../format/dump.ts';
import { toError } from '../../../../platform/errors.ts';
import { limitLoaders } from '../../../../platform/images/fingerprint.ts';
import { createTrackAnalyser } from './analyse-tracks.ts';
import { describeFile } from './describe-file.ts';
import type { DescribeResult, DescribeTask } from './messages.ts';

const [name = '', version = '', folder = ''] = process.argv.slice(2);
const client: DumpClient = { name, version };
const scratch = join(folder, `${process.pid}.v`);
const tracks = createTrackAnalyser();
let last: Promise<void> = Promise.resolve();

limitLoaders(['Buffer']);
process.on('message', (task: DescribeTask) => {
  last = carryOut(task, last);
});
process.on('disconnect', () => {
  // The parent is gone, so the result is not needed.
  process.kill(process.pid, 'SIGKILL');
});

async function carryOut(task: DescribeTask, before: Promise<void>): Promise<void> {
  await before;
  process.send?.(await resultOf(task));
}

async function resultOf({ id, path, extent }: DescribeTask): Promise<DescribeResult> {
  try {
    return { id, description: await describeFile(path, { client, tracks, scratch, extent }) };
  } catch (error) {
    return { id, problem: problemOf(toError(error)) };
  }
}

/** The error message without the path: the caller has the path, which may not be printable. */
function problemOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined && /^E[A-Z0-9]+$/.test(code) ? (PROBLEMS[code] ?? code) : error.message.slice(0, 300);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENOENT: 'it is gone',
  ELOOP: 'its links lead in a circle',
  EIO: 'the disk cannot read it',
  ENXIO: 'it is no regular file',
};
