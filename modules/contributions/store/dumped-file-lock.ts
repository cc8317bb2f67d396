import type pg from 'pg';
import { prepared } from '../../../platform/postgres.ts';
import type { FileKey } from './file-record.ts';

const KEY = `hashtextextended('sagasu dumps of ' || encode($1::bytea, 'hex') || ' ' || $2::bigint::text, 0)`;

/** Exclusive lock on the dumps of a file, held until the transaction ends. $1 MD5, $2 size. */
const LOCK = `select pg_advisory_xact_lock(${KEY})`;

/** Take this lock before thread locks. A transaction that needs several takes them in the order of `compareFiles`. */
export async function lockDumpedFile(client: pg.ClientBase, { md5, size }: FileKey): Promise<void> {
  await client.query(prepared(LOCK, [md5, size]));
}

/** The same locks for many files, in the order of `compareFiles`. $1 MD5s, $2 sizes. */
const LOCK_MANY = `
select pg_advisory_xact_lock(hashtextextended('sagasu dumps of ' || encode(f.md5, 'hex') || ' ' || f.size::text, 0))
from (select * from unnest($1::bytea[], $2::bigint[]) as named (md5, size) order by md5, size) f`;

export async function lockDumpedFiles(client: pg.ClientBase, files: readonly FileKey[]): Promise<void> {
  await client.query(LOCK_MANY, [files.map(({ md5 }) => md5), files.map(({ size }) => size)]);
}

export function compareFiles(a: FileKey, b: FileKey): number {
  return Buffer.compare(a.md5, b.md5) || a.size - b.size;
}

/**
 * Judging dumps takes the shared lock, revoking trust the exclusive one. So no dump becomes used by a trust that was revoked. Take it before file
 * locks.
 */
const LOCK_TRUST = {
  read: `select pg_advisory_xact_lock_shared(hashtext('sagasu_dump_trust'))`,
  change: `select pg_advisory_xact_lock(hashtext('sagasu_dump_trust'))`,
};

export async function lockDumpTrust(client: pg.ClientBase, to: keyof typeof LOCK_TRUST): Promise<void> {
  await client.query(prepared(LOCK_TRUST[to], []));
}

export type DumpWriter = 'service' | 'moderator' | 'site';

/** Sets the actor that the state log records for the rest of the transaction. $1 writer. */
const SET_WRITER = `select set_config('sagasu.dump_actor', $1, true)`;

export async function writeDumpsAs(client: pg.ClientBase, writer: DumpWriter): Promise<void> {
  await client.query(prepared(SET_WRITER, [writer]));
}
