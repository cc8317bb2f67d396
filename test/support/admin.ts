import type { Page } from 'playwright-core';
import { runCommand } from './commands.ts';
import type { WorldSettings } from './world.ts';

export const ADMIN = { name: 'mika', password: 'correct horse battery staple' } as const;

/** Adds an admin with the command, as an operator would. */
export async function addAdmin(
  world: WorldSettings,
  { name, password }: { readonly name: string; readonly password: string } = ADMIN,
): Promise<void> {
  const { code, output } = await runCommand(world, ['account', 'add', name], `${password}\n`);
  if (code !== 0) throw new Error(output);
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
