/** `sagasu status`: the overview of staff on one screen. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, Option } from 'commander';
import type { Overview, OverviewLine } from '../mappings/contract/overview.ts';
import { readConfig } from '../platform/config.ts';
import { createElasticsearch } from '../platform/elasticsearch.ts';
import { createPostgresPool } from '../platform/postgres.ts';
import { createRedis } from '../platform/redis.ts';
import { MODULES } from '../server/modules.ts';
import { EVERYTHING, readOverview } from '../server/overview/collect.ts';
import { overviewParts } from '../server/overview/core-parts.ts';
import { englishReason } from '../server/overview/english.ts';
import type { OverviewPart } from '../server/overview/part.ts';
import { wholeNumber } from './arguments.ts';
import { EXIT } from './exit-codes.ts';
import { NO_REDIS, overviewStores } from './overview-stores.ts';
import { commandDatabaseUrl } from './database-address.ts';
import { elasticsearchUrls, redisUrl } from './stores.ts';
import { formatMinute } from './table.ts';

interface StatusOptions {
  readonly json: boolean;
  /** Seconds; absent without --watch. */
  readonly watch?: number;
}

const WATCH_SECONDS = 5;
/** Moves to the top left corner, and clears the terminal from there. */
const CLEAR = '\u001B[H\u001B[J';

export function statusCommand(): Command {
  return new Command('status')
    .description('Show what works, what is broken and what waits for staff')
    .option('--json', 'print one JSON object, as GET /api/v1/admin/overview answers', false)
    .addOption(
      new Option(
        '--watch [seconds]',
        `show it again every ${WATCH_SECONDS} seconds, or as often as you say, until Ctrl-C`,
      )
        .argParser(wholeNumber(3_600))
        .preset(String(WATCH_SECONDS)),
    )
    .addHelpText(
      'after',
      `
A part that does not answer within seconds is marked as unread; the others are shown.

Exit codes: 0 everything works, 1 something is broken or unread. Warnings and waiting work do not count. With --watch, the last state counts.`,
    )
    .action(async ({ json, watch }: StatusOptions) => {
      await withOverview(async (read, parts) => {
        for await (const overview of watch === undefined ? [await read()] : readings(read, watch * 1_000)) {
          const text = json ? JSON.stringify(overview) : formatOverview(overview, parts);
          const isRefreshed = watch !== undefined && !json && process.stdout.isTTY;
          process.stdout.write(isRefreshed ? `${CLEAR}${formatMinute(overview.at)}\n${text}\n` : `${text}\n`);
          process.exitCode = isBroken(overview) ? EXIT.failure : EXIT.success;
        }
      });
    });
}

function isBroken({ parts }: Overview): boolean {
  return parts.some(({ unread, lines }) => unread !== null || lines.some(({ state }) => state === 'error'));
}

/** Reads again and again, until Ctrl-C, SIGTERM, or the end of the program that reads the output. */
async function* readings(read: () => Promise<Overview>, intervalMs: number): AsyncGenerator<Overview> {
  const stop = new AbortController();
  const leave = () => stop.abort();
  process.once('SIGINT', leave).once('SIGTERM', leave);
  process.stdout.once('error', leave);
  try {
    while (!stop.signal.aborted) {
      yield await read();
      await sleep(intervalMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    process.stdout.off('error', leave);
  }
}

async function withOverview(
  work: (read: () => Promise<Overview>, parts: readonly OverviewPart[]) => Promise<void>,
): Promise<void> {
  const parts = overviewParts(MODULES);
  const config = readConfig();
  // The parts run at the same time.
  const pool = createPostgresPool({ url: commandDatabaseUrl(config), maxConnections: parts.length });
  const elasticsearch = createElasticsearch(elasticsearchUrls(config));
  const redis = createRedis(redisUrl(config) ?? NO_REDIS);
  try {
    const stores = overviewStores(config, { pool, elasticsearch, redis });
    await work(async () => readOverview(stores, parts, EVERYTHING), parts);
  } finally {
    redis.disconnect();
    await Promise.all([pool.end(), elasticsearch.close()]);
  }
}

const MARKS: Readonly<Record<OverviewLine['state'], string>> = {
  ok: 'ok      ',
  waiting: 'waiting ',
  warning: 'WARNING ',
  error: 'ERROR   ',
};

function formatOverview({ parts: found }: Overview, parts: readonly OverviewPart[]): string {
  return found
    .flatMap(({ name, unread, lines }) => {
      const texts = parts.find((part) => part.name === name)?.texts ?? {};
      const heading = texts[`overview.part.${name}`] ?? name;
      if (unread !== null) return [heading, `  UNREAD  ${unread}`];
      if (lines.length === 0) return [heading, '  ok      nothing waits'];
      return [heading, ...lines.map((line) => `  ${formatLine(line, texts)}`)];
    })
    .join('\n');
}

function formatLine(line: OverviewLine, texts: OverviewPart['texts']): string {
  const reason = englishReason(line, texts);
  const since = line.since === null ? '' : `, since ${formatMinute(line.since)}`;
  return `${MARKS[line.state]}${line.text}${since}${reason === null ? '' : `: ${reason}`}`;
}
