import { expect, test } from 'vitest';
import { directAddress, withoutDirect } from '../../../platform/direct-address.ts';
import { readConfig } from '../../../platform/config.ts';

const POOLER = 'postgres://me:pw@bouncer:6432/posts?sslmode=require';

test.each([
  ['db', 'postgres://me:pw@db/posts?sslmode=require'],
  ['10.0.0.1:5433', 'postgres://me:pw@10.0.0.1:5433/posts?sslmode=require'],
  ['[::1]:5433', 'postgres://me:pw@[::1]:5433/posts?sslmode=require'],
  ['/run/postgresql', 'postgres://me:pw@localhost/posts?sslmode=require&host=%2Frun%2Fpostgresql'],
  ['/run/postgresql:5433', 'postgres://me:pw@localhost:5433/posts?sslmode=require&host=%2Frun%2Fpostgresql'],
])('direct=%s names PostgreSQL with the same login, database and parameters', (place, address) => {
  const { databaseUrl } = readConfig({ DATABASE_URL: `${POOLER}&direct=${place}` });
  expect(directAddress(databaseUrl ?? '')).toBe(address);
  expect(withoutDirect(databaseUrl ?? '')).toBe(POOLER);
});

test('an address without direct= is the one of PostgreSQL, and a wrong place is refused', () => {
  expect([directAddress(POOLER), withoutDirect(POOLER)]).toEqual([POOLER, POOLER]);
  expect(() => readConfig({ DATABASE_URL: `${POOLER}&direct=db:port` })).toThrow(
    'DATABASE_URL must name PostgreSQL after direct= as host:port',
  );
});
