/**
 * `npm run bench`: ratios in one run, against the limit of each engine. Names measure only those: `indexing`, `search`,
 * `thread`, `rebuild` (with `verify`), `live-lag`. Options: `--posts N` (30000; stated figures of rebuilds are of
 * 1000000), `--indexers N` (1) for the rebuild, `--profile DIR` for a CPU profile of every indexer, `--json FILE`.
 * Stores come from the environment or are started.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { readConfig } from '../../platform/config.ts';
import { startStack } from '../../stack/start.ts';
import { freePort } from '../support/ports.ts';
import { prepareTemplate } from '../support/template.ts';
import { createWorld, destroyWorld } from '../support/world.ts';
import { compileForBench } from './compile.ts';
import { loadCorpus } from './load.ts';
import type { Measure } from './measure.ts';
import { measureIndexing } from './measures/indexing.ts';
import { measureLiveLag } from './measures/live-lag.ts';
import { measureSearch, measureThread, waitForServer } from './measures/reading.ts';
import { measureRebuild } from './measures/rebuild.ts';
import { startProcess, stopProcess } from '../support/processes.ts';

const { values, positionals } = parseArgs({
  options: {
    posts: { type: 'string', default: '30000' },
    indexers: { type: 'string', default: '1' },
    profile: { type: 'string' },
    json: { type: 'string' },
  },
  allowPositionals: true,
});
const posts = Number(values.posts);
if (!Number.isInteger(posts) || posts < 1_000) throw new Error('--posts must be a whole number of at least 1000');
const indexers = Number(values.indexers);
if (!Number.isInteger(indexers) || indexers < 1) throw new Error('--indexers must be a whole number of at least 1');
const settings: Readonly<Record<string, string>> =
  values.profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` };
const wanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const say = (line: string) => process.stderr.write(`${line}\n`);

const stack = await startStack(readConfig({ ...process.env, SAGASU_DATA: './data/bench' }), { onProgress: say });
await prepareTemplate(stack.databaseUrl);
const world = await createWorld(stack.databaseUrl, stack.redisUrl, stack.elasticsearchUrls);
try {
  say(
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  say(`loading ${posts} posts`);
  const boardId = await loadCorpus(world, posts);
  if (values.json !== undefined) writeFileSync(values.json, '');
  if (wanted('indexing') || wanted('search') || wanted('thread')) {
    // Reading needs the index that this leaves.
    const indexing = await measureIndexing(world, boardId, posts);
    if (wanted('indexing')) report(indexing);
  }
  if (wanted('search') || wanted('thread')) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const server = startProcess('server/main.ts', world, { SAGASU_PORT: String(port), SAGASU_RATE_LIMIT: '0' });
    try {
      await waitForServer(url);
      if (wanted('search')) report(await measureSearch(world, url, compileForBench(world)));
      if (wanted('thread')) report(await measureThread(world, boardId, url));
    } finally {
      await stopProcess(server);
    }
  }
  if (wanted('rebuild')) {
    for (const measure of await measureRebuild(world, boardId, { posts, indexers, settings, say })) report(measure);
  }
  if (wanted('live-lag')) for (const measure of await measureLiveLag(world, boardId, settings, say)) report(measure);
} finally {
  await destroyWorld(stack.databaseUrl, world);
  await stack.stop();
}

function report(measure: Measure): void {
  const line = JSON.stringify(measure);
  if (values.json !== undefined) appendFileSync(values.json, `${line}\n`);
  process.stdout.write(`${line}\n`);
}
