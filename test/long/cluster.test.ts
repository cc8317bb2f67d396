/** Three real nodes beside the shared one. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { readConfig } from '../../platform/config.ts';
import { TRANSPORT_OFFSET } from '../../dev-stores/elasticsearch.ts';
import { PrerequisiteError } from '../../dev-stores/problems.ts';
import { startStack, type Stack } from '../../dev-stores/start.ts';
import { isGroupAlive } from '../../dev-stores/tool.ts';
import { killNodes } from '../faults/scenarios/cluster.ts';
import { play } from '../faults/stage.ts';
import { seededRandom } from '../simulation/scheduler.ts';
import { eventually } from '../support/archive.ts';
import { lastingPort } from '../support/ports.ts';
import { createWorld, destroyWorld } from '../support/world.ts';

const START_LIMIT_MS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'sagasu-cluster-'));
let settings: Record<string, string>;
let stack: Stack;

beforeAll(async () => {
  const port = await lastingPort([0, 1, 2].flatMap((node) => [node, node + TRANSPORT_OFFSET]));
  settings = {
    SAGASU_DATA: folder,
    DATABASE_URL: inject('databaseUrl'),
    REDIS_URL: inject('redisUrl'),
    SAGASU_ELASTICSEARCH_PORT: String(port),
    SAGASU_ELASTICSEARCH_NODES: '3',
    SAGASU_ELASTICSEARCH_HEAP_MB: '384',
  };
  stack = await start();
}, START_LIMIT_MS);

afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

async function start(more: Record<string, string> = {}): Promise<Stack> {
  return startStack(readConfig({ ...settings, ...more }), { onProgress: () => undefined });
}

test(
  'no search fails when the elected master is killed during indexing, search and a rebuild',
  { timeout: 400_000 },
  async () => {
    const world = await createWorld(inject('databaseUrl'), inject('redisUrl'), stack.elasticsearchUrls);
    try {
      const params = { rounds: 1, posts: 2_000, rate: 60, seconds: 3, seed: 1 };
      const options = { nodes: stack.elasticsearchNodes, roles: ['master'], rebuild: true } as const;
      const report = await play(
        { name: 'node-kill', run: async (stage) => killNodes(stage, options) },
        world,
        params,
        seededRandom(params.seed),
      );
      expect(report.faults).toEqual([]);
      expect(report.documents).toBe(report.rows);
      expect(report.figures['searches']).toBeGreaterThan(20);
      expect(report.figures['threadReads']).toBeGreaterThan(20);
    } finally {
      await destroyWorld(inject('databaseUrl'), world);
    }
  },
);

test('three nodes share one installation, leave nothing behind, and cannot be started as a single node', async () => {
  const client = createElasticsearch(stack.elasticsearchUrls);
  const { nodes } = await client.nodes.info({ metric: ['settings', 'process', 'plugins', 'jvm'] });
  await client.close();
  expect(
    Object.values(nodes)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['sagasu-1', 'sagasu-2', 'sagasu-3']);
  for (const node of Object.values(nodes)) {
    expect(node.jvm?.mem.heap_max_in_bytes).toBe(384 * 1024 ** 2);
    expect(node.plugins?.map(({ name }) => name)).toContain('sagasu-analysis');
    expect(node.settings?.path?.home).toBe(Object.values(nodes)[0]?.settings?.path?.home);
  }
  const folders = [1, 2, 3].map((number) => join(folder, `elasticsearch/node-${number}`));
  expect(folders.map((path) => existsSync(join(path, 'data')))).toEqual([true, true, true]);
  const groups = stack.elasticsearchNodes.map(({ pid }) => pid);
  expect(groups.map(isGroupAlive)).toEqual([true, true, true]);
  await stack.stop();
  await eventually('all child processes have ended', async () => !groups.some(isGroupAlive));
  expect(readdirSync(join(folder, 'run'))).toEqual([]);
  await expect(start({ SAGASU_ELASTICSEARCH_NODES: '1' })).rejects.toThrow(PrerequisiteError);
});
