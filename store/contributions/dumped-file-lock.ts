import type pg from 'pg';
import type { FileKey } from './file-record.ts';

/** Who changes the dumps of a file does it alone, to the end of the transaction. $1 MD5 in hexadecimal, $2 size. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('sagasu dumps of ' || $1 || ' ' || $2::text, 0))`;

/** Comes before the locks of threads. A transaction that needs several takes them in the order of `compareFiles`. */
export async function lockDumpedFile(client: pg.ClientBase, { md5, size }: FileKey): Promise<void> {
  await client.query(LOCK, [md5.toString('hex'), size]);
}

export function compareFiles(a: FileKey, b: FileKey): number {
  return Buffer.compare(a.md5, b.md5) || a.size - b.size;
}

export type DumpWriter = 'service' | 'moderator' | 'site';

/** For the log of states: who the rest of the transaction is. $1 writer. */
const SET_WRITER = `select set_config('sagasu.dump_actor', $1, true)`;

export async function writeDumpsAs(client: pg.ClientBase, writer: DumpWriter): Promise<void> {
  await client.query(SET_WRITER, [writer]);
}
