import { expect, test } from 'vitest';
import { DatastoreUnavailableError } from '../../../../platform/datastore/datastore.ts';
import { UnavailableError } from '../../../../platform/errors.ts';
import { waitingReason } from '../../../../scraper/media/waiting-reason.ts';

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each<[string, Error, string | null]>([
  ['Redis', new UnavailableError('Redis', 'Redis: Connection is closed.'), 'Redis is unavailable'],
  ['PostgreSQL', coded('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'), 'PostgreSQL is unavailable'],
  ['PostgreSQL that stops', coded('57P01', 'terminating connection'), 'PostgreSQL is unavailable'],
  [
    'a lock',
    coded('55P03', 'canceling statement due to lock timeout'),
    'PostgreSQL ended a statement: a statement waited too long for a lock',
  ],
  ['a full disk', coded('ENOSPC', 'write ENOSPC'), 'a disk is full'],
  ['a datastore', new DatastoreUnavailableError('s3 answers 503'), 'a datastore is unavailable (s3 answers 503)'],
  ['a missing column', coded('42703', 'column "x" does not exist'), null],
  ['a defect', new TypeError('x is undefined'), null],
])('the reason names %s', (_, error, reason) => {
  expect(waitingReason(error)).toBe(reason);
});
