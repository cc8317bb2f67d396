/**
 * The aliases of indices that several boards share. An alias shows only the documents of its boards, by a filter: an index also holds
 * documents of boards that are being copied into it, that are kept for a rollback, or that have left it.
 */
import type { estypes } from '@elastic/elasticsearch';
import {
  boardAlias,
  boardOfAlias,
  boardsFilter,
  boardsOfFilter,
  postsAlias,
} from '../../mappings/elasticsearch/index-names.ts';

/** The aliases of an index by name, as Elasticsearch returns them. */
export type HeldAliases = Readonly<Record<string, { readonly filter?: unknown } | undefined>>;

/** The boards whose documents searches find in a shared index, by their own alias and by that of all boards. */
export function boardsShown(prefix: string, held: HeldAliases): ReadonlySet<string> {
  const all = new Set(boardsOfFilter(held[postsAlias(prefix)]?.filter) ?? []);
  return new Set([...boardsWithAlias(prefix, held)].filter((board) => all.has(board)));
}

/** The boards that have an alias of their own on a shared index, which shows nothing but their documents. */
function boardsWithAlias(prefix: string, held: HeldAliases): ReadonlySet<string> {
  const boards = Object.entries(held).flatMap(([alias, limits]) => {
    const board = boardOfAlias(prefix, alias);
    const shown = boardsOfFilter(limits?.filter);
    return board !== null && shown?.length === 1 && shown[0] === board ? [board] : [];
  });
  return new Set(boards);
}

/** The actions with which one board enters or leaves the aliases of a shared index. Those of other boards stay as they are. */
export function sharedAliasActions(
  prefix: string,
  index: string,
  held: HeldAliases,
  { board, isShown }: { readonly board: string; readonly isShown: boolean },
): estypes.IndicesUpdateAliasesAction[] {
  const own = boardAlias(prefix, board);
  const others = [...boardsWithAlias(prefix, held)].filter((other) => other !== board);
  const boards = isShown ? [...others, board] : others;
  return [
    isShown
      ? { add: { index, alias: own, filter: boardsFilter([board]) } }
      : { remove: { index, alias: own, must_exist: false } },
    allBoardsAction(prefix, index, boards),
  ];
}

/** The action that makes the alias of all boards show these boards of a shared index. */
export function allBoardsAction(
  prefix: string,
  index: string,
  boards: readonly string[],
): estypes.IndicesUpdateAliasesAction {
  const alias = postsAlias(prefix);
  return boards.length === 0
    ? { remove: { index, alias, must_exist: false } }
    : { add: { index, alias, filter: boardsFilter(boards) } };
}
