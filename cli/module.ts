/** The part of a module that is commands. Each is loaded only when it is used. */
import type { Command } from 'commander';

export interface CliModule {
  /** The folder's name in `modules/`. */
  readonly name: string;
  /** Groups of commands, by name. */
  readonly groups?: CommandLoaders;
  /** Commands inside groups of the core, by the name of the group. */
  readonly commands?: Readonly<Record<string, readonly (() => Promise<Command>)[]>>;
}

export type CommandLoaders = Readonly<Record<string, () => Promise<Command>>>;
