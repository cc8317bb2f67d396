/** A second Elasticsearch takes fifteen seconds on an idle machine, and minutes when other tests run. */
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { isRunning } from '../../dev-stores/process-identity.ts';
import { ELASTICSEARCH_SETTINGS, watermarksBelow } from '../../dev-stores/settings.ts';
import { eventually } from '../support/archive.ts';
import { answerOf, descendants, OwnStack, stop, untilGone } from '../support/own-stack.ts';
import { lastingPort } from '../support/ports.ts';

const own = new OwnStack();

beforeAll(async () => own.choosePorts());
afterEach(async () => own.stopRunning());
afterAll(() => own.removeFolder());

test('Elasticsearch runs with the settings of dev-stores/settings.ts and leaves neither server nor launcher behind', async () => {
  const port = await lastingPort([100]);
  const elasticsearch = { SAGASU_ELASTICSEARCH_PORT: String(port), SAGASU_ELASTICSEARCH_HEAP_MB: '512' };
  const { child, urls } = await own.run({
    ...elasticsearch,
    DATABASE_URL: inject('databaseUrl'),
    REDIS_URL: inject('redisUrl'),
  });
  const url = urls['ELASTICSEARCH_URL'] ?? '';
  expect(url).toMatch(new RegExp(`^http://sagasu:[0-9a-f]{48}@127\\.0\\.0\\.1:${port}$`));
  const client = createElasticsearch([url]);
  onTestFinished(async () => client.close());
  const { nodes } = await client.nodes.info({
    node_id: '_local',
    metric: ['settings', 'jvm'],
    flat_settings: true,
  });
  const [node] = Object.values(nodes);
  expect(node?.settings).toMatchObject({
    ...ELASTICSEARCH_SETTINGS,
    ...watermarksBelow(4_096),
    'network.host': '127.0.0.1',
  });
  expect(node?.jvm?.mem.heap_max_in_bytes).toBe(512 * 1024 ** 2);
  await client.indices.create({ index: 'mine' });
  // Requests that a page in the operator's browser, or another user of the machine, could send.
  for (const headers of [{}, { authorization: `Basic ${Buffer.from('elastic:changeme').toString('base64')}` }]) {
    for (const path of ['/', '/mine/_search', '/_cat/indices']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status, path).toBe(401);
    }
    const closed = await fetch(`http://127.0.0.1:${port}/mine/_close`, { method: 'POST', headers });
    expect(closed.status).toBe(401);
  }
  expect(await client.cat.indices({ index: 'mine', format: 'json' })).toMatchObject([{ status: 'open' }]);
  await expect(client.security.putUser({ username: 'another', password: 'password', roles: [] })).rejects.toThrow(
    /unauthorized/,
  );
  // Nodes use TLS between them: a client without the cluster's certificate is refused.
  await expect(answerOf(port + 100, 'ES\0\0\0\x1b')).rejects.toThrow('closed without an answer');
  await expect(client.index({ index: 'undeclared', document: {} })).rejects.toThrow(/index_not_found/);
  const started = descendants(child.pid ?? 0);
  expect(started.length).toBeGreaterThanOrEqual(3);
  expect(await stop(child)).toBe(0);
  await untilGone(started);
}, 300_000);

test.each(['launcher', 'server'] as const)(
  'Elasticsearch is restarted with its documents when its %s is killed',
  async (victim) => {
    const port = await lastingPort([100]);
    const running = await own.run({
      SAGASU_ELASTICSEARCH_PORT: String(port),
      SAGASU_ELASTICSEARCH_HEAP_MB: '512',
      DATABASE_URL: inject('databaseUrl'),
      REDIS_URL: inject('redisUrl'),
    });
    const client = createElasticsearch([running.urls['ELASTICSEARCH_URL'] ?? '']);
    onTestFinished(async () => client.close());
    if (!(await client.indices.exists({ index: 'kept' }))) await client.indices.create({ index: 'kept' });
    await client.index({ index: 'kept', id: '1', document: { word: 'before' }, refresh: true });
    const launcher = own.records['elasticsearch']?.pid ?? 0;
    const all = [{ pid: launcher, started: own.records['elasticsearch']?.started ?? '' }, ...descendants(launcher)];
    const server = descendants(launcher)[0]?.pid ?? 0;
    expect(server).toBeGreaterThan(0);
    process.kill(victim === 'launcher' ? launcher : server, 'SIGKILL');
    await eventually('it runs again', async () => running.progress.includes('Elasticsearch runs again'), 300_000);
    expect(all.filter(isRunning)).toEqual([]);
    // Its shards recover after it has answered.
    await client.cluster.health({ index: 'kept', wait_for_status: 'yellow', timeout: '120s' });
    expect((await client.get({ index: 'kept', id: '1' })).found).toBe(true);
    expect(running.progress).toMatch(
      /^Elasticsearch ended \((SIGKILL|code \d+)\) and is restarted in 0.5 s; its log is .*$/m,
    );
    expect(await stop(running.child, 'SIGINT')).toBe(0);
  },
  600_000,
);
