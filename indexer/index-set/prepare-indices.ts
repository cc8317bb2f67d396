import { ADDED_OBJECTS } from '../../mappings/elasticsearch/added-fields.ts';
import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import { toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { RejectedError } from '../runtime/store-errors.ts';
import type { IndexProvisioner } from '../live/ports.ts';
import type { ElasticsearchIndices } from './elasticsearch-indices.ts';
import type { IndexVersion, PostgresIndexSets } from './postgres-index-sets.ts';

export interface PrepareOptions {
  readonly sets: PostgresIndexSets;
  readonly indices: ElasticsearchIndices;
  readonly provisioner: IndexProvisioner;
  readonly logger: Logger;
  /** Identity of the database, stored in the index template. */
  readonly database: object;
}

/**
 * Prepares the indices before anything is indexed: every board gets a live index, lost indices are restored, and each
 * index gets the configured replicas and refresh interval, and all fields that documents have by now.
 */
export async function prepareIndices({ sets, indices, provisioner, logger, database }: PrepareOptions): Promise<void> {
  await indices.forbidAutoCreation(database);
  for (const { boardId, newestSlice } of await sets.boards()) {
    await provisioner.ensureLive(boardId, newestSlice);
    await provisioner.restoreLost(boardId);
    // Building indices have no replicas yet; their rebuild adds them.
    const kept = (await sets.read(boardId)).filter(({ state }) => state !== 'building');
    const changed = await indices.applySettings(kept.map(({ name, state }) => ({ name, isLive: state === 'live' })));
    for (const index of changed) logger.info({ index }, 'the configured replicas and refresh interval were set');
  }
  const versions = await sets.versions();
  const outdated = versions.filter(({ mappingVersion }) => mappingVersion !== MAPPING_VERSION);
  // A module adds fields to indices of the same version.
  const incomplete = Object.keys(ADDED_OBJECTS).length === 0 ? outdated : versions;
  // Several boards may share an index.
  const byName = new Map(incomplete.map((index) => [index.name, index]));
  for (const index of byName.values()) await addFields(index, indices, logger);
  const live = outdated.filter(({ state }) => state === 'live');
  for (const { board, mappingVersion } of new Map(live.map((index) => [index.board, index])).values()) {
    logger.warn(
      { board, mappingVersion, programVersion: MAPPING_VERSION },
      `the index of ${board} has another mapping version than this program: run \`sagasu reindex ${board}\``,
    );
  }
}

/** Adds the fields that an index lacks: it would refuse every document with one of these fields. */
async function addFields({ name, mappingVersion }: IndexVersion, indices: ElasticsearchIndices, logger: Logger) {
  // An index of a newer program has every field that this program writes.
  if (mappingVersion > MAPPING_VERSION) return;
  try {
    const fields = await indices.addMissingFields(name, mappingVersion);
    if (fields.length > 0) logger.info({ index: name, fields }, 'missing fields were added to an index');
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    logger.error({ index: name, err: toError(error) }, 'an index does not accept the fields that it lacks');
  }
}
