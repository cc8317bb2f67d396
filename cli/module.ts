/** The commands of a module. Each is loaded only when it is used. */
import type { Command, Option } from 'commander';
import type { SourceKind } from '../mappings/sources.ts';
import type { BoardInput } from '../store/boards/boards.ts';

export interface CliModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Groups of commands, by name. */
  readonly groups?: CommandLoaders;
  /** Folders in the data folder, which `sagasu start --fresh` deletes. */
  readonly dataFolders?: readonly string[];
  /** Commands inside groups of the core, by the name of the group. */
  readonly commands?: Readonly<Record<string, readonly (() => Promise<Command>)[]>>;
  /** A source whose boards need a command of their own to be added. */
  readonly boardSource?: () => Promise<BoardSource>;
}

/** `sagasu board add --source KIND` */
export interface BoardSource {
  readonly kind: SourceKind;
  readonly options: readonly Option[];
  /** A command line, without its prompt. */
  readonly example: string;
  /** Adds the board, with the values of all options. Returns the line that the command prints. */
  add(input: BoardInput, options: Readonly<Record<string, unknown>>): Promise<string>;
}

export type CommandLoaders = Readonly<Record<string, () => Promise<Command>>>;
