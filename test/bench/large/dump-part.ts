/** The dump of the large run, written by several threads: one would take 18 minutes for 30,000,000 posts. */
import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { ZIPF_BOARDS, groupsOfBoards } from '../corpus.ts';
import { WRITE_DUMP } from '../modules.ts';

/** Not the number of cores, so that every machine generates the same posts. */
export const DUMP_PARTS = 2;

interface DumpPart {
  readonly path: string;
  /** Number of posts of all parts together. */
  readonly posts: number;
  readonly longThreads: number;
  readonly at: number;
}

/** Writes a part of the boards in a thread of its own. */
export async function writeDumpPart(part: DumpPart): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: part });
  // A failure of the thread is an `error` event, with which `once` rejects.
  await once(worker, 'exit');
}

if (!isMainThread) {
  const { path, posts, longThreads, at } = workerData as DumpPart;
  const only = groupsOfBoards(ZIPF_BOARDS, DUMP_PARTS)[at];
  await WRITE_DUMP(path, posts, { boards: ZIPF_BOARDS, longThreads, only, seed: 1 + at });
}
