import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import { toError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { RejectedError } from '../runtime/store-errors.ts';
import type { IndexKeeper } from '../live/ports.ts';
import type { ElasticsearchIndices } from './elasticsearch-indices.ts';
import type { OutdatedIndex, PostgresIndexSets } from './postgres-index-sets.ts';

export interface PrepareOptions {
  readonly sets: PostgresIndexSets;
  readonly indices: ElasticsearchIndices;
  readonly keeper: IndexKeeper;
  readonly logger: Logger;
  /** Names the database in Elasticsearch. */
  readonly database: object;
}

/**
 * What must hold before anything is indexed: every board can be searched, no index the sets name is missing, and each of
 * them has the copies that the settings ask for and all the fields that documents have by now.
 */
export async function prepareIndices({ sets, indices, keeper, logger, database }: PrepareOptions): Promise<void> {
  await indices.forbidAutoCreation(database);
  for (const { boardId, newestSlice } of await sets.boards()) {
    await keeper.ensureLive(boardId, newestSlice);
    await keeper.restoreLost(boardId);
    // What is being built has none yet; its rebuild sees to it.
    const kept = (await sets.read(boardId)).filter(({ state }) => state !== 'building').map(({ name }) => name);
    for (const index of await indices.fitCopies(kept)) {
      logger.info({ index, replicas: indices.replicas }, 'an index has as many copies as the settings say now');
    }
  }
  const outdated = await sets.outdated();
  for (const index of outdated) await addFields(index, indices, logger);
  const live = outdated.filter(({ state }) => state === 'live');
  for (const { board, mappingVersion } of new Map(live.map((index) => [index.board, index])).values()) {
    logger.warn(
      { board, mappingVersion, programVersion: MAPPING_VERSION },
      `the index of ${board} has another mapping than this program: run \`sagasu reindex ${board}\``,
    );
  }
}

/** An older index would refuse every document with a field that it does not know. */
async function addFields({ name, mappingVersion }: OutdatedIndex, indices: ElasticsearchIndices, logger: Logger) {
  // A newer program's index has its reasons; this one only writes what it knows.
  if (mappingVersion > MAPPING_VERSION) return;
  try {
    const fields = await indices.addMissingFields(name);
    if (fields.length > 0) logger.info({ index: name, fields }, 'an older index was given the fields that it lacked');
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    logger.error({ index: name, err: toError(error) }, 'an older index cannot take the fields that it lacks');
  }
}
