import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createElasticsearch, type Elasticsearch } from '../../platform/elasticsearch.ts';
import { createPostgresPool } from '../../platform/postgres.ts';
import type { StoreUrls } from '../../platform/config.ts';
import { TEMPLATE_DATABASE } from './template.ts';

const INDICES_AT_ONCE = 30;

/** What a process needs to work in a world. */
export interface WorldSettings {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly elasticsearchUrls: readonly string[];
  readonly indexPrefix: string;
  readonly queuePrefix: string;
}

/** A test file's own database, index prefix and queue prefix over the shared real servers. */
export interface World extends WorldSettings {
  /** Connects as the database's owner. */
  readonly pool: pg.Pool;
  readonly elasticsearch: Elasticsearch;
}

/** Call once at the top of a test file. The returned getter works inside tests and hooks. */
export function useWorld(): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    world = await createWorld(inject('databaseUrl'), inject('redisUrl'), inject('elasticsearchUrls'));
  });
  afterAll(async () => {
    if (world !== undefined) await destroyWorld(inject('databaseUrl'), world);
  });
  return () => {
    if (world === undefined) throw new Error('the world exists only inside tests and hooks');
    return world;
  };
}

export async function createWorld(
  databaseUrl: string,
  redisUrl: string,
  elasticsearchUrls: readonly string[],
): Promise<World> {
  const name = `t${randomBytes(5).toString('hex')}`;
  await asAdmin(databaseUrl, (admin) => admin.query(`create database ${name} template ${TEMPLATE_DATABASE}`));
  return openWorld({ databaseUrl, redisUrl, elasticsearchUrls }, name);
}

/** Connects to the world of this name, which exists. */
export function openWorld({ databaseUrl, redisUrl, elasticsearchUrls }: StoreUrls, name: string): World {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    redisUrl,
    elasticsearchUrls,
    indexPrefix: `${name}-`,
    queuePrefix: name,
    pool: createPostgresPool({ url: url.href }),
    elasticsearch: createElasticsearch(elasticsearchUrls),
  };
}

export async function destroyWorld(databaseUrl: string, world: World): Promise<void> {
  const name = new URL(world.databaseUrl).pathname.slice(1);
  await world.pool.end();
  await Promise.all([
    removeIndices(world),
    asAdmin(databaseUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  ]);
  await world.elasticsearch.close();
}

/** Names per request, as many as fit into its address: each request changes the cluster's state. */
async function removeIndices({ elasticsearch, indexPrefix }: World): Promise<void> {
  const indices = await elasticsearch.indices.get({ index: `${indexPrefix}*`, filter_path: '*.settings.index.uuid' });
  const names = Object.keys(indices);
  for (let first = 0; first < names.length; first += INDICES_AT_ONCE) {
    await elasticsearch.indices.delete({
      index: names.slice(first, first + INDICES_AT_ONCE),
      ignore_unavailable: true,
    });
  }
  await elasticsearch.indices.deleteIndexTemplate({ name: `${indexPrefix}*` }, { ignore: [404] });
}

/** Runs statements one by one, outside of transactions, as a superuser of the PostgreSQL of the tests. */
export async function runAsSuperuser(...statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await asAdmin(inject('databaseUrl'), async (admin) => admin.query(statement));
  }
}

async function asAdmin(databaseUrl: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    // PostgreSQL allows only one session in a template while it is copied, and two test files may copy at the same
    // time.
    for (let attempt = 1; ; attempt++) {
      try {
        await work(admin);
        return;
      } catch (error) {
        if (attempt === 20 || !(error instanceof pg.DatabaseError) || error.code !== '55006') throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } finally {
    await admin.end();
  }
}
