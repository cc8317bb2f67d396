/** Recomputes the hash chain of the audit log (mappings/postgres/schema/20-audit.sql) from what is stored. */
import { createHash } from 'node:crypto';
import type pg from 'pg';

const BATCH = 1_000;

/** Indexes: audit_log_pkey, audit_details_pkey, audit_addresses_pkey. $1 highest id of the batch before, $2 limit. */
const SELECT_ENTRIES = `
  select l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, l.actor, l.session, l.action,
    l.board_id::text as board, l.target::text as target, l.reason_hash, l.before_hash, l.address_hash, l.chain, d.salt, d.reason,
    d.before::text as before, a.salt as address_salt, host(a.address) as address
  from audit_log l left join audit_details d on d.audit_id = l.id left join audit_addresses a on a.audit_id = l.id
  where l.id > $1 order by l.id limit $2`;

interface EntryRow {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly session: string | null;
  readonly action: string;
  readonly board: string | null;
  readonly target: string;
  readonly reason_hash: Buffer | null;
  readonly before_hash: Buffer | null;
  readonly address_hash: Buffer | null;
  readonly chain: Buffer;
  readonly salt: Buffer | null;
  readonly reason: string | null;
  readonly before: string | null;
  readonly address_salt: Buffer | null;
  readonly address: string | null;
}

/** An entry and the hash chain up to it. A copy kept elsewhere reveals whether later entries were cut off or the log was rewritten. */
export interface AuditHead {
  readonly id: number;
  /** In hexadecimal. */
  readonly chain: string;
}

export interface AuditVerification {
  readonly entries: number;
  /** null for an empty log. */
  readonly head: AuditHead | null;
  /** The first entry whose hash does not follow from it and the entry before: one of the two was changed. */
  readonly brokenAt: number | null;
  /** Entries whose details or addresses differ from the recorded ones. */
  readonly changedDetails: readonly number[];
  /** Whether the log still contains the expected entry unchanged; null if none was expected. */
  readonly containsExpected: boolean | null;
}

/** Reads the whole log, in one snapshot of the database. */
export async function verifyAudit(client: pg.ClientBase, expected: AuditHead | null): Promise<AuditVerification> {
  let [entries, brokenAt]: [number, number | null] = [0, null];
  let head: AuditHead | null = null;
  let containsExpected = expected === null ? null : false;
  const changedDetails: number[] = [];
  let previous: Buffer = Buffer.alloc(0);
  for (let after = '0'; ;) {
    const { rows } = await client.query<EntryRow>(SELECT_ENTRIES, [after, BATCH]);
    for (const row of rows) {
      const id = Number(row.id);
      if (!chainOf(previous, row).equals(row.chain)) brokenAt ??= id;
      if (!areDetailsRecorded(row)) changedDetails.push(id);
      previous = row.chain;
      head = { id, chain: row.chain.toString('hex') };
      if (expected !== null && id === expected.id) containsExpected = head.chain === expected.chain;
      entries += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.id;
  }
  return { entries, head, brokenAt, changedDetails, containsExpected };
}

function chainOf(previous: Buffer, row: EntryRow): Buffer {
  const hash = createHash('sha256').update(previous);
  const { id, at, actor, session, action, board, target } = row;
  const digests = [row.reason_hash, row.before_hash].map((digest) => digest?.toString('hex') ?? null);
  for (const value of [id, at, actor, session, action, board, target, ...digests]) hash.update(fieldOf(value));
  if (row.address_hash !== null) hash.update(fieldOf(row.address_hash.toString('hex')));
  return hash.digest();
}

/** The same as audit_field of mappings/postgres/schema/20-audit.sql. */
function fieldOf(value: string | null): Buffer {
  const bytes = value === null ? Buffer.alloc(0) : Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeInt32BE(value === null ? -1 : bytes.length);
  return Buffer.concat([length, bytes]);
}

function isRecorded(text: string | null, salt: Buffer | null, digest: Buffer | null): boolean {
  if (text === null) return true;
  return salt !== null && digest !== null && createHash('sha256').update(salt).update(text).digest().equals(digest);
}

/** Details and addresses may be missing, since purges and expiry remove them, but they never change. */
function areDetailsRecorded(row: EntryRow): boolean {
  return (
    isRecorded(row.reason, row.salt, row.reason_hash) &&
    isRecorded(row.before, row.salt, row.before_hash) &&
    isRecorded(row.address, row.address_salt, row.address_hash)
  );
}
