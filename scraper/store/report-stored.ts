import { forumBase } from '../../mappings/kick.ts';
import type { ShortenedText } from '../../mappings/text-limits.ts';
import type { Harvest } from '../board-harvest.ts';
import { recordRefusal, type RequestedDocument } from '../net/request.ts';
import { refusalOf } from '../sources/parse-result.ts';
import type { StoreResult } from './store-thread.ts';

/** Updates the metrics for a stored answer of `posts` posts, logs double inserts, and records texts that were too long. */
export async function reportStored(
  harvest: Harvest,
  document: RequestedDocument,
  result: StoreResult,
  posts: number,
): Promise<void> {
  const { context, board } = harvest;
  const { metrics, logger } = context;
  metrics.onWrite(board.name, result, posts);
  if (result.doubled > 0) {
    logger.warn(
      { board: board.name, harvester: forumBase(board), fence: board.fence, posts: result.doubled },
      'posts were already stored by another harvester',
    );
  }
  await recordShortened(harvest, document, result.shortened);
}

/** One refusal for a document, with the first of its texts as the sample. */
async function recordShortened(
  harvest: Harvest,
  document: RequestedDocument,
  texts: readonly ShortenedText[],
): Promise<void> {
  const [first] = texts;
  if (first === undefined) return;
  const { num, field, length, begin } = first;
  const others = texts.length === 1 ? '' : `, and ${texts.length - 1} other texts are too long`;
  const detail = `the ${field} of the post ${num} has ${length} characters: only its beginning was stored${others}`;
  await recordRefusal(harvest, document, refusalOf('too_long', detail, begin), texts.length);
}
