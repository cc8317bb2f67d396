import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../platform/config.ts';
import { PROCESS_NAMES, PROCESS_ROLES } from '../../platform/roles.ts';
import { SETTINGS } from '../../platform/settings.ts';
import { THEMES } from '../../demo/themes/all.ts';
import {
  ELASTICSEARCH_SETTINGS,
  ELASTICSEARCH_VERSION,
  POSTGRES_INIT,
  POSTGRES_MAJOR,
  POSTGRES_SETTINGS,
  REDIS_MIN_MAJOR,
  REDIS_SETTINGS,
  sizedPostgresSettings,
  watermarkSettings,
  watermarksBelow,
} from '../../dev-stores/settings.ts';

const freeDisk = (name: string, mb: number): string => `\${ELASTICSEARCH_FREE_DISK_${name}_MB:-${mb}}`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STORES = ['postgres', 'redis', 'elasticsearch'] as const;
/** Imports run as a command. */
const SERVICES = PROCESS_NAMES.filter((name) => name !== 'importer');
/** Services that run once and end. */
const TASKS = ['migrate', 'cli', 'demo-boards'];

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly pull_policy?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const text = read('docker-compose.yml');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'sagasu');
const dockerfile = read('Dockerfile');
/** Folders and files of the repository in the image's last stage. */
const inImage = dockerfile
  .slice(dockerfile.lastIndexOf('\nFROM '))
  .split('\n')
  .flatMap((line) => /^COPY (?!--from)(\S+) \S+$/.exec(line)?.[1] ?? []);

function service(name: string): Service {
  const one = compose.services[name];
  if (one === undefined) throw new Error(`no service ${name}`);
  return one;
}

describe('the containers run the same stores as `sagasu start`', () => {
  test('the versions are the same', () => {
    expect(service('postgres').image).toBe(`postgres:${POSTGRES_MAJOR}`);
    expect(service('elasticsearch').image).toBe(
      `docker.elastic.co/elasticsearch/elasticsearch:${ELASTICSEARCH_VERSION}`,
    );
    expect(Number(/^redis:(\d+)$/.exec(service('redis').image)?.[1])).toBeGreaterThanOrEqual(REDIS_MIN_MAJOR);
  });

  test('PostgreSQL has the same settings and is initialized in the same way', () => {
    const [program, ...settings] = service('postgres').command ?? [];
    expect(program).toBe('postgres');
    const given = settings.map((setting) => /^-c(\w+)=(.*)$/.exec(setting)?.slice(1) ?? ['unreadable', setting]);
    // Compose cannot compute the sizes, so they are variables.
    const sized = sizedPostgresSettings({
      postgresConnections: '${POSTGRES_CONNECTIONS:-200}',
      postgresSharedBuffersMb: '${POSTGRES_SHARED_BUFFERS_MB:-256}',
    });
    expect(Object.fromEntries(given)).toEqual({ ...POSTGRES_SETTINGS, ...sized });
    expect(service('postgres').environment?.['POSTGRES_INITDB_ARGS']?.trim().split(/\s+/)).toEqual(POSTGRES_INIT);
  });

  test('Redis has the same settings', () => {
    const [program, file, ...settings] = service('redis').command ?? [];
    expect([program, file]).toEqual(['redis-server', '/etc/sagasu-redis.conf']);
    expect(settings).toEqual(Object.entries(REDIS_SETTINGS).flatMap(([name, value]) => [`--${name}`, value]));
  });

  test('Elasticsearch has the same settings, plus those that only the stock image needs', () => {
    const environment = { ...service('elasticsearch').environment };
    const watermarks = watermarkSettings({
      low: freeDisk('LOW', 4_096),
      high: freeDisk('HIGH', 2_048),
      floodStage: freeDisk('FLOOD', 1_024),
    });
    const settings = { ...ELASTICSEARCH_SETTINGS, ...watermarks };
    expect(environment).toMatchObject(settings);
    const more = Object.keys(environment).filter((name) => !(name in settings));
    expect(more).toEqual([
      'ELASTIC_PASSWORD',
      'ingest.geoip.downloader.enabled',
      'bootstrap.memory_lock',
      'ES_JAVA_OPTS',
    ]);
  });

  test('Elasticsearch stops writing while gigabytes of its disk are still free, whatever the size of the disk', () => {
    expect(ELASTICSEARCH_SETTINGS['cluster.routing.allocation.disk.threshold_enabled']).toBe('true');
    expect(Object.values(watermarksBelow(readConfig({}).elasticsearchFreeDiskMb))).toEqual([
      '4096mb',
      '2048mb',
      '1024mb',
    ]);
  });

  test('Redis and Elasticsearch require the passwords that the processes have', () => {
    expect(compose.configs['redis']?.content).toMatch(/^requirepass \$\{REDIS_PASSWORD:\?/);
    expect(service('elasticsearch').environment?.['ELASTIC_PASSWORD']).toMatch(/^\$\{ELASTIC_PASSWORD:\?/);
    for (const name of SERVICES) {
      expect(service(name).environment?.['REDIS_URL']).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?/);
      expect(service(name).environment?.['ELASTICSEARCH_URL']).toMatch(/^http:\/\/elastic:\$\{ELASTIC_PASSWORD:\?/);
    }
  });

  test.each(STORES)(
    '%s keeps its data in a named volume, has a health check, and is reachable from inside only',
    (name) => {
      const store = service(name);
      const volume = store.volumes?.[0]?.split(':')[0] ?? '';
      expect(Object.keys(compose.volumes)).toContain(volume);
      expect(store.healthcheck?.test?.length).toBeGreaterThan(1);
      expect(store.ports).toBeUndefined();
      expect(store.networks?.map((network) => compose.networks[network]?.internal)).toEqual([true]);
    },
  );
});

describe('the processes', () => {
  test('processes log in to PostgreSQL with roles of their own, whose passwords the migration sets; only commands log in as the owner', () => {
    for (const name of SERVICES) {
      const password = `\${POSTGRES_${name.toUpperCase()}_PASSWORD:?set POSTGRES_${name.toUpperCase()}_PASSWORD in .env}`;
      const url = service(name).environment?.['DATABASE_URL'] ?? '';
      expect(url).toBe(`postgres://${PROCESS_ROLES[name]}:${password}@postgres:5432/sagasu`);
      const setting = `SAGASU_${name.toUpperCase()}_DATABASE_PASSWORD`;
      expect(service('migrate').environment?.[setting]).toBe(password);
    }
    const ofImports = '${POSTGRES_IMPORTER_PASSWORD:?set POSTGRES_IMPORTER_PASSWORD in .env}';
    for (const name of ['migrate', 'cli'])
      expect(service(name).environment?.['SAGASU_IMPORTER_DATABASE_PASSWORD']).toBe(ofImports);
    const owners = ours.filter(([, { environment }]) => /\/\/sagasu:/.test(environment?.['DATABASE_URL'] ?? ''));
    expect(owners.map(([name]) => name)).toEqual(['migrate', 'cli', 'demo-boards']);
  });

  test('all processes run from one image, and each command names a file in it', () => {
    expect(ours.map(([name]) => name)).toEqual([
      'migrate',
      'cli',
      'server',
      'indexer',
      'scraper',
      'demo',
      'demo-boards',
    ]);
    for (const [, { entrypoint, command }] of ours) {
      const file = /\w+\/main\.ts/.exec((entrypoint ?? command)?.join(' ') ?? '')?.[0] ?? 'none';
      expect(existsSync(join(ROOT, file))).toBe(true);
      expect(inImage).toContain(file.split('/')[0]);
    }
  });

  test('processes share one build, and each waits for it', () => {
    expect(services.flatMap(([name, { build }]) => (build === undefined ? [] : [name]))).toEqual(['migrate']);
    for (const [name, { pull_policy: policy, depends_on: waitsFor }] of ours) {
      expect(policy).toBe('never');
      if (name !== 'migrate') expect(Object.keys(waitsFor ?? {})).toContain('migrate');
    }
  });

  test('processes wait for healthy stores and for the migration', () => {
    const stores = Object.fromEntries(STORES.map((name) => [name, { condition: 'service_healthy' }]));
    const migrated = { migrate: { condition: 'service_completed_successfully' } };
    for (const name of ['server', 'indexer', 'scraper']) {
      expect(service(name).depends_on).toEqual({ ...migrated, ...stores });
    }
    expect(service('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(service('demo').depends_on).toEqual(migrated);
    expect(service('demo-boards').depends_on).toEqual({ ...migrated, demo: { condition: 'service_healthy' } });
  });

  test('long-running processes have a health check at an address of their own, the others have none', () => {
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\\\n\s+CMD \["node", "-e", ".*HEALTH_URL.*"\]$/m);
    for (const [name, { healthcheck, environment }] of ours) {
      if (TASKS.includes(name)) expect(healthcheck).toEqual({ disable: true });
      else if (name !== 'server') expect(URL.canParse(environment?.['HEALTH_URL'] ?? '')).toBe(true);
    }
  });

  test('processes are passed only settings that exist', () => {
    for (const [, { environment }] of ours) {
      for (const name of Object.keys(environment ?? {})) {
        if (name !== 'HEALTH_URL')
          expect(Object.values<{ name: string }>(SETTINGS).map((setting) => setting.name)).toContain(name);
      }
    }
  });

  test('processes read further settings from a file that need not exist', () => {
    for (const [, { env_file: files }] of ours) expect(files).toEqual([{ path: 'settings.env', required: false }]);
  });

  test('processes can be scaled: only the server has a fixed name or port', () => {
    for (const name of ['server', 'indexer', 'scraper']) {
      expect(service(name)).not.toHaveProperty('container_name');
      expect(service(name)).not.toHaveProperty('hostname');
      expect(service(name)).not.toHaveProperty('network_mode');
      // A range of ports in SAGASU_PORT gives each server one.
      expect(service(name).ports).toEqual(name === 'server' ? ['127.0.0.1:${SAGASU_PORT:-8080}:8080'] : undefined);
      // Files that all of them share.
      expect(service(name).volumes).toEqual(name === 'indexer' ? undefined : ['files:/data']);
    }
  });

  test('processes accept readers’ addresses from a reverse proxy on the host, in one of Docker’s networks', () => {
    const networks = service('server').environment?.['SAGASU_TRUSTED_PROXIES'] ?? '';
    const [, written = ''] = /^\$\{SAGASU_TRUSTED_PROXIES:-(.+)\}$/.exec(networks) ?? [];
    expect(readConfig({ SAGASU_TRUSTED_PROXIES: written }).trustedProxies).toEqual(['172.16.0.0/12']);
    expect(read('.env.example')).toContain(`\nSAGASU_TRUSTED_PROXIES=${written}\n`);
  });

  test('ports are open on the loopback address only', () => {
    const ports = services.flatMap(([, { ports: published }]) => published ?? []);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('scraping and the demo start only with a profile', () => {
    expect(Object.fromEntries(ours.map(([name, { profiles }]) => [name, profiles]))).toEqual({
      migrate: undefined,
      cli: ['cli'],
      server: undefined,
      indexer: undefined,
      scraper: ['scraper', 'demo'],
      demo: ['demo'],
      'demo-boards': ['demo'],
    });
  });

  test('processes are passed every board that the demo source generates', () => {
    const boards = /for board in ([\w ]+);/.exec(service('demo-boards').command?.join(' ') ?? '')?.[1]?.split(' ');
    expect(new Set(boards)).toEqual(new Set(THEMES.map((theme) => theme.board.board)));
  });
});

test.each(services)('the log of %s has a limit', (_, { logging }) => {
  expect(logging).toEqual({ driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } });
});

describe('the related files', () => {
  test('.env.example names every variable, and secrets have no defaults', () => {
    const used = [...text.matchAll(/\$\{(\w+)(:[?-])?[^}]*\}/g)].map((match) => [match[1], match[2]] as const);
    const shown = [...read('.env.example').matchAll(/^(\w+)=(.*)$/gm)];
    expect(new Set(used.map(([name]) => name))).toEqual(new Set(shown.map((match) => match[1])));
    for (const [name, kind] of used) {
      if (/PASSWORD|SECRET/.test(name ?? '')) expect(kind).toBe(':?');
    }
    for (const [, name, value] of shown) if (/PASSWORD|SECRET/.test(name ?? '')) expect(value).toBe('');
  });

  test('the Dockerfile copies only existing files, and .dockerignore includes them', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      (match) => match[1]?.split(' ') ?? [],
    );
    const allowed = [...read('.dockerignore').matchAll(/^!(\S+)$/gm)].map((match) => match[1]);
    for (const path of copied) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(allowed).toContain(path === '.npmrc' ? path : path.split('/')[0]);
    }
  });

  test('the image has every folder that its code imports', () => {
    const folders = inImage.filter((path) => !path.includes('.'));
    const imported = folders.flatMap((folder) =>
      codeIn(folder).flatMap((file) =>
        [...read(join(folder, file)).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(
          (match) => relative(ROOT, resolve(ROOT, folder, dirname(file), match[1] ?? '')).split('/')[0] ?? '',
        ),
      ),
    );
    expect([...new Set(imported)].filter((folder) => !folders.includes(folder))).toEqual([]);
  });

  test('the image has every package that its code imports', () => {
    // Packages of modules have dependencies of their own, which npm installs together with the others.
    const dependencies = Object.assign(
      {},
      ...['package.json', ...globSync('modules/*/client/package.json', { cwd: ROOT })].map(
        (file) => (JSON.parse(read(file)) as { dependencies: Record<string, string> }).dependencies,
      ),
    ) as Record<string, string>;
    const missing = inImage
      .filter((path) => !path.includes('.'))
      .flatMap((folder) => importedPackages(folder))
      .filter(({ name }) => !(name in dependencies));
    expect(missing).toEqual([]);
  });
});

/** The image has the built pages of modules, but not their tests. */
function codeIn(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files.filter(
    (file) => file.endsWith('.ts') && !(folder === 'modules' && /^[\w-]+\/(?:test|web)\//.test(file)),
  );
}

function importedPackages(folder: string): { name: string; file: string }[] {
  return codeIn(folder).flatMap((file) =>
    [...read(join(folder, file)).matchAll(/^(?:import|export) (?!type )[^;]*?from '([^'.][^']*)';$/gms)]
      .map((match) => match[1] ?? '')
      .filter((specifier) => !isBuiltin(specifier))
      .map((specifier) => ({
        name: specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
        file: join(folder, file),
      })),
  );
}
