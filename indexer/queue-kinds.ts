/** What travels through Redis between indexers. */
import {
  INDEX_QUEUE,
  indexThreadKey,
  REBUILD_QUEUE,
  rebuildRangeKey,
  type IndexThreadJob,
  type RebuildRangeJob,
} from '../mappings/queues.ts';
import { parseNumbers, type QueueKind } from '../platform/bull-queue.ts';

export const indexQueue: QueueKind<IndexThreadJob> = {
  name: INDEX_QUEUE,
  keyOf: indexThreadKey,
  read: (data) => parseNumbers(data, ['boardId', 'thread']),
};

export const rebuildQueue: QueueKind<RebuildRangeJob> = {
  name: REBUILD_QUEUE,
  keyOf: rebuildRangeKey,
  read: (data) => parseNumbers(data, ['taskId', 'slice', 'firstNum']),
};
