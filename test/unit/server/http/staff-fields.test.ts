import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { staffOnly } from '../../../../mappings/contract/staff-only.ts';
import { answered, asSeenBy } from '../../../../server/http/staff-fields.ts';

const ADMIN_OF_ALL = { role: 'admin', boards: 'all' } as const;
const Entry = Type.Object({ id: Type.Integer(), address: staffOnly(Type.String(), ADMIN_OF_ALL) });

test('a field for some accounts is found behind references, lists and alternatives', () => {
  const schemas: Readonly<Record<string, object>> = { Entry, List: Type.Object({ entries: Type.Array(Type.Any()) }) };
  const find = (name: string) => schemas[name];
  const list = { 200: { properties: { found: { items: { anyOf: [{ $ref: 'Entry#' }, { type: 'null' }] } } } } };
  const { schemas: named, staffOnly: fields } = answered(list, find);
  expect([...named]).toEqual(['Entry']);
  expect([...fields]).toEqual([['address', ADMIN_OF_ALL]]);
  expect(answered({ $ref: 'List#' }, find).staffOnly.size).toBe(0);
});

test('an account without the role gets the answer without the field, at any depth', () => {
  const at = new Date(0);
  const answer = { at, entries: [{ id: 1, address: '192.0.2.1' }, null], last: { address: '192.0.2.2', next: null } };
  const fields = new Map([['address', ADMIN_OF_ALL]]);
  const left = { at, entries: [{ id: 1 }, null], last: { next: null } };
  expect(asSeenBy(answer, fields, [])).toEqual(left);
  expect(asSeenBy(answer, fields, [{ role: 'admin', board: 'g' }])).toEqual(left);
  expect(asSeenBy(answer, fields, [{ role: 'moderator', board: null }])).toEqual(left);
  expect(asSeenBy(answer, fields, [{ role: 'admin', board: null }])).toEqual(answer);
});

test('the description of the field names the accounts', () => {
  expect(Entry.properties.address).toMatchObject({ description: 'For admins of all boards only.' });
});
