import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, hashWithSalt } from '../../../../server/admin/accounts/passwords.ts';

const PASSWORD = 'correct horse battery staple';

const saltOf = (stored: string) => stored.slice(0, stored.lastIndexOf('$'));
const isPassword = async (stored: string, password: string) =>
  (await hashWithSalt(saltOf(stored), password)) === stored;

test('a password matches only itself, regardless of Unicode composition', async () => {
  const stored = await hashPassword('Müller und Söhne');
  expect(await isPassword(stored, 'Mu\u0308ller und So\u0308hne')).toBe(true);
  expect(await isPassword(stored, 'Muller und Sohne')).toBe(false);
  expect(await isPassword(stored, '')).toBe(false);
});

test('hashing the same password twice gives two hashes', async () => {
  expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD));
});

test('a hash with parameters of an earlier version is computed with those', async () => {
  const older = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 2 });
  expect(await isPassword(older, PASSWORD)).toBe(true);
  expect(await isPassword(older, `${PASSWORD}.`)).toBe(false);
});

const parametersOf = (hashed: string) => hashed.split('$').slice(1, 4);

test('refusing an unknown account takes the same work', async () => {
  const salt = saltOf(await hashPassword(PASSWORD));
  const known = parametersOf(await hashWithSalt(salt, 'a wrong guess'));
  expect(known).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(parametersOf(await hashWithSalt(null, 'a wrong guess'))).toEqual(known);
});
