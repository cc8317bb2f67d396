import { choicesOf, quoted, type DescribedCommand } from './described-commands.ts';

const q = (text: string): string => quoted(text, 'bash');

/** Words that are no commands, such as values of options, do not change the path. */
export function bashScript(commands: readonly DescribedCommand[]): string {
  const below = commands.flatMap(({ path }) => (path === '' ? [] : [q(path)]));
  const choices = choicesOf(commands).filter(({ values }) => values !== null);
  return `# Completion of sagasu for bash, printed by: sagasu completion bash
_sagasu() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" path='' words='' place
  for ((place = 1; place < COMP_CWORD; place++)); do
    case "\${path:+$path }\${COMP_WORDS[place]}" in
      ${below.join(' | ')}) path="\${path:+$path }\${COMP_WORDS[place]}" ;;
    esac
  done
  case "$path $previous" in
${choices.map(({ path, word, values }) => `    ${q(`${path} ${word}`)}) COMPREPLY=($(compgen -W ${q((values ?? []).join(' '))} -- "$current")); return ;;`).join('\n')}
  esac
  case "$path" in
${commands.map((command) => `    ${q(command.path)}) words=${q(wordsOf(command).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sagasu sagasu`;
}

function wordsOf({ commands, options, values }: DescribedCommand): readonly string[] {
  return [...commands.map(({ word }) => word), ...values, ...options.map(({ word }) => word), '--help'];
}
