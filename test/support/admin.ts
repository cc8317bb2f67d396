import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { worldEnvironment } from './processes.ts';
import type { WorldSettings } from './world.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const ADMIN = { name: 'mika', password: 'correct horse battery staple' } as const;

/** Adds an admin with the command, as an operator would. */
export async function addAdmin(
  world: WorldSettings,
  { name, password }: { readonly name: string; readonly password: string } = ADMIN,
): Promise<void> {
  const child = spawn(process.execPath, ['cli/main.ts', 'account', 'add', name], {
    cwd: ROOT,
    env: worldEnvironment(world),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(`${password}\n`);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`sagasu account add ended with ${code}`);
}

/** Signs in through the form, as a person would. Returns when the requested page is there. */
export async function signIn(
  page: Page,
  { name, password }: { readonly name: string; readonly password: string } = ADMIN,
): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Administration' }).waitFor();
}
