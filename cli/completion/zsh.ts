import { choicesOf, quoted, type Candidate, type DescribedCommand } from './described-commands.ts';

const q = (text: string): string => quoted(text, 'zsh');

/** A colon separates word and meaning. */
const candidate = ({ word, meaning }: Candidate): string => q(`${word.replaceAll(':', '\\:')}:${meaning}`);

export function zshScript(commands: readonly DescribedCommand[]): string {
  const below = commands.flatMap(({ path }) => (path === '' ? [] : [q(path)]));
  const choices = choicesOf(commands).filter(({ values }) => values !== null);
  return `#compdef sagasu
# Completion of sagasu for zsh, printed by: sagasu completion zsh
_sagasu() {
  local at='' word
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${below.join(' | ')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choices.map(({ path, word, values }) => `    ${q(`${path} ${word}`)}) ${(values ?? []).length === 0 ? '_files' : `compadd -- ${(values ?? []).map(q).join(' ')}`}; return ;;`).join('\n')}
  esac
  case "$at" in
${commands.map((command) => `    ${q(command.path)}) candidates=(${candidatesOf(command).map(candidate).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'command' candidates || _files
}
if [[ "\${funcstack[1]}" = _sagasu ]]; then _sagasu "$@"; else compdef _sagasu sagasu; fi`;
}

function candidatesOf({ commands, options, values }: DescribedCommand): readonly Candidate[] {
  return [...commands, ...values.map((word) => ({ word, meaning: 'value' })), ...options];
}
