/** Minimal built pages, so that tests of the server do not depend on a build. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from '../../../cli/start/web-build.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface GivenPages {
  /** The folder, for a server's `webRoot`. */
  readonly root: string;
  readonly remove: () => Promise<void>;
}

export async function givenPages(html = '<!doctype html><title>The application</title>'): Promise<GivenPages> {
  const root = await mkdtemp(join(tmpdir(), 'sagasu-pages-'));
  await writeFile(join(root, 'index.html'), html);
  return { root, remove: async () => rm(root, { recursive: true, force: true }) };
}

/** The folder of the real build, for tests of rendered pages. */
export async function givenBuiltPages(): Promise<string> {
  await buildWebIfStale(() => undefined);
  return fileURLToPath(new URL('../../../web/dist', import.meta.url));
}
