/**
 * docker-compose.yml from the first start to the last stop, in this order: each test continues where the one before it ended.
 * `npm run faults -- compose` starts the engine in which they run.
 */
import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/archive.ts';
import { launchBrowser } from '../../support/browser.ts';
import { Project } from './project.ts';

const STORES = ['postgres', 'redis', 'elasticsearch'];
const PROCESSES = ['server', 'indexer', 'scraper', 'demo'];
const LASTING = [...STORES, ...PROCESSES];
const BOARDS = ['bunka', 'cook', 'draw', 'tech', 'travel'];
const SERVER = 'http://127.0.0.1:8080';
const DEMO = ['--profile', 'demo'];
const MINUTE = 60_000;
/** Elasticsearch takes half a minute to start, and minutes on a machine that is busy. */
const HEALTHY_LIMIT_MS = 10 * MINUTE;

const project = new Project(Number(process.env['SAGASU_COMPOSE_ENGINE']));
let stopWatching = () => {};
let browser: Browser;
/** Words of posts that were found once. */
const found: string[] = [];
let archivedFile = '';

beforeAll(async () => {
  stopWatching = project.watch();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  stopWatching();
});

interface Hits {
  readonly hits: readonly {
    readonly board: string;
    readonly thread: number;
    readonly file: { readonly url: string | null } | null;
  }[];
  readonly total: { readonly value: number };
}

async function search(q: string, origin = SERVER): Promise<Hits> {
  const answer = await fetch(`${origin}/api/v1/search?q=${encodeURIComponent(q)}`, {
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Hits;
}

/** Opens a thread on the demo source and waits until readers find it. Returns its word, which replies may quote. */
async function arrive(claim: string): Promise<string> {
  // Letters only, because the analysis separates letters from digits.
  const word = `word${randomBytes(6)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;
  const body = JSON.stringify({ com: `A thread with ${word}.`, sub: claim });
  const request = `fetch('http://127.0.0.1:9700/_demo/tech/thread', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)} }).then((answer) => process.exit(answer.ok ? 0 : 1))`;
  await project.exec('demo', 'node', '-e', request);
  await eventually(`a new post is found: ${claim}`, async () => (await search(word)).total.value > 0, 3 * MINUTE);
  found.push(word);
  return word;
}

async function allHealthy(services: readonly string[]): Promise<void> {
  await eventually(
    `${services.join(', ')} are healthy`,
    async () => {
      const containers = await project.containers(...services);
      const well = containers.filter(({ isRunning, health }) => isRunning && health === 'healthy');
      return (
        well.length === containers.length && services.every((name) => well.some(({ service }) => service === name))
      );
    },
    HEALTHY_LIMIT_MS,
  );
}

/** Names and UUIDs: an index that was created again under its name has another UUID. */
async function indices(): Promise<readonly string[]> {
  const ask = 'curl -fsS -u "elastic:$ELASTIC_PASSWORD" "http://127.0.0.1:9200/_cat/indices?h=index,uuid"';
  const answer = await project.exec('elasticsearch', 'bash', '-c', ask);
  return answer.trim().split('\n').toSorted();
}

/** Time of its first or last occurrence, in nanoseconds since 1970. */
function when(which: 'first' | 'last', service: string, action: string): bigint {
  const events = project.events.filter((one) => one.service === service && one.action === action);
  const event = which === 'first' ? events[0] : events.at(-1);
  if (event === undefined) throw new Error(`${service}: no ${action}`);
  return event.at;
}

describe('the file', () => {
  test('is valid with every profile', async () => {
    const services = (await project.composeOrThrow(['--profile', '*', 'config', '--services'])).trim().split('\n');
    expect(services.toSorted()).toEqual([...LASTING, 'cli', 'demo-boards', 'migrate'].toSorted());
    const plain = (await project.composeOrThrow(['config', '--services'])).trim().split('\n');
    expect(plain.toSorted()).toEqual([...STORES, 'indexer', 'migrate', 'server'].toSorted());
  });

  const OF_ROLES = ['', 'SCRAPER_', 'INDEXER_', 'SERVER_'].map((of) => `POSTGRES_${of}PASSWORD`);
  test.each([...OF_ROLES, 'REDIS_PASSWORD', 'ELASTIC_PASSWORD', 'SAGASU_SECRET'])('requires %s', async (name) => {
    const { code, stderr } = await project.compose(['up', '--detach'], { environment: { [name]: '' } });
    expect(code).not.toBe(0);
    expect(stderr).toContain(`set ${name} in .env`);
    expect(await project.containers()).toEqual([]);
  });
});

describe('without a profile', () => {
  test('builds one image, which runs as `node`', async () => {
    await project.composeOrThrow(['build'], { timeoutMs: 20 * MINUTE });
    const [image] = JSON.parse(await project.docker('image', 'inspect', 'sagasu')) as { Config: { User: string } }[];
    expect(image?.Config.User).toBe('node');
  });

  test('starts stores, migration, indexer and server', async () => {
    await project.composeOrThrow(['up', '--build', '--detach'], { timeoutMs: 6 * MINUTE });
    await allHealthy([...STORES, 'indexer', 'server']);
    expect((await project.containers()).map(({ service }) => service).toSorted()).toEqual(
      [...STORES, 'indexer', 'migrate', 'server'].toSorted(),
    );
    expect(await (await fetch(`${SERVER}/readyz`)).json()).toMatchObject({ status: 'ok', degraded: [] });
  });

  test('starts each service only after its dependencies', () => {
    expect(when('first', 'migrate', 'start')).toBeGreaterThan(when('first', 'postgres', 'health_status: healthy'));
    const migrated = project.events.find(({ service, action }) => service === 'migrate' && action === 'die');
    expect(migrated?.exitCode).toBe('0');
    for (const name of ['server', 'indexer']) {
      expect(when('first', name, 'start')).toBeGreaterThan(migrated?.at ?? 0n);
      for (const store of STORES) {
        expect(when('first', name, 'start')).toBeGreaterThan(when('first', store, 'health_status: healthy'));
      }
    }
  });
});

describe('with the demo source', () => {
  test('its boards are archived and found', async () => {
    await project.composeOrThrow([...DEMO, 'up', '--build', '--detach'], { timeoutMs: 6 * MINUTE });
    await allHealthy(LASTING);
    await eventually(
      'every board has posts',
      async () =>
        (await Promise.all(BOARDS.map(async (board) => search(`board:${board}`)))).every(
          ({ total }) => total.value > 0,
        ),
      5 * MINUTE,
    );
    expect((await project.container('demo-boards')).exitCode).toBe(0);
    expect(await project.composeOrThrow(['logs', 'demo-boards'])).not.toContain('Warning');
    await arrive('the first');
  });

  test('a reader searches on the pages and opens a thread with its picture', async () => {
    const [word = ''] = found;
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${SERVER}/`);
    const bar = page.getByRole('searchbox').or(page.getByRole('combobox')).first();
    await bar.fill(word);
    await bar.press('Enter');
    await page.waitForURL(/\/search\?/);
    await eventually(
      'the hit is shown with its word marked',
      async () => {
        // A search that takes too long on a busy machine is refused; the reader loads the page again.
        await page.reload();
        await page.locator('mark', { hasText: word }).first().waitFor({ timeout: 10_000 });
        return true;
      },
      3 * MINUTE,
    );
    await page.locator('a[href*="/tech/thread/"]').first().click();
    await page.waitForURL(/\/tech\/thread\//);
    await page.getByText(word).first().waitFor();
    expect(errors).toEqual([]);
    await page.close();
    await eventually(
      'a file is archived',
      async () => (await search('has:file')).hits.some(({ file }) => file?.url?.startsWith('/') === true),
      3 * MINUTE,
    );
    const hit = (await search('has:file')).hits.find(({ file }) => file?.url?.startsWith('/') === true);
    archivedFile = `${SERVER}${hit?.file?.url ?? ''}`;
    const file = await fetch(archivedFile);
    expect([file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  });

  test('commands read and change the archive', async () => {
    const list = await project.composeOrThrow(['run', '--rm', '--no-TTY', 'cli', 'board', 'list']);
    for (const board of BOARDS) expect(list).toContain(`/${board}/`);
    await project.composeOrThrow(['run', '--rm', '--no-TTY', 'cli', 'verify', 'tech'], { timeoutMs: 5 * MINUTE });
  });
});

describe('the hardening', () => {
  test('no process runs as root, and ours have no capabilities and cannot gain any', async () => {
    for (const container of await project.containers(...LASTING)) {
      const processes = await project.processes(container);
      expect(processes.length).toBeGreaterThan(0);
      for (const status of processes) {
        expect(status.get('Uid')?.split('\t'), `${container.name} ${status.get('Name') ?? ''}`).not.toContain('0');
        if (STORES.includes(container.service)) continue;
        expect([status.get('CapEff'), status.get('CapBnd'), status.get('NoNewPrivs')]).toEqual([
          '0000000000000000',
          '0000000000000000',
          '1',
        ]);
      }
    }
  });

  test('only the server publishes a port, on the loopback address', async () => {
    const published = await project.docker('ps', '--format', '{{.Names}} {{.Ports}}');
    expect(published.split('\n').filter((line) => line.includes('->'))).toEqual([
      expect.stringMatching(/^sagasu-server-1 127\.0\.0\.1:8080->8080\/tcp$/),
    ]);
  });

  test('stores and indexer have no outside network, and the demo source cannot reach the stores', async () => {
    for (const name of [...STORES, 'indexer']) {
      const routes = (await project.exec(name, 'cat', '/proc/net/route')).trim().split('\n').slice(1);
      expect(
        routes.filter((route) => route.split('\t')[1] === '00000000'),
        name,
      ).toEqual([]);
    }
    for (const store of STORES) {
      const lookup = `require('node:dns').lookup('${store}', (error) => process.exit(error ? 0 : 1))`;
      await project.exec('demo', 'node', '-e', lookup);
    }
  });
});

describe.each(LASTING)('%s', (name) => {
  test('is restarted, and new posts are found again', async () => {
    await project.composeOrThrow([...DEMO, 'restart', name], { timeoutMs: 3 * MINUTE });
    await allHealthy(LASTING);
    await arrive(`${name} was restarted`);
  });

  test('is killed, restarts by itself, and new posts are found again', async () => {
    const before = await project.container(name);
    await project.signal(before.pid, 'KILL');
    await eventually(
      `${name} was started again`,
      async () => (await project.container(name)).restarts > before.restarts,
    );
    await allHealthy(LASTING);
    await arrive(`${name} was killed`);
  });

  test('is unhealthy while it does not answer', async () => {
    const { pid } = await project.container(name);
    const all = (await project.docker('top', (await project.container(name)).id, '-o', 'pid'))
      .trim()
      .split('\n')
      .slice(1);
    expect(all.map((one) => Number(one))).toContain(pid);
    for (const one of all) await project.signal(Number(one), 'STOP');
    try {
      await eventually(
        `${name} is unhealthy`,
        async () => (await project.container(name)).health === 'unhealthy',
        2 * MINUTE,
      );
    } finally {
      for (const one of all) await project.signal(Number(one), 'CONT');
    }
    await allHealthy(LASTING);
  });
});

describe('the whole project', () => {
  test('several of each process share the work', async () => {
    const scale = ['--scale', 'server=2', '--scale', 'indexer=3', '--scale', 'scraper=2'];
    const environment = { SAGASU_PORT: '8080-8081' };
    await project.composeOrThrow([...DEMO, 'up', '--detach', ...scale], { environment, timeoutMs: 6 * MINUTE });
    await allHealthy(LASTING);
    expect((await project.containers('server', 'indexer', 'scraper')).length).toBe(7);
    const word = await arrive('several of each');
    for (const port of [8080, 8081])
      expect((await search(word, `http://127.0.0.1:${port}`)).total.value).toBeGreaterThan(0);
  });

  test('stops in order, without a kill', async () => {
    await project.composeOrThrow([...DEMO, 'stop'], { timeoutMs: 4 * MINUTE });
    for (const name of ['server', 'indexer', 'scraper']) {
      for (const store of STORES) expect(when('last', name, 'die')).toBeLessThan(when('last', store, 'die'));
    }
    const codes = Object.fromEntries((await project.containers()).map(({ name, exitCode }) => [name, exitCode]));
    // 143: Java's answer to SIGTERM.
    expect(codes).toEqual(
      Object.fromEntries(Object.keys(codes).map((name) => [name, name === 'elasticsearch-1' ? 143 : 0])),
    );
  });

  test('keeps posts, index and files when its containers are removed', async () => {
    await project.composeOrThrow([...DEMO, 'start', 'elasticsearch']);
    await allHealthy(['elasticsearch']);
    const before = await indices();
    await project.composeOrThrow([...DEMO, 'down'], { timeoutMs: 4 * MINUTE });
    expect(await project.containers()).toEqual([]);
    await project.composeOrThrow(['up', '--detach'], { timeoutMs: 6 * MINUTE });
    await allHealthy([...STORES, 'server', 'indexer']);
    for (const word of found) expect((await search(word)).total.value, word).toBeGreaterThan(0);
    expect(await indices()).toEqual(before);
    expect((await fetch(archivedFile)).status).toBe(200);
  });

  test('does not start our processes with a password that PostgreSQL refuses', async () => {
    await project.composeOrThrow(['down'], { timeoutMs: 4 * MINUTE });
    const { code, stderr } = await project.compose(['up', '--detach'], {
      environment: { POSTGRES_PASSWORD: 'another' },
      timeoutMs: 6 * MINUTE,
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain('migrate');
    expect((await project.containers('server', 'indexer')).filter(({ isRunning }) => isRunning)).toEqual([]);
    expect(await project.compose(['logs', 'migrate'])).toMatchObject({
      stdout: expect.stringContaining('password') as string,
    });
  });

  test('deletes its data on request', async () => {
    await project.composeOrThrow(['--profile', '*', 'down', '--volumes'], { timeoutMs: 4 * MINUTE });
    expect(await project.docker('volume', 'ls', '--quiet', '--filter', 'label=com.docker.compose.project=sagasu')).toBe(
      '',
    );
  });
});
