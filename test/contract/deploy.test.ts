/** The files of deploy/ are right for Debian's programs, and proxies pass on what the server needs. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { SETTINGS } from '../../platform/settings.ts';
import { eventually } from '../support/archive.ts';
import { freePort } from '../support/ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const deployed = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'sagasu-deploy-'));

test('systemd accepts the units, and each process runs by a command that exists', () => {
  const folder = temporaryFolder();
  const names = readdirSync(join(ROOT, 'deploy/systemd'));
  expect(names).toEqual(expect.arrayContaining(['sagasu-server.service', 'sagasu-indexer.service', 'sagasu.target']));
  // The programs must exist where the units expect them.
  for (const name of names)
    writeFileSync(join(folder, name), deployed(`systemd/${name}`).replaceAll('/opt/sagasu', ROOT.replace(/\/$/, '')));
  const paths = names.map((name) => join(folder, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('each process runs as an account of its own, with the limits that the doctor checks', () => {
  const ofProcesses = readdirSync(join(ROOT, 'deploy/systemd')).filter((name) =>
    /^sagasu-(server|indexer|scraper)\.service$/.test(name),
  );
  expect(ofProcesses).toHaveLength(3);
  for (const name of ofProcesses) {
    const unit = deployed(`systemd/${name}`);
    const [, process = ''] = /^sagasu-(\w+)/.exec(name) ?? [];
    expect(unit).toContain(`main.ts run ${process}\n`);
    for (const line of ['User=sagasu', 'Restart=on-failure', 'LimitNOFILE=65535', 'NoNewPrivileges=yes'])
      expect(unit).toContain(`${line}\n`);
  }
});

test('files name only settings that exist', () => {
  const known = new Set(Object.values<{ name: string }>(SETTINGS).map(({ name }) => name));
  const texts = ['systemd/sagasu-server.service', 'nginx/sagasu.conf', 'caddy/Caddyfile'].map(deployed).join('\n');
  const named = [...texts.matchAll(/SAGASU_[A-Z_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

/** A server that answers with the headers it got. */
async function upstream(): Promise<number> {
  const server = createServer((incoming: IncomingMessage, answer) => {
    answer.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}

/** Runs a proxy until the test ends. */
function run(program: string, ...args: readonly string[]): void {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
}

interface Passed {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function expectPassedOn(origin: string): Promise<void> {
  // The certificate is the test's own.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  onTestFinished(async () => dispatcher.close());
  const ask = async (path: string) =>
    request(`${origin}${path}`, {
      dispatcher,
      headers: { host: 'archive.example.org', 'x-forwarded-for': '192.0.2.66' },
    });
  await eventually('the proxy answers', async () => (await ask('/livez')).statusCode === 200);
  const { statusCode, headers, body } = await ask('/api/v1/search?q=a%2Fb');
  const { url, headers: passed } = (await body.json()) as Passed;
  expect(statusCode).toBe(200);
  expect(headers['strict-transport-security']).toContain('max-age=');
  expect(url).toBe('/api/v1/search?q=a%2Fb');
  expect(passed['host']).toBe('archive.example.org');
  // The last address is that of the proxy's client. The server believes no other one.
  expect(passed['x-forwarded-for']?.split(', ').at(-1)).toBe('127.0.0.1');
  expect((await ask('/metrics')).statusCode).toBe(404);
}

test('nginx passes requests on, without metrics', async () => {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const certificate = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...certificate, '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=a'], {
    stdio: 'pipe',
  });
  const [port, plain, behind] = [await freePort(), await freePort(), await upstream()];
  const site = deployed('nginx/sagasu.conf')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('127.0.0.1:8080', `127.0.0.1:${behind}`)
    .replace(/\S+fullchain\.pem/, cert)
    .replace(/\S+privkey\.pem/, key);
  writeFileSync(join(folder, 'site.conf'), site);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp { access_log off; include ${folder}/site.conf; }\n`,
  );
  expect(spawnSync('/usr/sbin/nginx', ['-t', '-q', '-c', config], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  run('/usr/sbin/nginx', '-c', config);
  await expectPassedOn(`https://127.0.0.1:${port}`);
});

test('Caddy passes requests on, without metrics', async () => {
  const folder = temporaryFolder();
  const [port, behind] = [await freePort(), await upstream()];
  const given = deployed('caddy/Caddyfile');
  const whole = join(folder, 'Caddyfile');
  writeFileSync(whole, given);
  const valid = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', whole], {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  expect(valid.stderr + valid.stdout).toContain('Valid configuration');
  // Without a certificate of a public authority.
  const local = join(folder, 'local');
  writeFileSync(
    local,
    `{\n\tadmin off\n}\n${given
      .replace(/^archive\.example\.org \{/m, `http://archive.example.org:${port} {`)
      .replace('127.0.0.1:8080', `127.0.0.1:${behind}`)}`,
  );
  run('caddy', 'run', '--adapter', 'caddyfile', '--config', local);
  await expectPassedOn(`http://127.0.0.1:${port}`);
});
