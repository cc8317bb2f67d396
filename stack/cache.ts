import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openWay } from './accounts.ts';
import { CACHE } from './layout.ts';
import type { StartContext } from './start-context.ts';
import { runTool } from './tool.ts';

/** A draft this old was left by a process that was killed. */
const STALE_DRAFT_MS = 24 * 3_600_000;
const DRAFT = '.making-';

export function isCached(name: string): boolean {
  return existsSync(join(CACHE, name));
}

/**
 * The folder `name` of the cache, filled by `make` when it is not there. Made aside and renamed: another process finds
 * it whole or not at all, and of two that make it at once one throws its own away.
 */
export async function cached(
  context: StartContext,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(CACHE, name);
  if (!isCached(name)) {
    await mkdir(CACHE, { recursive: true });
    await removeStaleDrafts();
    const draft = await mkdtemp(join(CACHE, DRAFT));
    try {
      await make(draft);
      // Readable by the stores' account, whatever umask this process has.
      await runTool('chmod', ['-R', 'a+rX', draft], { env: context.env, timeoutMs: 60_000 });
      await chmod(draft, 0o755);
      await rename(draft, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  await openWay(folder, context.account, context.env, context.onProgress);
  return folder;
}

async function removeStaleDrafts(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    if (!name.startsWith(DRAFT) || Date.now() - (await stat(path)).mtimeMs < STALE_DRAFT_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}
