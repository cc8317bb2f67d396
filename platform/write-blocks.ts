/** Blocks that make Elasticsearch refuse writes: it sets one when its disk is full; operators set others. */
import { boardOfAlias, indexPattern, parseIndexName } from '../mappings/elasticsearch/index-names.ts';
import type { Elasticsearch } from './elasticsearch.ts';

/** disk_full: Elasticsearch lifts the block itself when there is space · write_block: somebody set it and must remove it. */
export const WRITE_BLOCK_REASONS = ['disk_full', 'write_block'] as const;
export type WriteBlockReason = (typeof WRITE_BLOCK_REASONS)[number];

export interface WriteBlock {
  readonly reason: WriteBlockReason;
  /** Boards whose indices are blocked, in order; empty if the whole cluster is. */
  readonly boards: readonly string[];
}

/** The message for operators: the state and a remedy. */
export const WRITE_BLOCK_ADVICE: Readonly<Record<WriteBlockReason, string>> = {
  disk_full:
    "Elasticsearch's disk is full, so it refuses writes. New and changed posts are kept in PostgreSQL and wait. Free space on the disk of " +
    'its data folder, or enlarge it: Elasticsearch then accepts writes again, and the posts are indexed.',
  write_block:
    'A setting of Elasticsearch forbids writes to the indices. New and changed posts are kept in PostgreSQL and wait. Remove the setting ' +
    '(index.blocks.write, index.blocks.read_only or cluster.blocks.read_only): the posts are then indexed.',
};

interface Block {
  readonly levels?: readonly string[];
}

export interface ClusterBlocks {
  readonly blocks?: {
    /** Blocks by id. */
    readonly global?: Readonly<Record<string, Block>>;
    /** Blocks by index name, then by id. */
    readonly indices?: Readonly<Record<string, Readonly<Record<string, Block>>>>;
  };
  readonly metadata?: {
    /** The aliases of each index, by name. */
    readonly indices?: Readonly<Record<string, { readonly aliases?: readonly string[] }>>;
  };
}

/** Ids of blocks, which are constants of Elasticsearch. A closed index is blocked too, but is opened by the indexers. */
const CLOSED_ID = '4';
const DISK_FULL_ID = '12';
/** Set for the whole cluster while there is no master or the state is not recovered: that is an outage. */
const OUTAGE_IDS = new Set(['1', '2']);

/** Reads Elasticsearch's blocks: one request to the cluster state, whose answer names only what is blocked, and aliases. */
export async function readWriteBlocks(
  client: Elasticsearch,
  indexPrefix: string,
  options: { readonly requestTimeout: number; readonly maxRetries?: number; readonly signal?: AbortSignal },
): Promise<readonly WriteBlock[]> {
  const answer = await client.transport.request<ClusterBlocks>(
    {
      method: 'GET',
      path: `/_cluster/state/blocks,metadata/${indexPattern(indexPrefix)}`,
      querystring: { filter_path: 'blocks,metadata.indices.*.aliases' },
    },
    options,
  );
  return writeBlocksOf(answer, indexPrefix);
}

/** The blocks of writes, `disk_full` first. */
export function writeBlocksOf(
  { blocks = {}, metadata = {} }: ClusterBlocks,
  indexPrefix: string,
): readonly WriteBlock[] {
  const isWhole = reasonsOf(blocks.global ?? {}).length > 0;
  const boards: Record<WriteBlockReason, Set<string>> = { disk_full: new Set(), write_block: new Set() };
  for (const [name, ofIndex] of Object.entries(blocks.indices ?? {})) {
    const parsed = parseIndexName(indexPrefix, name);
    if (parsed === null) continue;
    const aliases = metadata.indices?.[name]?.aliases ?? [];
    // The boards of a shared index are those of its aliases.
    const held =
      parsed.board === null ? aliases.flatMap((alias) => boardOfAlias(indexPrefix, alias) ?? []) : [parsed.board];
    for (const reason of reasonsOf(ofIndex)) for (const board of held) boards[reason].add(board);
  }
  return WRITE_BLOCK_REASONS.flatMap((reason) => {
    if (reason === 'write_block' && isWhole) return [{ reason, boards: [] }];
    return boards[reason].size === 0 ? [] : [{ reason, boards: [...boards[reason]].sort() }];
  });
}

function reasonsOf(blocks: Readonly<Record<string, Block>>): WriteBlockReason[] {
  return Object.entries(blocks)
    .filter(([id, { levels = [] }]) => levels.includes('write') && id !== CLOSED_ID && !OUTAGE_IDS.has(id))
    .map(([id]) => (id === DISK_FULL_ID ? 'disk_full' : 'write_block'));
}
