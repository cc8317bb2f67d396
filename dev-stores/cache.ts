import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { grantTraversal } from './accounts.ts';
import { CACHE } from './layout.ts';
import type { StartContext } from './start-context.ts';
import { runTool } from './tool.ts';

/** Older drafts were left behind by a killed process. */
const STALE_DRAFT_MS = 24 * 3_600_000;
const DRAFT = '.making-';

export function isCached(name: string): boolean {
  return existsSync(join(CACHE, name));
}

/**
 * Returns the folder `name` of the cache; `make` fills it when it is missing. The folder is filled under another name and then renamed,
 * so that other processes never see it incomplete. If two processes fill it at the same time, one discards its copy.
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
      // The account of the stores must be able to read it, whatever the umask of this process is.
      await runTool('chmod', ['-R', 'a+rX', draft], { env: context.env, timeoutMs: 60_000 });
      await chmod(draft, 0o755);
      await rename(draft, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  await grantTraversal(folder, context.account, context.env, context.onProgress);
  return folder;
}

async function removeStaleDrafts(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    if (!name.startsWith(DRAFT) || Date.now() - (await stat(path)).mtimeMs < STALE_DRAFT_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}
