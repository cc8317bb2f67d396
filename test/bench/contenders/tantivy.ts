/**
 * Tantivy, the engine of the strongest living competitor, in process: no server, no rows, no marks. It is the limit of one machine and
 * not a goal. Its answers are timed in its own process.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseComment } from '../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../mappings/comment/plain-text.ts';
import { toError } from '../../../platform/errors.ts';
import { pythonPrograms } from '../../support/python.ts';
import { stopProcess } from '../../support/processes.ts';
import type { World } from '../../support/world.ts';
import type { BenchQuery } from '../query-classes.ts';

const PACKAGE = 'tantivy==0.27.0';

export interface Tantivy {
  readonly bytes: number;
  ask(query: BenchQuery): Promise<{ readonly ms: number; readonly total: number; readonly rows: number }>;
  close(): Promise<void>;
}

/** Returns a sentence that says why, if it cannot take part. */
export async function createTantivy(world: World, say: (line: string) => void): Promise<Tantivy | string> {
  const python = await pythonPrograms([PACKAGE]).catch(toError);
  if (python instanceof Error) return python.message;
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-tantivy-'));
  const child = spawn(python, ['test/bench/contenders/tantivy_index.py', folder]);
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('Tantivy ended');
    return JSON.parse(value) as Record<string, number>;
  };
  await sendPosts(world, child);
  const { bytes = 0, seconds = 0, posts = 0 } = await next();
  say(`Tantivy: indexed ${posts} posts in ${seconds.toFixed(1)} s, ${Math.round(bytes / posts)} bytes a post`);
  return {
    bytes,
    async ask(query) {
      child.stdin.write(`${JSON.stringify(plain(query))}\n`);
      const { ms = Number.NaN, total = 0, rows = 0 } = await next();
      return { ms, total, rows };
    },
    async close() {
      await stopProcess(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function plain({ days, md5, ...query }: BenchQuery): object {
  return {
    ...query,
    days: days?.map((day) => day.getTime()) ?? null,
    md5: md5 === null ? null : Buffer.from(md5).toString('base64'),
  };
}

async function sendPosts({ pool }: World, { stdin }: ChildProcessWithoutNullStreams): Promise<void> {
  const { rows: boards } = await pool.query<{ id: number; name: string }>('select id, name from boards');
  for (const { id, name } of boards) {
    for (let after = '0'; ;) {
      const { rows } = await pool.query<{
        num: string;
        comment: string | null;
        subject: string | null;
        media_hash: Buffer | null;
        opener: boolean;
        time_posted: Date;
      }>(
        `select num, comment, subject, media_hash, opener, time_posted from posts
          where board_id = $1 and num > $2 order by num limit 5000`,
        [id, after],
      );
      for (const row of rows) {
        const line = JSON.stringify({
          num: Number(row.num),
          board: name,
          comment: commentPlainText(parseComment(row.comment ?? '').tokens),
          subject: row.subject,
          md5: row.media_hash?.toString('base64'),
          opener: row.opener,
          time: row.time_posted.getTime(),
        });
        if (!stdin.write(`${line}\n`)) await once(stdin, 'drain');
      }
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.num;
    }
  }
  stdin.write('\n');
}
