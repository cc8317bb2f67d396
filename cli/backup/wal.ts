/** `sagasu backup wal` and `sagasu restore wal`, which PostgreSQL runs once for each segment of its log: they load as little as possible. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { readIdentities } from '../../backup/age.ts';
import { archiveWal } from '../../backup/base/archive-wal.ts';
import { fetchWal } from '../../backup/base/fetch-wal.ts';
import { toError } from '../../platform/errors.ts';
import { EXIT } from '../exit-codes.ts';
import { withPlace } from './with-place.ts';

export function archiveWalCommand(): Command {
  return new Command('wal')
    .description("Store a segment of PostgreSQL's write-ahead log: for archive_command")
    .argument('<path>', 'the path that PostgreSQL passes as %p')
    .argument('<folder>', 'the folder of all backups, or the address of a bucket')
    .option('--recipient <key...>', 'public keys of age (age1…) that the segment is encrypted for', [])
    .addHelpText(
      'after',
      `
PostgreSQL runs it in its data folder, as its own account, which must be able to write to the folder. It keeps a segment until
this command has stored it.`,
    )
    .action(async (path: string, folder: string, { recipient }: { readonly recipient: readonly string[] }) => {
      await withPlace(folder, async (place) =>
        archiveWal({ path, dataDir: process.cwd(), place, recipients: recipient }),
      );
    });
}

interface FetchOptions {
  readonly system: string;
  readonly key: string;
}

export function fetchWalCommand(): Command {
  return new Command('wal')
    .description("Fetch a segment of PostgreSQL's write-ahead log: for restore_command")
    .argument('<folder>', 'the folder of all backups, or the address of a bucket')
    .argument('<name>', 'the name that PostgreSQL passes as %f')
    .argument('<path>', 'the path that PostgreSQL passes as %p')
    .requiredOption('--system <number>', 'the system identifier of the cluster, as in the manifest of a base backup')
    .requiredOption('--key <file>', 'the file with the secret key of age')
    .addHelpText(
      'after',
      `
Exit codes: 1 there is no such segment, ${EXIT.damaged} it is damaged, or the key does not open it: PostgreSQL then ends the recovery.`,
    )
    .action(async (folder: string, name: string, path: string, { system, key }: FetchOptions) => {
      try {
        const decrypter = await readIdentities(resolve(key));
        const found = await withPlace(folder, async (place) =>
          fetchWal({ place, system, name, target: resolve(path), decrypter }),
        );
        process.exitCode = found ? EXIT.success : EXIT.failure;
      } catch (thrown) {
        console.error(`sagasu: ${toError(thrown).message}`);
        // PostgreSQL takes smaller codes for the end of the log, and would open a database that lacks the rest.
        process.exitCode = EXIT.damaged;
      }
    });
}
