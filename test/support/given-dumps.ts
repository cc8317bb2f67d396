import { createHash } from 'node:crypto';
import type pg from 'pg';
import { writeDump } from '../../mappings/dump/write-dump.ts';
import { VIDEO } from '../unit/mappings/dump/sample-dump.ts';

/** A contributor, in hexadecimal. */
export const CONTRIBUTOR = 'ab'.repeat(32);

/** Valid bodies of what moderators ask for about `givenDumps`, by operation. */
export const DUMP_BODIES: Readonly<Record<string, object>> = {
  moderateDumps: { action: 'smite', dumps: [1] },
  decideDumpChanges: { action: 'stop', changes: [1] },
  revertDumpClient: { client: 'sagasu', version: '1' },
  cleanDumps: { states: ['failed_xml'] },
  giveDumpTrust: { contributor: CONTRIBUTOR, client: 'sagasu', version: '2', trust: 'full' },
  decideDumpOffers: { action: 'refuse', offers: [1] },
};

const hash = (hex: string) => Buffer.from(hex, 'hex');

/** Dump 1, change 1 and offer 1, a dump that was not understood, and somebody who is trusted: something in every list that moderators see. */
export async function givenDumps(pool: pg.Pool): Promise<void> {
  const { file } = VIDEO;
  const content = Buffer.from(writeDump({ ...VIDEO, client: { name: 'sagasu', version: '1' } }));
  await pool.query(
    `insert into dumps (digest, state, content, client, version, md5, sha1, sha256, size, type, named)
     values ($1, 0, $2, 'sagasu', '1', $3, $4, $5, $6, $7, true)`,
    [
      createHash('sha256').update(content).digest(),
      content,
      hash(file.md5),
      hash(file.sha1),
      hash(file.sha256),
      file.size,
      file.type,
    ],
  );
  await pool.query(
    `insert into dumps (digest, state, problem, content) values (decode(repeat('41', 32), 'hex'), 41, 'no XML', 'no XML')`,
  );
  await pool.query(
    `insert into dump_changes (dump_id, client, version, md5, size, field, after, made_at)
     values (1, 'sagasu', '1', $1, $2, 'sha1', $3, now())`,
    [hash(file.md5), file.size, file.sha1],
  );
  await pool.query(
    `insert into dump_trust (contributor, client, version, trust, given_by) values ($1, 'sagasu', '1', 'lesser', 'cli')`,
    [hash(CONTRIBUTOR)],
  );
  await pool.query(
    `insert into dump_offers (sha256, md5, size, type, state, asked_at, changed_at)
     values ($1, $2, $3, $4, 'quarantined', now(), now())`,
    [hash(file.sha256), hash(file.md5), file.size, file.type],
  );
}
