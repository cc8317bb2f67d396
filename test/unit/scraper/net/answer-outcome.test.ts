import { expect, test } from 'vitest';
import { outcomeOf } from '../../../../scraper/net/answer-outcome.ts';
import type { FetchResult } from '../../../../scraper/net/fetch.ts';
import { refusalOf } from '../../../../scraper/sources/parse-result.ts';

const failed = (code: string | null, byProxy?: true): FetchResult => ({
  kind: 'failed',
  code,
  detail: 'words of the system',
  ...(byProxy && { byProxy }),
});

test.each([
  [failed('ECONNREFUSED'), 'connection_refused'],
  [failed('ENOTFOUND'), 'name_unknown'],
  [failed('UND_ERR_HEADERS_TIMEOUT'), 'timed_out'],
  [failed('ECONNRESET'), 'connection_lost'],
  [failed('CERT_HAS_EXPIRED'), 'certificate'],
  [failed('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate'],
  [failed('EHOSTUNREACH'), 'unreachable'],
  [failed(null), 'unreachable'],
  [failed('ECONNREFUSED', true), 'proxy_error'],
] as const)('%o is %s, with the words of the error', (answer, outcome) => {
  expect(outcomeOf(answer, null)).toEqual({ outcome, detail: 'words of the system' });
});

test('an error status is kept as a number', () => {
  const slow = { kind: 'slow-down', status: 503, retryAfterMs: null } as const;
  expect(outcomeOf(slow, null)).toEqual({ outcome: 'http_status', detail: '503' });
  const refused = { kind: 'refused', refusal: refusalOf('status', 'status 418', '') } as const;
  expect(outcomeOf(refused, null)).toEqual({ outcome: 'http_status', detail: '418' });
});

test('a refused list keeps no text of the document', () => {
  const fetched = { kind: 'fetched', body: 'secret', lastModified: null, mayStillChange: false } as const;
  expect(outcomeOf(fetched, 'wrong_type')).toEqual({ outcome: 'unreadable', detail: null });
  expect(outcomeOf(fetched, 'not_found')).toEqual({ outcome: 'no_board', detail: null });
  expect(outcomeOf(fetched, null)).toEqual({ outcome: 'ok', detail: null });
  const charset = { kind: 'refused', refusal: refusalOf('charset', 'quotes secret words', '') } as const;
  expect(outcomeOf(charset, null)).toEqual({ outcome: 'unreadable', detail: null });
});
