/** Keeps an indexer from starting after PostgreSQL was restored to an earlier point, until `sagasu restore finish` has run. */
import type pg from 'pg';
import { keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion, isVersionOf } from '../../mappings/elasticsearch/version.ts';
import { AppError } from '../../platform/errors.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { DatabaseIdentity, IndexOrigin, NewestDocument } from './index-origin.ts';
import * as sql from './sql.ts';

export interface OriginPorts {
  readonly pool: pg.Pool;
  readonly monitor: StoreMonitor;
  readonly origin: IndexOrigin;
}

/** The indices were filled from rows that this database does not have. Indexing would silently lose changes. */
export class RestoreUnfinishedError extends AppError {
  constructor(because: string) {
    super(
      'restore_unfinished',
      `${because}: nothing is indexed. If PostgreSQL was restored from a backup, or another server has taken over, ` +
        'stop every indexer, run `sagasu restore finish`, and start the indexers again; if not, check DATABASE_URL, ' +
        'ELASTICSEARCH_URL and SAGASU_INDEX_PREFIX',
    );
  }
}

/**
 * Checks that the indices were filled from this database in its present or an earlier state, and returns its identity. An
 * empty database or an empty Elasticsearch passes.
 *
 * There are two checks, because there are two ways to restore. A dump creates another database, and a recovery another
 * timeline: both change the identity. A copy of the data folder or of the machine does not; but then the newest documents
 * have higher revs than their rows, which is otherwise impossible, because documents are made from committed rows only.
 * @throws RestoreUnfinishedError when a check fails.
 */
export async function assertSameDatabase(ports: OriginPorts): Promise<DatabaseIdentity> {
  const { origin } = ports;
  const { identity, epoch, isFresh } = await readIdentity(ports);
  if (isFresh) return identity;
  const known = await origin.read();
  if (known !== null && !isSame(known, identity)) {
    throw new RestoreUnfinishedError('the search indices were filled from another database, or before a recovery');
  }
  const { rows } = await query(ports, () => ports.pool.query<{ name: string }>(sql.READ_SET_NAMES));
  const newest = await origin.newest(rows.map(({ name }) => name));
  const fromLater = await findLater(ports, newest.filter(isWrittenIn(epoch)));
  if (fromLater !== null) {
    throw new RestoreUnfinishedError(`the search indices hold ${fromLater} in a later state than the database`);
  }
  return identity;
}

export async function readIdentity(ports: Pick<OriginPorts, 'pool' | 'monitor'>) {
  const { rows } = await query(ports, () =>
    ports.pool.query<{
      system_identifier: string;
      timeline: string;
      database_oid: string;
      epoch: string;
      fresh: boolean;
    }>(sql.READ_IDENTITY),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table returns one row');
  const identity: DatabaseIdentity = {
    systemIdentifier: row.system_identifier,
    timeline: row.timeline,
    databaseOid: row.database_oid,
  };
  return { identity, epoch: Number(row.epoch), isFresh: row.fresh };
}

/**
 * Returns whether the document was written in this epoch. Documents of earlier epochs are older than every row; a version that does not
 * belong to its document's rev is damage, which verifications handle.
 */
function isWrittenIn(epoch: number) {
  const before = documentVersion(epoch, 1) - 1;
  return ({ version, rev }: NewestDocument) => version > before && isVersionOf(version, epoch, rev);
}

/** Returns the id of a document that has a higher rev than its row, or no row. */
async function findLater(ports: OriginPorts, documents: readonly NewestDocument[]): Promise<string | null> {
  const keys = documents.map(({ id }) => keyOfDocumentId(id));
  const { rows: boards } = await query(ports, () => ports.pool.query<{ board: string }>(sql.READ_REMOVED_BOARDS));
  const removed = new Set(boards.map(({ board }) => board));
  const known = documents.filter((_, place) => {
    const { board = '', num = Number.NaN, subnum = Number.NaN } = keys[place] ?? {};
    return !removed.has(board) && Number.isSafeInteger(num) && Number.isInteger(subnum) && subnum < 2 ** 31;
  });
  const wanted = known.map(({ id }) => keyOfDocumentId(id));
  const { rows } = await query(ports, () =>
    ports.pool.query<{ place: number; rev: string }>(sql.READ_REVS, [
      wanted.map(({ board }) => board),
      wanted.map(({ num }) => num),
      wanted.map(({ subnum }) => subnum),
    ]),
  );
  const revs = new Map(rows.map(({ place, rev }) => [place - 1, Number(rev)]));
  return known.find(({ rev }, place) => rev > (revs.get(place) ?? 0))?.id ?? null;
}

function isSame(a: DatabaseIdentity, b: DatabaseIdentity): boolean {
  return a.systemIdentifier === b.systemIdentifier && a.timeline === b.timeline && a.databaseOid === b.databaseOid;
}

async function query<T>({ monitor }: Pick<OriginPorts, 'monitor'>, call: () => Promise<T>): Promise<T> {
  return monitor.track(() => fromPostgres(call));
}
