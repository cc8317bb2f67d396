import { quoted, type DescribedCommand } from './described-commands.ts';

const q = (text: string): string => quoted(text, 'fish');

const line = (path: string, rest: string): string =>
  `complete -c sagasu -n ${q(`test "$(__sagasu_path)" = "${path}"`)} ${rest}`;

export function fishScript(commands: readonly DescribedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [q(path)]));
  const lines = commands.flatMap(({ path, commands: below, options, values }) => [
    ...below.map(({ word, meaning }) => line(path, `-f -a ${q(word)} -d ${q(meaning)}`)),
    ...values.map((word) => line(path, `-f -a ${q(word)}`)),
    ...options.map(({ word, meaning, values: choices }) => {
      const given = choices === null ? '' : choices.length === 0 ? ' -r' : ` -x -a ${q(choices.join(' '))}`;
      return line(path, `-l ${word.replace(/^--/, '')}${given} -d ${q(meaning)}`);
    }),
  ]);
  return `# Completion of sagasu for fish, printed by: sagasu completion fish
function __sagasu_path
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim "$path $word")
    if contains -- $longer ${paths.join(' ')}
      set path $longer
    end
  end
  echo $path
end
${lines.join('\n')}`;
}
