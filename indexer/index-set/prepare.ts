import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { IndexKeeper } from '../ports.ts';
import type { ElasticsearchIndices } from './elasticsearch-indices.ts';
import type { PostgresIndexSets } from './postgres-index-sets.ts';

export interface PrepareOptions {
  readonly sets: PostgresIndexSets;
  readonly indices: ElasticsearchIndices;
  readonly keeper: IndexKeeper;
  readonly logger: Logger;
}

/** What must hold before anything is indexed: every board can be searched, and no index the sets name is missing. */
export async function prepareIndices({ sets, indices, keeper, logger }: PrepareOptions): Promise<void> {
  await indices.forbidAutoCreation();
  for (const { boardId, newestSlice } of await sets.boards()) {
    await keeper.ensureLive(boardId, newestSlice);
    await keeper.restoreLost(boardId);
  }
  for (const { board, mappingVersion } of await sets.outdated()) {
    logger.warn(
      { board, mappingVersion, programVersion: MAPPING_VERSION },
      `the index of ${board} has another mapping than this program: run \`sagasu reindex ${board}\``,
    );
  }
}
