/** Facts about a board that modules add to the list of boards. Each is true or false. Pure. */
import type { BoardFlag, SharedModule } from './module.ts';
import { MODULES } from './modules.ts';

type FlagOf<M> = M extends { readonly boardFlags: readonly { readonly name: infer N extends string }[] } ? N : never;
export type BoardFlagName = FlagOf<(typeof MODULES)[number]>;

type AddedFlag = BoardFlag & { readonly name: BoardFlagName };

export const BOARD_FLAGS = (MODULES as readonly SharedModule[]).flatMap(
  ({ boardFlags = [] }) => boardFlags,
) as readonly AddedFlag[];

/** An object with a value for each flag. */
export function perBoardFlag<Value>(valueOf: (flag: AddedFlag) => Value): Readonly<Record<BoardFlagName, Value>> {
  return Object.fromEntries(BOARD_FLAGS.map((flag) => [flag.name, valueOf(flag)])) as Record<BoardFlagName, Value>;
}
