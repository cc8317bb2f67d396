/**
 * Chooses the indices that can hold hits. Elasticsearch skips indices by time as well, but asks each of them first, and does not skip any by
 * number. An index that many boards share is searched by the aliases of the boards, whose filters keep the others out.
 */
import { boardAlias } from '../../../mappings/elasticsearch/index-names.ts';
import type { LiveSlice } from '../../boards/load.ts';
import { meets, type Reach } from './reach.ts';

export interface ChosenIndices {
  /** Names and aliases, as a search takes them. */
  readonly index: readonly string[];
  /** The slices that can hold hits, or are searched with them. */
  readonly slices: readonly LiveSlice[];
}

/** Elasticsearch accepts 4,096 bytes in a request's first line (`http.max_initial_line_length`), which contains the names. */
export const MAX_TARGET_LENGTH = 3_000;

/** `slices`: all live slices of the searched boards. Returns null if the search is sent to all of them. */
export function chooseIndices(indexPrefix: string, slices: readonly LiveSlice[], reach: Reach): ChosenIndices | null {
  const [first] = slices;
  if (first === undefined || slices.every((slice) => canHold(slice, reach))) return null;
  const boards = [...Map.groupBy(slices, ({ board }) => board)].flatMap(([board, all]) => {
    const some = all.filter((slice) => canHold(slice, reach));
    const whole = { index: [boardAlias(indexPrefix, board)], slices: all };
    if (some.length === 0) return [];
    if (some.length === all.length || all.some(({ isShared }) => isShared)) return [{ whole, chosen: whole }];
    return [{ whole, chosen: { index: some.map(({ index }) => index), slices: some } }];
  });
  // Without an index the response would lack its aggregations.
  if (boards.length === 0) return { index: [nameOf(indexPrefix, first)], slices: [] };
  return withinLength(boards);
}

function canHold({ board, reach }: LiveSlice, { boards, nums, times }: Reach): boolean {
  if (boards !== null && !boards.has(board)) return false;
  return reach === undefined || (meets(reach.nums, nums) && meets(reach.times, times));
}

function nameOf(indexPrefix: string, { board, index, isShared }: LiveSlice): string {
  return isShared ? boardAlias(indexPrefix, board) : index;
}

interface BoardChoice {
  readonly whole: ChosenIndices;
  readonly chosen: ChosenIndices;
}

/** Boards with the most names are searched as a whole until the names fit. */
function withinLength(boards: readonly BoardChoice[]): ChosenIndices | null {
  const lengthOf = ({ index }: ChosenIndices) => index.join(',').length + 1;
  const saved = ({ whole, chosen }: BoardChoice) => lengthOf(chosen) - lengthOf(whole);
  const longest = boards.toSorted((one, other) => saved(other) - saved(one));
  let length = boards.reduce((sum, { chosen }) => sum + lengthOf(chosen), 0);
  const choices = longest.map((board) => {
    if (length <= MAX_TARGET_LENGTH) return board.chosen;
    length -= saved(board);
    return board.whole;
  });
  if (length > MAX_TARGET_LENGTH) return null;
  return { index: choices.flatMap(({ index }) => index), slices: choices.flatMap(({ slices }) => slices) };
}
