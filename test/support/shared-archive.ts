/** One demo archive for all files that do not need their own. It starts at the first request and serves until the run ends. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createPostgresPool } from '../../platform/postgres.ts';
import { startArchive } from './archive.ts';
import { createWorld, destroyWorld, type WorldSettings } from './world.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sharedArchiveUrl: string;
  }
}

/** The archive's addresses, which the run's own process passes to the test files. */
interface Addresses {
  readonly serverUrl: string;
  readonly demoUrl: string;
  readonly settings: WorldSettings;
}

interface Started {
  readonly addresses: Addresses;
  stop(): Promise<void>;
}

/** A global setup of vitest. A request to the address that it provides starts the archive. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { databaseUrl, redisUrl, elasticsearchUrls } = project.getProvidedContext();
  let started: Promise<Started> | undefined;
  const server = createServer((_request, response) => {
    started ??= start(databaseUrl, redisUrl, elasticsearchUrls);
    started.then(
      ({ addresses }) => response.end(JSON.stringify(addresses)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('sharedArchiveUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.close();
    // An archive that did not start has already failed the files that requested it.
    await (await started?.catch(() => undefined))?.stop();
  };
}

async function start(databaseUrl: string, redisUrl: string, elasticsearchUrls: readonly string[]): Promise<Started> {
  const world = await createWorld(databaseUrl, redisUrl, elasticsearchUrls);
  try {
    const { pool: _pool, elasticsearch: _elasticsearch, ...settings } = world;
    const archive = await startArchive(world);
    return {
      addresses: { serverUrl: archive.serverUrl, demoUrl: archive.demoUrl, settings },
      async stop() {
        await archive.stop();
        await destroyWorld(databaseUrl, world);
      },
    };
  } catch (error) {
    await destroyWorld(databaseUrl, world);
    throw error;
  }
}

export interface SharedArchive extends Addresses {
  /** Connects as the database's owner. */
  readonly pool: pg.Pool;
}

/** Call once at the top of a test file; the getter answers inside tests and hooks. Other files use the archive at the same time. */
export function useSharedArchive(): () => SharedArchive {
  let archive: SharedArchive | undefined;
  beforeAll(async () => {
    const answer = await fetch(inject('sharedArchiveUrl'));
    if (!answer.ok) throw new Error(await answer.text());
    const addresses = (await answer.json()) as Addresses;
    archive = { ...addresses, pool: createPostgresPool({ url: addresses.settings.databaseUrl }) };
  });
  afterAll(async () => archive?.pool.end());
  return () => {
    if (archive === undefined) throw new Error('the archive exists only inside tests and hooks');
    return archive;
  };
}
