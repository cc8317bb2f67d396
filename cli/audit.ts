import { Command } from 'commander';
import { inTransaction } from '../platform/postgres.ts';
import type { AuditEntry } from '../mappings/contract/audit.ts';
import { listAudit, viewAuditAddresses } from '../server/audit/list.ts';
import { verifyAudit, type AuditHead, type AuditVerification } from '../server/audit/verify.ts';
import { EXIT } from './exit-codes.ts';
import { UsageError, wholeNumber } from './arguments.ts';
import { withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList } from './table.ts';

interface ListOptions {
  readonly actor?: string;
  readonly action?: string;
  readonly board?: string;
  readonly post?: string;
  readonly limit: number;
  readonly json: boolean;
}

export function auditCommand(): Command {
  const audit = new Command('audit').description('Show what staff did, and check that the record was not changed');
  audit
    .command('list')
    .description('List what was done, newest first')
    .option('--actor <name>', 'only what this account, key or command did')
    .option('--action <name>', 'only this action, or all of this table: posts.hide, posts, boards')
    .option('--board <name>', 'only what was done to this board')
    .option('--post <number>', 'only what was done to this post: 71, or 71_2 for a ghost post')
    .option('--limit <number>', 'most entries to list', wholeNumber(10_000), 50)
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { entries } = await withDatabase((pool) => listAudit(pool, options));
      printList(
        entries,
        {
          columns: {
            ID: ({ id }) => String(id),
            TIME: ({ at }) => formatMinute(at),
            ACTOR: ({ actor }) => actor,
            ACTION: ({ action }) => action,
            BOARD: ({ board }) => board,
            TARGET: formatTarget,
            REASON: ({ reason }) => reason,
          },
          json: (entry) => entry,
          empty: 'No matching entries.',
        },
        options,
      );
    });
  audit
    .command('address')
    .argument('<id>', 'the entry, as `sagasu audit list` names it', wholeNumber(Number.MAX_SAFE_INTEGER))
    .description('Show from which address an action came; the look itself is recorded')
    .action(async (id: number) => {
      const [found] = await withDatabase((pool) => viewAuditAddresses(pool, [id]));
      if (found === undefined) {
        console.error(`The address of entry ${id} was not recorded, or is no longer kept.`);
        process.exitCode = EXIT.failure;
      } else console.log(found.address);
    });
  audit
    .command('verify')
    .description('Recompute the hash chain of the whole record; exit code 1 if an entry was changed or removed')
    .option(
      '--expect <id:hash>',
      'a head printed earlier and kept elsewhere: also notices entries cut off at the end',
      readHead,
    )
    .option('--json', 'print one JSON object')
    .action(async ({ expect, json }: { readonly expect?: AuditHead; readonly json?: true }) => {
      const found = await withDatabase((pool) =>
        inTransaction(pool, (client) => verifyAudit(client, expect ?? null), 'repeatable read'),
      );
      console.log(json ? JSON.stringify(found) : formatVerification(found));
      if (!isWhole(found)) process.exitCode = EXIT.failure;
    });
  return audit;
}

function formatTarget({ target }: AuditEntry): string {
  return Object.entries(target)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}

function readHead(text: string): AuditHead {
  const [, id, chain] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (id === undefined || chain === undefined) {
    throw new UsageError(
      `--expect: ${text} is no head of the record; sagasu audit verify prints one, such as 12:9f86…`,
    );
  }
  return { id: Number(id), chain };
}

export function isWhole({ brokenAt, changedDetails, containsExpected }: AuditVerification): boolean {
  return brokenAt === null && changedDetails.length === 0 && containsExpected !== false;
}

export function formatVerification(found: AuditVerification): string {
  const { entries, head, brokenAt, changedDetails, containsExpected } = found;
  const lines = [`Entries: ${entries}. Head: ${head === null ? 'none' : `${head.id}:${head.chain}`}`];
  if (brokenAt !== null)
    lines.push(`Entry ${brokenAt} does not follow from the one before it: one of them was changed or removed.`);
  if (changedDetails.length > 0) lines.push(`The details of these entries were changed: ${changedDetails.join(', ')}.`);
  if (containsExpected === false)
    lines.push('The expected head is not in the record: entries were cut off or rewritten.');
  if (isWhole(found))
    lines.push('The record is unchanged. Keep the head elsewhere, and give it to --expect next time.');
  return lines.join('\n');
}
