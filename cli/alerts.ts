/** `sagasu alerts`. */
import { hostname } from 'node:os';
import { Command } from 'commander';
import { readConfig } from '../platform/config.ts';
import { toError } from '../platform/errors.ts';
import type { Alert } from '../server/alerts/alerts.ts';
import { createReceivers } from '../server/alerts/receivers.ts';
import { READ } from '../server/alerts/sql.ts';
import type { AlertState } from '../server/alerts/state-store.ts';
import { testMessage } from '../server/alerts/watch.ts';
import { UsageError } from './arguments.ts';
import { EXIT } from './exit-codes.ts';
import { withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList, type Columns } from './table.ts';

const NO_RECEIVER =
  'no receiver is set: set SAGASU_ALERT_WEBHOOK_URL, or SAGASU_ALERT_SMTP_URL with SAGASU_ALERT_FROM and SAGASU_ALERT_TO';

export function alertsCommand(): Command {
  const alerts = new Command('alerts').description('List the alerts that fire, and test their receivers');
  alerts
    .command('test')
    .description('Send a test message to each receiver of the settings, and print their answers')
    .addOption(jsonOption())
    .addHelpText('after', '\nNo store is opened.\n\nExit codes: 1 a receiver failed.')
    .action(async ({ json }: { readonly json: boolean }) => {
      const config = readConfig();
      const receivers = createReceivers(config);
      if (receivers.length === 0) throw new UsageError(NO_RECEIVER);
      const sender = { archive: config.publicUrl, server: hostname() };
      const message = testMessage(new Date());
      for (const receiver of receivers) {
        const result = await receiver.send(message, sender).then(
          (answer) => ({ ok: true, answer }),
          (error: unknown) => ({ ok: false, answer: toError(error).message }),
        );
        const { name, host } = receiver;
        if (!result.ok) process.exitCode = EXIT.failure;
        if (json) console.log(JSON.stringify({ receiver: name, host, ...result }));
        else console.log(`${result.ok ? 'ok    ' : 'FAILED'}  ${name} ${host}: ${result.answer}`);
      }
    });
  alerts
    .command('list')
    .description('List the alerts that fire, as the sending server has stored them')
    .addOption(jsonOption())
    .action(async (options: { readonly json: boolean }) => {
      const firing = await withDatabase(async (pool) => {
        const { rows } = await pool.query<{ state: AlertState }>(READ);
        return rows.flatMap(({ state }) => state.alerts.filter(({ sentAt }) => sentAt !== null));
      });
      printList(firing, LIST, options);
    });
  return alerts;
}

const COLUMNS: Columns<Alert> = {
  ALERT: ({ name }) => name,
  SINCE: ({ since }) => formatMinute(since),
  SENT: ({ sentAt }) => (sentAt === null ? null : formatMinute(sentAt)),
  SUMMARY: ({ summary, detail }) => (detail === null ? summary : `${summary}: ${detail}`),
};

const LIST = {
  columns: COLUMNS,
  json: ({ name, summary, detail, since, sentAt }: Alert) => ({ name, summary, detail, since, sent_at: sentAt }),
  empty: 'No alert fires, or no server sends alerts.',
};
