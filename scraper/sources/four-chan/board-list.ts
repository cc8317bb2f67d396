import { JsonFields, asList } from '../json-fields.ts';
import { RefusedError, type OddityCount } from '../parse-result.ts';
import type { ListedBoard } from '../source.ts';

/**
 * `{boards: [{board, title, ws_board, …}]}`.
 * @throws RefusedError
 */
export function readBoardList(document: unknown, oddities: OddityCount): ListedBoard[] {
  const list = asList(new JsonFields(document, 'document', oddities).raw('boards'), 'boards');
  return list.map((entry, index) => {
    const board = new JsonFields(entry, `boards[${index}]`, oddities);
    const name = board.text('board');
    if (name === null) throw new RefusedError('missing_field', `boards[${index}].board is missing`);
    const worksafe = board.raw('ws_board') === null ? null : board.flag('ws_board');
    return { name, title: board.text('title') ?? name, worksafe };
  });
}
