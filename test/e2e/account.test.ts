/** The own account in the browser: an authenticator app and passkeys are set up, required, replaced by recovery codes, and removed. */
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ADMIN, addAdmin, signIn } from '../support/admin.ts';
import { codeAt } from '../support/authenticator.ts';
import { expectAccessible } from '../support/axe.ts';
import { openPages, type OpenPages } from '../support/open-pages.ts';
import { lastingPort } from '../support/ports.ts';
import { useWorld } from '../support/world.ts';

const OUTPUT = fileURLToPath(new URL('../.output', import.meta.url));
/** Each code is valid for one step. */
const STEP_MS = 30_000;

const world = useWorld();
let pages: OpenPages;
/** The server's clock. */
let now = new Date();
let page: Page;
let secret: string;
let recoveryCodes: readonly string[];

beforeAll(async () => {
  pages = await openPages(world(), () => now, undefined, undefined, await lastingPort([]));
  page = await pages.browser.newPage({ viewport: { width: 1280, height: 900 } });
  await addAdmin(world());
});

afterAll(async () => pages?.close());

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `${OUTPUT}/account-failed.png` });
});

/** A code that no sign-in has used. Sets the clock to the next step if the current one has been used. */
async function freshCode(): Promise<string> {
  const { rows } = await world().pool.query<{ step: number | null }>('select totp_step::int as step from accounts');
  const next = (rows[0]?.step ?? 0) + 1;
  if (now.getTime() < next * STEP_MS) now = new Date(next * STEP_MS);
  return codeAt(secret, now);
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

async function enterPassword(): Promise<void> {
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByText('One more step: enter your code.').waitFor();
}

test('an account that must have a second factor is redirected to its setup, and sees nothing else', async () => {
  await world().pool.query('update accounts set totp_required = true');
  await page.goto(`${pages.origin}/admin/tasks`);
  await page.getByLabel('Name').fill(ADMIN.name);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByText('Your account requires two-factor authentication').waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/account');
  expect(await page.getByRole('navigation', { name: 'Administration' }).count()).toBe(0);
  await expectAccessible(page);
});

test('the secret is shown as a QR code and as text, and confirmed with a code', async () => {
  const setUp = page.locator('details', { hasText: 'Set up an authenticator app' });
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
  await expectAccessible(page);

  await code.fill('12345');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong').waitFor();
  await code.fill(codeAt(secret, now));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  recoveryCodes = await page.locator('.recovery-codes li').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  expect(await page.getByText(secret).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 unused recovery codes are left.').waitFor();
  await page.getByRole('link', { name: 'Boards' }).waitFor();
  await expectAccessible(page);
});

test('signing in asks for the code after the password', async () => {
  await signOut();
  await enterPassword();
  expect(await page.evaluate('document.activeElement?.getAttribute("name")')).toBe('code');
  await expectAccessible(page);
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

/** Adds an authenticator to the browser, as if a security key were plugged in. */
async function plugIn(): Promise<{ readonly client: CDPSession; readonly authenticatorId: string }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
}

test('a passkey is added by name, signs in from the keyboard, and is replaced by a code when it is not at hand', async () => {
  const { client, authenticatorId } = await plugIn();
  const add = page.locator('details', { hasText: 'Name of the passkey' });
  await add.getByText('Add a passkey').first().click();
  await add.getByLabel('Current password').fill(ADMIN.password);
  await add.getByLabel('Name of the passkey').fill('Blue key');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  recoveryCodes = await page.locator('.recovery-codes li').allInnerTexts();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.locator('.passkeys').getByText('Blue key').first().waitFor();
  await page.getByText('You sign in with your password and a passkey.').waitFor();
  await expectAccessible(page);

  const enter = async () => {
    await signOut();
    await page.getByLabel('Name').fill(ADMIN.name);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.getByText('One more step: confirm with your passkey.').waitFor();
  };
  await enter();
  await expectAccessible(page);
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Use passkey');
  expect(await page.getByRole('alert').innerText()).toBe('');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Administration' }).waitFor();
  await page.getByText('last used').waitFor();

  await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await enter();
  await page.getByRole('button', { name: 'Enter a code instead' }).click();
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('9 unused recovery codes are left.').waitFor();
});

test('a passkey is removed with a recovery code', async () => {
  const passkey = page.locator('.passkeys li', { hasText: 'Blue key' });
  await passkey.locator('summary').click();
  await passkey.getByLabel('Current password').fill(ADMIN.password);
  await passkey.getByRole('button', { name: 'Enter a code instead' }).click();
  await passkey.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await passkey.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '');
  await passkey.getByRole('button', { name: 'Remove', exact: true }).click();
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
