import { expect, test } from 'vitest';
import { storeReason } from '../../../../server/health/store-reason.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test.each([
  [coded('ECONNREFUSED'), 'connection_refused'],
  [new Error('connect ECONNREFUSED 10.0.0.7:9200'), 'connection_refused'],
  [new AggregateError([coded('ECONNREFUSED')], ''), 'connection_refused'],
  [new Error('outer', { cause: coded('ENOTFOUND') }), 'name_unknown'],
  [Object.assign(new Error('Request timed out'), { name: 'TimeoutError' }), 'timed_out'],
  [new Error('Command timed out'), 'timed_out'],
  [new Error('Connection terminated unexpectedly'), 'connection_lost'],
  [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'certificate'],
  [coded('28P01', 'password authentication failed'), 'login_refused'],
  [new Error('WRONGPASS invalid username-password pair'), 'login_refused'],
  [coded('53300', 'too many clients'), 'busy'],
  [coded('57P03', 'the database system is starting up'), 'starting'],
  [new Error('LOADING Redis is loading the dataset in memory'), 'starting'],
  [new Error('Connection is closed.'), 'unreachable'],
  ['no error', 'unreachable'],
])('%s is %s', (error, reason) => {
  expect(storeReason(error)).toBe(reason);
});
