/** Opens the built pages in a browser over a server in this process, for tests that write their own posts. */
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { buildWebIfStale } from '../../cli/start/web-build.ts';
import type { ServerConfig } from '../../server/http/services.ts';
import { givenConfig, givenServer } from '../integration/server/given-archive.ts';
import { openBrowser } from './browser.ts';
import type { World } from './world.ts';

const BUILT = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface OpenPages {
  readonly origin: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * `mediaDir`: the folder of the datastore, for tests with files. `dataDir`: the folder of other files. `publicPort`: the archive has the
 * public address `http://localhost` with this port. `settings`: replace those of other tests.
 */
export async function openPages(
  world: World,
  clock?: () => Date,
  mediaDir?: string,
  dataDir?: string,
  publicPort?: number,
  settings: Partial<ServerConfig> = {},
): Promise<OpenPages> {
  await buildWebIfStale(() => undefined);
  // On a busy machine, searches must not run into the time-out page.
  const publicUrl = publicPort === undefined ? null : `http://localhost:${publicPort}`;
  const config = { ...givenConfig(world), searchTimeoutMs: 30_000, publicUrl, ...settings };
  const s3 = { s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: 'us-east-1' };
  const media = mediaDir === undefined ? {} : { media: { ...s3, mediaDir } };
  const server = await givenServer(world, {
    config,
    webRoot: BUILT,
    ...(clock !== undefined && { clock }),
    ...(dataDir !== undefined && { dataDir }),
    ...media,
  });
  const address = await server.app.listen({ port: publicPort ?? 0, host: '127.0.0.1' });
  const origin = publicUrl ?? address;
  const browser = await openBrowser();
  return {
    origin,
    browser,
    async close() {
      try {
        await browser.close();
      } finally {
        await server.close();
      }
    },
  };
}
