import type pg from 'pg';
import { keyOfDocumentId } from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion, isVersionOf } from '../../mappings/elasticsearch/version.ts';
import type { Outage } from '../runtime/outage.ts';
import { fromPostgres } from '../runtime/store-errors.ts';
import type { DatabaseIdentity, IndexOrigin, NewestDocument } from './index-origin.ts';
import { RestoreUnfinishedError } from './errors.ts';
import * as sql from './sql.ts';

export interface OriginPorts {
  readonly pool: pg.Pool;
  readonly outage: Outage;
  readonly origin: IndexOrigin;
}

/**
 * Answers the identity of this database if the indices were made from it as it is, and not from a later state of it or
 * from another. A fresh database or a fresh Elasticsearch is fine: then there is nothing to contradict.
 *
 * Two questions, for there are two kinds of going back. A dump that was read back makes another database, a recovery
 * another timeline. A copy of the data folder or of the machine makes neither; but then the newest documents are newer
 * than their rows, which can never be while a document is only ever made from a committed row.
 * @throws RestoreUnfinishedError
 */
export async function checkOrigin(ports: OriginPorts): Promise<DatabaseIdentity> {
  const { origin } = ports;
  const { identity, epoch, isFresh } = await readIdentity(ports);
  if (isFresh) return identity;
  const known = await origin.read();
  if (known !== null && !isSame(known, identity)) {
    throw new RestoreUnfinishedError('the search indices were filled from another database, or before a recovery');
  }
  const { rows } = await ask(ports, () => ports.pool.query<{ name: string }>(sql.READ_SET_NAMES));
  const newest = await origin.newest(rows.map(({ name }) => name));
  const fromLater = await findLater(ports, newest.filter(isWrittenIn(epoch)));
  if (fromLater !== null) {
    throw new RestoreUnfinishedError(`the search indices hold ${fromLater} in a later state than the database`);
  }
  return identity;
}

export async function readIdentity(ports: Pick<OriginPorts, 'pool' | 'outage'>) {
  const { rows } = await ask(ports, () =>
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

/** Documents of an earlier epoch lose to every row, whatever they hold; one of a version that is not its rev's is damage. */
function isWrittenIn(epoch: number) {
  const before = documentVersion(epoch, 1) - 1;
  return ({ version, rev }: NewestDocument) => version > before && isVersionOf(version, epoch, rev);
}

/** The id of a document that is newer than its row, or has none. */
async function findLater(ports: OriginPorts, documents: readonly NewestDocument[]): Promise<string | null> {
  const keys = documents.map(({ id }) => keyOfDocumentId(id));
  const known = documents.filter((_, place) => {
    const { num = Number.NaN, subnum = Number.NaN } = keys[place] ?? {};
    return Number.isSafeInteger(num) && Number.isInteger(subnum) && subnum < 2 ** 31;
  });
  const wanted = known.map(({ id }) => keyOfDocumentId(id));
  const { rows } = await ask(ports, () =>
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

async function ask<T>({ outage }: Pick<OriginPorts, 'outage'>, call: () => Promise<T>): Promise<T> {
  return outage.watch(() => fromPostgres(call));
}
