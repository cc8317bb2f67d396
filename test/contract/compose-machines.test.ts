/** The files of deploy/compose/, each of which one kind of machine runs. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PROCESS_ROLES } from '../../platform/roles.ts';
import { SETTINGS } from '../../platform/settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'deploy/compose');
const FILES = ['stores.yml', 'processes.yml', 'scraper.yml'] as const;

interface Service {
  readonly extends?: { readonly file: string; readonly service: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly configs?: Readonly<Record<string, unknown>>;
}

const read = (path: string): string => readFileSync(path, 'utf8');
// `!reset` and `!override` replace the value of the extended service instead of being merged with it.
const parsed = (path: string) => parse(read(path), { merge: true, logLevel: 'error' }) as Compose;
const whole = parsed(join(ROOT, 'docker-compose.yml'));

const known = (part: object | undefined) => Object.keys(part ?? {});

/** The service as Compose runs it. Only for properties that the files of deploy/compose/ have. */
function merged(own: Service): Service {
  const base = own.extends === undefined ? {} : (whole.services[own.extends.service] ?? {});
  return { ...base, ...own, environment: { ...base.environment, ...own.environment } };
}

const machines = FILES.map((file) => {
  const compose = parsed(join(FOLDER, file));
  return {
    file,
    compose,
    services: Object.entries(compose.services).map(([name, own]) => [name, merged(own)] as const),
  };
});
const machine = (file: (typeof FILES)[number]) => machines.find((one) => one.file === file)!;

describe.each(machines)('$file', ({ compose, services }) => {
  test('extends only services of docker-compose.yml, under their names', () => {
    for (const [name, { extends: base }] of services) {
      if (base === undefined) continue;
      expect(resolve(FOLDER, base.file)).toBe(join(ROOT, 'docker-compose.yml'));
      expect(base.service).toBe(name);
      expect(Object.keys(whole.services)).toContain(name);
    }
  });

  test('declares every network, volume and config of its services, and waits only for services that it has', () => {
    for (const [, { networks = [], volumes = [], configs = [], depends_on: waitsFor = {} }] of services) {
      for (const network of networks) expect(known(compose.networks)).toContain(network);
      for (const volume of volumes) expect(known(compose.volumes)).toContain(volume.split(':')[0]);
      for (const { source } of configs) expect(known(compose.configs)).toContain(source);
      for (const name of known(waitsFor)) expect(known(compose.services)).toContain(name);
    }
  });

  test('opens ports on a chosen address only', () => {
    for (const [, { ports = [] }] of services)
      for (const port of ports) expect(port).toMatch(/^\$\{(?:STORES_ADDRESS:\?[^}]+|SERVER_ADDRESS:-127\.0\.0\.1)\}:/);
  });

  test('has no internal network: other machines must be reached', () => {
    for (const network of Object.values(compose.networks ?? {})) expect(network?.internal ?? false).toBe(false);
  });

  test('processes have only settings that exist, and reach stores and files on other machines', () => {
    const names = Object.values<{ name: string }>(SETTINGS).map((setting) => setting.name);
    for (const [name, { image, environment = {} }] of services.filter(([, one]) => one['image'] === 'sagasu')) {
      expect(image).toBe('sagasu');
      for (const setting of Object.keys(environment)) if (setting !== 'HEALTH_URL') expect(names).toContain(setting);
      const address = /@\$\{STORES_ADDRESS(?::\?[^}]+)?\}:(\d+)/;
      expect(address.exec(environment['DATABASE_URL'] ?? '')?.[1], name).toBe('5432');
      expect(address.exec(environment['REDIS_URL'] ?? '')?.[1], name).toBe('6379');
      expect(address.exec(environment['ELASTICSEARCH_URL'] ?? '')?.[1], name).toBe('9200');
      expect(environment['SAGASU_SHARED_FILES']).toMatch(/^\$\{SAGASU_SHARED_FILES:\?/);
      expect(Object.values(environment).join(' ')).not.toMatch(/\bdemo\b/);
    }
  });
});

test('the files together run every store and process of docker-compose.yml, except those of the demo', () => {
  const names = machines.flatMap(({ services }) => services.map(([name]) => name));
  const all = Object.keys(whole.services).filter((name) => !name.startsWith('demo'));
  expect(names.toSorted()).toEqual(all.toSorted());
});

test('each process logs in to PostgreSQL as its own role', () => {
  for (const [file, name] of [
    ['processes.yml', 'server'],
    ['processes.yml', 'indexer'],
    ['scraper.yml', 'scraper'],
  ] as const) {
    const url = machine(file).compose.services[name]?.environment?.['DATABASE_URL'] ?? '';
    expect(url).toContain(`//${PROCESS_ROLES[name]}:\${POSTGRES_${name.toUpperCase()}_PASSWORD:?`);
  }
});

describe('the scraper', () => {
  test('its machine needs no secret that it does not use', () => {
    const secrets = [...read(join(FOLDER, 'scraper.yml')).matchAll(/\$\{(\w*(?:PASSWORD|SECRET|KEY)\w*)/g)];
    expect(new Set(secrets.map(([, name]) => name))).toEqual(
      new Set([
        'POSTGRES_SCRAPER_PASSWORD',
        'REDIS_PASSWORD',
        'ELASTIC_PASSWORD',
        'SAGASU_S3_ACCESS_KEY_ID',
        'SAGASU_S3_SECRET_ACCESS_KEY',
      ]),
    );
  });

  test('it has the image, command, rights and limits of docker-compose.yml', () => {
    const own = machine('scraper.yml').compose.services['scraper'] ?? {};
    const base = whole.services['scraper'] ?? {};
    for (const key of [
      'image',
      'pull_policy',
      'init',
      'restart',
      'logging',
      'stop_grace_period',
      'cap_drop',
      'security_opt',
      'command',
      'volumes',
    ])
      expect(own[key], key).toEqual(base[key]);
  });
});
