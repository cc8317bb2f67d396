import { JsonFields } from '../json-fields.ts';
import { RefusedError, type OddityCount } from '../parse-result.ts';
import type { ListedBoard } from '../source.ts';

/**
 * `{archives: {"1": {shortname, name, is_nsfw, …}}}`, and the archive's own boards under `boards`.
 * @throws RefusedError
 */
export function readBoards(document: unknown, oddities: OddityCount): ListedBoard[] {
  const lists = new JsonFields(document, 'document', oddities);
  if (lists.raw('archives') === null && lists.raw('boards') === null) {
    throw new RefusedError('missing_field', 'document.archives is missing');
  }
  return ['archives', 'boards'].flatMap((list) =>
    Object.entries(lists.raw(list) ?? {}).map(([id, entry]) => {
      const board = new JsonFields(entry, `${list}.${id}`, oddities, true);
      const name = board.text('shortname');
      if (name === null) throw new RefusedError('missing_field', `${list}.${id}.shortname is missing`);
      const worksafe = board.raw('is_nsfw') === null ? null : !board.flag('is_nsfw');
      return { name, title: board.text('name') ?? name, worksafe };
    }),
  );
}
