/** Elasticsearch behind TLS with a certificate of a private authority, with a login or an API key in its address. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createElasticsearch } from '../../platform/elasticsearch.ts';
import { eventually } from '../support/archive.ts';
import { aPost, insertBoard, writePosts } from '../support/builders.ts';
import { runCommand } from '../support/commands.ts';
import { startElasticsearchProxy, type ElasticsearchProxy } from '../support/elasticsearch-proxy.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { useWorld, type WorldSettings } from '../support/world.ts';
import { examine } from './cli/doctor/examine.ts';
import { givenServer } from './server/given-archive.ts';

const KEY = 'aWQ+a2V5/Q==';
const world = useWorld();
let proxy: ElasticsearchProxy;
let keyed: ElasticsearchProxy;

beforeAll(async () => {
  const [target = ''] = world().elasticsearchUrls;
  proxy = await startElasticsearchProxy(target);
  keyed = await startElasticsearchProxy(target, KEY);
});
afterAll(() => {
  proxy.stop();
  keyed.stop();
});

/** The address with the login of the store. */
function withLogin(): string {
  const { username, password } = new URL(world().elasticsearchUrls[0] ?? '');
  const url = new URL(proxy.origin);
  url.username = username;
  url.password = password;
  return url.href;
}

const withKey = (key: string): string => `${keyed.origin}?ca=${keyed.authority}&api_key=${key}`;

async function failureOf(url: string): Promise<unknown> {
  const client = createElasticsearch([url]);
  const error = await client.indices.exists({ index: world().indexPrefix }, { maxRetries: 0 }).then(
    () => null,
    (thrown: unknown) => thrown as Error & { statusCode?: number },
  );
  await client.close();
  return error?.statusCode ?? error?.message;
}

/** Runs an indexer and a server over the address until a post is found. */
async function searchFinds(url: string, word: string): Promise<void> {
  const indexer = startProcess('indexer/main.ts', world(), { ELASTICSEARCH_URL: url });
  const server = await givenServer(world(), { elasticsearchUrls: [url] });
  try {
    await eventually('the post is found', async () => {
      const { total } = (await server.search({ q: word })).body as { total?: { value: number } };
      return total?.value === 1;
    });
  } finally {
    await stopProcess(indexer);
    await server.close();
  }
}

test('an indexer and a server trust the authority that the address names', async () => {
  const board = await insertBoard(world().pool, 'tea');
  await writePosts(world().pool, board, [aPost({ num: 1, comment: 'a kettle' })]);
  await searchFinds(`${withLogin()}?ca=${proxy.authority}`, 'kettle');
  expect(await failureOf(withLogin())).toMatch(/self.signed/);
  expect(() => createElasticsearch([`${withLogin()}?ca=/nowhere.pem`])).toThrow(
    '/nowhere.pem, which cannot be read (ENOENT)',
  );
});

test('an API key is sent as it is written, and Elasticsearch refuses an unknown one', async () => {
  proxy.authorizations.length = 0;
  expect(await failureOf(`${proxy.origin}?ca=${proxy.authority}&api_key=${KEY}`)).toBe(401);
  expect(proxy.authorizations).toEqual([`ApiKey ${KEY}`]);
});

test('processes and commands send the API key with every request', async () => {
  const over: WorldSettings = { ...world(), elasticsearchUrls: [withKey(KEY)] };
  const board = await insertBoard(world().pool, 'key');
  await writePosts(world().pool, board, [aPost({ num: 2, comment: 'a padlock' })]);
  await searchFinds(withKey(KEY), 'padlock');
  const indexer = startProcess('indexer/main.ts', over, { ELASTICSEARCH_URL: withKey(KEY) });
  try {
    for (const command of ['reindex key', 'verify key --deep', 'reindex rollback key', 'tasks list --json']) {
      const { code, stderr } = await runCommand(over, command.split(' '));
      expect([command, code, stderr]).toEqual([command, 0, '']);
    }
    expect((await runCommand(over, ['status'])).stdout).toContain('Elasticsearch works');
  } finally {
    await stopProcess(indexer);
  }
  expect(await examine(over, 'elasticsearch.answers')).toEqual([]);
  expect(keyed.authorizations.length).toBeGreaterThan(20);
  expect(new Set(keyed.authorizations)).toEqual(new Set([`ApiKey ${KEY}`]));
});

test('a wrong API key is named as such by readyz, status and the doctor', async () => {
  const over: WorldSettings = { ...world(), elasticsearchUrls: [withKey('d3Jvbmc6a2V5')] };
  const server = await givenServer(world(), { elasticsearchUrls: over.elasticsearchUrls });
  try {
    await eventually('readyz names the login', async () =>
      JSON.stringify((await server.get('/readyz')).body).includes('login_refused'),
    );
  } finally {
    await server.close();
  }
  const status = await runCommand(over, ['status']);
  expect(status.code).toBe(1);
  expect(status.stdout).toContain('Elasticsearch cannot be reached: the login is refused\n');
  expect(await examine(over, 'elasticsearch.answers')).toEqual([
    expect.objectContaining({
      found: expect.stringMatching(/^127\.0\.0\.1:\d+ refuses the login or API key of ELASTICSEARCH_URL/) as string,
      fix: expect.stringContaining('all on indices named') as string,
    }),
  ]);
});
