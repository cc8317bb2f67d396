/** `sagasu completion`: scripts with which shells complete commands, options and their values. */
import { Command } from 'commander';
import { bashScript } from './completion/bash.ts';
import { describeCommands } from './completion/described-commands.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** @param load Loads all commands. */
export function completionCommand(load: () => Promise<Command>): Command {
  const completion = new Command('completion')
    .description('Print a script with which a shell completes commands, options and their values')
    .addHelpText(
      'after',
      `
Examples:
  $ sagasu completion bash > /etc/bash_completion.d/sagasu
  $ sagasu completion zsh > /usr/local/share/zsh/site-functions/_sagasu
  $ sagasu completion fish > ~/.config/fish/completions/sagasu.fish`,
    );
  for (const [shell, script] of Object.entries(SCRIPTS)) {
    completion
      .command(shell)
      .description(`Print the script for ${shell}`)
      .action(async () => {
        console.log(script(describeCommands(await load())));
      });
  }
  return completion;
}
