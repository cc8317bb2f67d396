/** `sagasu status`: the overview of staff on one screen. */
import { Command } from 'commander';
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
import { EXIT } from './exit-codes.ts';
import { elasticsearchUrls, ownerDatabaseUrl, redisUrl } from './stores.ts';
import { formatMinute } from './table.ts';

/** Where nothing listens: without an address of Redis it is shown as unreachable. */
const NO_REDIS = 'redis://127.0.0.1:1';

export function statusCommand(): Command {
  return new Command('status')
    .description('Show what works, what is broken and what waits for staff')
    .option('--json', 'print one JSON object, as GET /api/v1/admin/overview answers', false)
    .addHelpText(
      'after',
      `
A part that does not answer within seconds is marked as unread; the others are shown.

Exit codes: 0 everything works, 1 something is broken or unread. Warnings and waiting work do not count.`,
    )
    .action(async ({ json }: { readonly json: boolean }) => {
      const parts = overviewParts(MODULES);
      const overview = await overviewOf(parts);
      console.log(json ? JSON.stringify(overview) : formatOverview(overview, parts));
      const isBroken = overview.parts.some(
        ({ unread, lines }) => unread !== null || lines.some(({ state }) => state === 'error'),
      );
      process.exitCode = isBroken ? EXIT.failure : EXIT.success;
    });
}

async function overviewOf(parts: readonly OverviewPart[]): Promise<Overview> {
  const config = readConfig();
  // The parts run at the same time.
  const pool = createPostgresPool({ url: ownerDatabaseUrl(config), maxConnections: parts.length });
  const elasticsearch = createElasticsearch(elasticsearchUrls(config));
  const redis = createRedis(redisUrl(config) ?? NO_REDIS);
  const { indexPrefix, queuePrefix, dataDir, mediaDir } = config;
  const folders = { SAGASU_DATA: dataDir, SAGASU_MEDIA: mediaDir };
  try {
    const stores = { pool, elasticsearch, redis, indexPrefix, queuePrefix, folders, clock: () => new Date() };
    return await readOverview(stores, parts, EVERYTHING);
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
