import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DUMP_CHANGE_ACTIONS } from '../../format/changes.ts';
import { DUMP_ACTIONS } from '../../format/states.ts';
import { writeDump } from '../../format/write-dump.ts';
import type { TestModule } from '../../../../test/support/module.ts';
import { CONTENT_TABLES } from './content-tables.ts';
import { PICTURE, VIDEO } from '../unit/format/sample-dump.ts';

/** The key of a contributor in hexadecimal. */
const CONTRIBUTOR = 'ab'.repeat(32);
const RELEASE_KEY = 'cd'.repeat(32);

const hash = (hex: string) => Buffer.from(hex, 'hex');

/** Dump 1, change 1 and offer 1, a dump that could not be parsed, and a trusted contributor: every list of moderators has an entry. */
async function givenDumps(pool: pg.Pool): Promise<void> {
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
    `with k as (insert into dump_release_keys (key, name, added_by) values ($1, 'the project', 'cli') returning key)
     insert into dump_releases (key, client, version, digest, signature) select key, 'sagasu', '1', $1, $1::bytea || $1::bytea from k`,
    [hash(RELEASE_KEY)],
  );
  await pool.query(
    `insert into dump_offers (sha256, md5, size, type, state, asked_at, changed_at)
     values ($1, $2, $3, $4, 'quarantined', now(), now())`,
    [hash(file.sha256), hash(file.md5), file.size, file.type],
  );
}

/** A used dump of the file, and a change that it requested. */
async function keepFile(pool: pg.Pool, bytes: Buffer): Promise<readonly string[]> {
  const [md5 = '', sha1 = '', sha256 = ''] = ['md5', 'sha1', 'sha256'].map((name) =>
    createHash(name).update(bytes).digest('hex'),
  );
  const size = bytes.length;
  const content = writeDump({ ...PICTURE, file: { ...PICTURE.file, size, type: 'png', md5, sha1, sha256 } });
  await pool.query(
    `insert into dumps (digest, state, content, client, version, md5, sha1, sha256, size, type, offered, named)
     values (sha256($1), 11, $1, 'sagasu', '1', $2, $3, $4, $5, 'png', true, true)`,
    [Buffer.from(content), hash(md5), hash(sha1), hash(sha256), size],
  );
  await pool.query(
    `insert into dump_changes (dump_id, client, version, md5, size, field, after, made_at)
     values (1, 'sagasu', '1', $1, $2, 'sha256', $3, now())`,
    [hash(md5), size, sha256],
  );
  return ['', '/1', '/changes', `?hash=${sha256}`, `/file?md5=${md5}&size=${size}`].map((end) => `/api/v1/dumps${end}`);
}

const ADMIN = '/api/v1/admin/dumps';

export const contributions: TestModule = {
  name: 'contributions',
  keepFile,
  auditActions: [
    ...DUMP_ACTIONS,
    ...DUMP_CHANGE_ACTIONS,
    'acceptfile',
    'refusefile',
    'clean',
    'revertclient',
    'trustrelease',
    'addreleasekey',
    'removereleasekey',
  ].map((verb) => `dumps.${verb}`),
  staff: {
    given: givenDumps,
    requests: [
      { operation: 'moderateDumps', route: `POST ${ADMIN}`, body: { action: 'smite', dumps: [1] } },
      { operation: 'decideDumpChanges', route: `POST ${ADMIN}/changes`, body: { action: 'stop', changes: [1] } },
      { operation: 'revertDumpClient', route: `POST ${ADMIN}/revert`, body: { client: 'sagasu', version: '1' } },
      { operation: 'cleanDumps', route: `POST ${ADMIN}/clean`, body: { states: ['failed_xml'] } },
      {
        operation: 'giveDumpTrust',
        route: `PUT ${ADMIN}/trust`,
        body: { contributor: CONTRIBUTOR, client: 'sagasu', version: '2', trust: 'full' },
      },
      { operation: 'trustDumpRelease', route: `PUT ${ADMIN}/releases/trust`, body: { release: 1, trust: 'full' } },
      { operation: 'addReleaseKey', route: `POST ${ADMIN}/release-keys`, body: { key: 'ef'.repeat(32), name: 'ops' } },
      { operation: 'removeReleaseKey', route: `DELETE ${ADMIN}/release-keys/:key`, body: {} },
      { operation: 'decideDumpOffers', route: `POST ${ADMIN}/offers`, body: { action: 'refuse', offers: [1] } },
    ],
    tables: ['dumps', 'dump_changes', 'dump_trust', 'dump_offers', 'dump_releases', 'dump_release_keys'],
    addressValues: { key: RELEASE_KEY },
    pages: [
      { name: 'dumps for staff', address: () => '/admin/dumps', shows: '.dump-check', isAdmin: true },
      { name: 'offered files', address: () => '/admin/dumps/offers', shows: '.reported', isAdmin: true },
    ],
  },
  database: {
    contentTables: CONTENT_TABLES,
    leave: (secret) => ({
      dump_change_posts: `with change as (
          insert into dump_changes (client, version, md5, size, field, after, made_at)
          values ('sagasu', '1', decode(repeat('00', 16), 'hex'), 1, 'width', '7', now()) returning id)
        insert into dump_change_posts (change_id, board_id, num, subnum, before) select id, $1, $2, 0, '${secret}' from change`,
    }),
    // Operators can check a statement again.
    columnsOfOperators: { dump_releases: ['signature'] },
    ownerFunctions: [
      'sagasu_server add_dump',
      'sagasu_server dump_statistics',
      'sagasu_server keep_failed_dump',
      'sagasu_server note_dump_action',
      'sagasu_server note_uploaded_file',
      'sagasu_server state_dump_release',
      'sagasu_server summarise_contributors',
    ],
  },
};
