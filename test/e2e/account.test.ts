/** The own account in the browser: an authenticator app is set up, required, replaced by a recovery code, and removed. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ADMIN, addAdmin, signIn } from '../support/admin.ts';
import { eventually } from '../support/archive.ts';
import { codeAt } from '../support/authenticator.ts';
import { axeViolationsOf } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { freePort } from '../support/ports.ts';
import { startProcess, stopProcess } from '../support/processes.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
/** At 400 % zoom. */
const NARROWEST = { width: 320, height: 640 };
/** A step of a code, and the one after which the next code differs from the last. */
const STEP_MS = 30_000;

const world = useWorld();
let server: ChildProcess;
let serverUrl: string;
let browser: Browser;
let page: Page;
let secret: string;
let recoveryCodes: readonly string[];

beforeAll(async () => {
  const port = await freePort();
  serverUrl = `http://127.0.0.1:${port}`;
  server = startProcess('server/main.ts', world(), { SAGASU_PORT: String(port) });
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await eventually('the server is ready', async () => (await fetch(`${serverUrl}/readyz`)).ok, 120_000);
  await addAdmin(world());
});

afterAll(async () => {
  await browser?.close();
  await stopProcess(server);
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `${OUTPUT}/account-failed.png` });
});

/** Checks both themes, wide and at 320 px, where nothing may scroll sideways. */
async function expectAccessible(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolationsOf(page)).toEqual([]);
  }
  await page.setViewportSize(NARROWEST);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(NARROWEST.width);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** A code that no sign-in has used, from at most a minute ahead. */
async function freshCode(): Promise<string> {
  const { rows } = await world().pool.query<{ step: number | null }>('select totp_step::int as step from accounts');
  const last = rows[0]?.step ?? 0;
  await eventually('the next step of the codes', async () => Math.floor(Date.now() / STEP_MS) + 1 > last, 60_000);
  // The step after this one is accepted too.
  const step = Math.max(last + 1, Math.floor(Date.now() / STEP_MS));
  return codeAt(secret, new Date(step * STEP_MS));
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

async function enterPassword(): Promise<void> {
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByText('Now enter your code.').waitFor();
}

test('an account that must have a second factor is redirected to its setup, and sees nothing else', async () => {
  await world().pool.query('update accounts set totp_required = true');
  await page.goto(`${serverUrl}/admin/tasks`);
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByText('Your account requires two-factor authentication').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/account');
  expect(await page.getByRole('navigation', { name: 'Administration' }).count()).toBe(0);
  await expectAccessible();
});

test('the secret is shown as a QR code and as text, and confirmed with a code', async () => {
  const setUp = page.locator('section', { hasText: 'Two-factor authentication' });
  await setUp.getByLabel('Current password').fill('not the password');
  await setUp.getByRole('button', { name: 'Set up authenticator app' }).click();
  await setUp.getByText('Wrong password.').waitFor();
  await setUp.getByLabel('Current password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code with the key below' }).waitFor();
  secret = (await page.locator('.totp-secret code').innerText()).replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const code = page.getByLabel('Code from your authenticator app');
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await code.getAttribute('inputmode')).toBe('numeric');
  await expectAccessible();

  await code.fill('12345');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong').waitFor();
  await code.fill(codeAt(secret, new Date()));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  recoveryCodes = await page.locator('.recovery-codes li').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  expect(await page.getByText(secret).count()).toBe(0);
  await expectAccessible();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 unused recovery codes are left.').waitFor();
  await page.getByRole('link', { name: 'Boards' }).waitFor();
  await expectAccessible();
});

test('signing in asks for the code after the password', async () => {
  await signOut();
  await enterPassword();
  expect(await page.evaluate('document.activeElement?.getAttribute("name")')).toBe('code');
  await expectAccessible();
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong').waitFor();
  await page.getByLabel('Code from your authenticator app').fill(await freshCode());
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Administration' }).waitFor();
});

test('a recovery code signs in without the app', async () => {
  await signOut();
  await enterPassword();
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Administration' }).waitFor();
  await page.getByRole('link', { name: ADMIN.name }).click();
  await page.getByText('9 unused recovery codes are left.').waitFor();
});

test('the app is removed with the password and a code', async () => {
  await world().pool.query('update accounts set totp_required = false');
  await page.getByText('Remove or replace the app').click();
  const remove = page.locator('details', { hasText: 'Remove or replace the app' });
  await remove.getByLabel('Current password').fill(ADMIN.password);
  await remove.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await remove.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '');
  await remove.getByRole('button', { name: 'Remove authenticator app' }).click();
  await page.getByText('sign in with your password only.').first().waitFor();
});

test('the password is changed, and the session continues', async () => {
  const form = page.locator('section', { hasText: 'This signs you out everywhere else.' });
  await form.getByLabel('Current password').fill(ADMIN.password);
  await form.getByLabel('New password').fill('another long password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('You are signed out everywhere else.').first().waitFor();
  await signOut();
  await page.getByLabel('Name').waitFor();
  await signIn(page, { name: ADMIN.name, password: 'another long password' });
});
