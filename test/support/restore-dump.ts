/** Restores a plain SQL dump of pg_dump without psql. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const COPY = /^COPY .* FROM stdin;$/;
/** Commands for psql, such as \restrict. */
const PSQL = /^\\/;

/** The roles that the dump grants rights to must exist. */
export async function restoreDump(client: pg.Client, dump: string): Promise<void> {
  const lines = dump.split('\n');
  let statements: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (!COPY.test(line)) {
      if (!PSQL.test(line)) statements.push(line);
      continue;
    }
    await client.query(statements.join('\n'));
    statements = [];
    const end = lines.indexOf(String.raw`\.`, at);
    const rows = lines.slice(at + 1, end).map((row) => `${row}\n`);
    await pipeline(Readable.from(rows), client.query(copyFrom(line.replace(/;$/, ''))));
    at = end;
  }
  await client.query(statements.join('\n'));
}
