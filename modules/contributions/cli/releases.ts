/** `sagasu dumps …`: trust in signed releases of clients, and the signing of a release. */
import { Option, type Command } from 'commander';
import { asOwner, parseId, parseKey } from './arguments.ts';
import { CLIENT } from '../client/client.ts';
import { readContributorKey } from '../client/archive/contributor-key.ts';
import { releaseFolder } from '../client/archive/own-release.ts';
import { RELEASE_SCOPES } from '../format/release-scopes.ts';
import { addReleaseKey, listReleases, removeReleaseKey, trustRelease } from '../server/releases.ts';
import { dryRunOption, printOutcome, type DryRun } from '../../../cli/rehearsal.ts';
import { formatMinute, jsonOption, printList } from '../../../cli/table.ts';

interface TrustOptions {
  readonly level: 'full' | 'lesser' | 'none';
  readonly scope: (typeof RELEASE_SCOPES)[number];
  readonly reason: string | null;
}

export function addReleases(dumps: Command): void {
  dumps
    .command('releases')
    .description('List signed releases of clients that contributors claim to run')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      const { releases } = await asOwner(listReleases);
      printList(
        releases,
        {
          columns: {
            ID: ({ id }) => String(id),
            CLIENT: ({ client, version }) => `${client} ${version}`,
            DIGEST: ({ digest }) => digest.slice(0, 16),
            KEY: ({ key_name: name }) => name,
            DUMPS: ({ dumps: count }) => String(count),
            TRUST: ({ trust, scope }) => (trust === null ? 'none' : `${trust}, ${scope}`),
            SINCE: ({ stated_at: at }) => formatMinute(new Date(at)),
          },
          json: (entry) => entry,
          empty: 'No contributor has stated a release of a listed key.',
        },
        options,
      );
    });
  dumps
    .command('trust-release')
    .description('Trust dumps of contributors who state a release, or no more')
    .argument('<release>', 'number from sagasu dumps releases', parseId)
    .addOption(new Option('--level <name>', 'how far').choices(['full', 'lesser', 'none']).default('full'))
    .addOption(
      new Option('--scope <name>', 'known: contributors trusted with any version of the client; anybody: strangers too')
        .choices([...RELEASE_SCOPES])
        .default('known'),
    )
    .addOption(new Option('--reason <text>', 'for the audit log').default(null, 'none'))
    .addHelpText(
      'after',
      `
A statement proves who released the files that a contributor claims to run, not that he runs them: with --scope anybody you trust every stranger.`,
    )
    .action(async (release: number, { level, scope, reason }: TrustOptions) => {
      const trust = level === 'none' ? null : level;
      await asOwner((by) => trustRelease(by, { release, trust, scope, reason }));
      console.log(`Release ${release} is trusted: ${trust === null ? level : `${level}, ${scope}`}.`);
    });
  addKeys(dumps);
  dumps
    .command('sign-release')
    .description('Sign the files of a client that you release, and write release.json beside them')
    .argument('<folder>', 'folder of the built client')
    .requiredOption('--key <file>', 'your release key; made if there is none')
    .option('--client <name>', 'name of the client in dumps', CLIENT.name)
    .option('--client-version <number>', 'its version', CLIENT.version)
    .action(async (folder: string, { key, client: name, clientVersion: version }: SignOptions) => {
      const { pair, isNew } = await readContributorKey(key);
      if (isNew) console.error(`Your new release key is in ${key}; keep it secret, and keep a copy.`);
      const statement = await releaseFolder(folder, { name, version }, pair);
      console.log(`Signed ${name} ${version}, digest ${statement.digest}, by ${statement.key}.`);
    });
}

interface SignOptions {
  readonly key: string;
  readonly client: string;
  readonly clientVersion: string;
}

function addKeys(dumps: Command): void {
  dumps
    .command('release-keys')
    .description('List the keys whose releases can be trusted')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      const { keys } = await asOwner(listReleases);
      printList(
        keys,
        {
          columns: {
            KEY: ({ key }) => key,
            NAME: ({ name }) => name,
            BY: ({ added_by: by }) => by,
            ADDED: ({ added_at: at }) => formatMinute(new Date(at)),
          },
          json: (entry) => entry,
          empty: 'No release keys are listed.',
        },
        options,
      );
    });
  dumps
    .command('add-release-key')
    .description('List a key that signs releases')
    .argument('<key>', 'public key, in hexadecimal', parseKey)
    .argument('<name>', 'whose key it is')
    .action(async (key: string, name: string) => {
      await asOwner((by) => addReleaseKey(by, { key, name }));
      console.log(`Releases of ${name} can be trusted.`);
    });
  dumps
    .command('remove-release-key')
    .description('Remove a release key with all of its releases and the trust in them')
    .argument('<key>', 'public key, in hexadecimal', parseKey)
    .addOption(dryRunOption())
    .action(async (key: string, options: DryRun) => {
      await asOwner((by) => removeReleaseKey(by, key), options);
      printOutcome('The key, its releases and the trust in them are removed.', options);
    });
}
