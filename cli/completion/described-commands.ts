/** The commands as shells complete them, from their declarations. Pure. */
import type { Command } from 'commander';

export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

export interface DescribedOption extends Candidate {
  /** Fixed values; empty for any value; null for an option without one. */
  readonly values: readonly string[] | null;
}

export interface DescribedCommand {
  /** The words after `sagasu`, such as `board add`; empty for `sagasu` itself. */
  readonly path: string;
  readonly commands: readonly Candidate[];
  readonly options: readonly DescribedOption[];
  /** Fixed values of arguments. */
  readonly values: readonly string[];
}

export function describeCommands(program: Command): readonly DescribedCommand[] {
  return describe(program, '');
}

function describe(command: Command, path: string): readonly DescribedCommand[] {
  const own: DescribedCommand = {
    path,
    commands: command.commands.map((child) => ({ word: child.name(), meaning: oneLine(child.description()) })),
    options: command.options.flatMap(({ long, description, argChoices, required, optional }) =>
      long == null
        ? []
        : [{ word: long, meaning: oneLine(description), values: required || optional ? (argChoices ?? []) : null }],
    ),
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
  const below = command.commands.flatMap((child) =>
    describe(child, path === '' ? child.name() : `${path} ${child.name()}`),
  );
  return [own, ...below];
}

/** Up to the first sentence's end: shells show one line. */
function oneLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** Pairs of a path and an option with fixed values. */
export function choicesOf(
  commands: readonly DescribedCommand[],
): readonly { readonly path: string; readonly word: string; readonly values: readonly string[] | null }[] {
  return commands.flatMap(({ path, options }) => options.map(({ word, values }) => ({ path, word, values })));
}

/** A text in single quotes, as all three shells read it. fish has a backslash for a quote, the others end the quotes. */
export function quoted(text: string, shell: 'bash' | 'zsh' | 'fish'): string {
  return `'${shell === 'fish' ? text.replaceAll('\\', '\\\\').replaceAll("'", "\\'") : text.replaceAll("'", `'\\''`)}'`;
}
