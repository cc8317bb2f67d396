import { errors, type estypes } from '@elastic/elasticsearch';
import { expect, test } from 'vitest';
import { retryOtherReplicas } from '../../../../../server/search/elasticsearch/retry-replicas.ts';

const whole = answer(0);
const never = new AbortController().signal;

function answer(failed: number, ...types: string[]): estypes.SearchResponse {
  const failures = types.map((type) => ({ shard: 0, reason: { type } }));
  return {
    took: 1,
    timed_out: false,
    hits: { hits: [] },
    _shards: { total: 2, successful: 2 - failed, failed, ...(failures.length > 0 && { failures }) },
  };
}

/** Returns the given answers or errors in turn; then a whole answer. */
function engine(...outcomes: (estypes.SearchResponse | Error)[]) {
  const left = [...outcomes];
  const asked = { times: 0 };
  const ask = async () => {
    asked.times++;
    const next = left.shift() ?? whole;
    if (next instanceof Error) throw next;
    return next;
  };
  return { ask, asked };
}

test.each([
  ['the connection breaks', new errors.ConnectionError('gone')],
  ['a shard has no copy, and is not listed', answer(1)],
  ['a node dies between hits and their marks', answer(1, 'node_disconnected_exception')],
])('a request is sent again if %s', async (_, outcome) => {
  const { ask, asked } = engine(outcome);
  expect(await retryOtherReplicas(ask, never)).toBe(whole);
  expect(asked.times).toBe(2);
});

test.each([
  ['whole', whole],
  ['without a shard that cannot answer this query', answer(1, 'illegal_argument_exception')],
])('an answer that is %s is accepted', async (_, outcome) => {
  const { ask, asked } = engine(outcome);
  expect(await retryOtherReplicas(ask, never)).toBe(outcome);
  expect(asked.times).toBe(1);
});

test('a lasting failure is requested three times, and the last answer is returned unchanged', async () => {
  const last = answer(1, 'no_shard_available_action_exception');
  const { ask, asked } = engine(new errors.ConnectionError('gone'), answer(1), last);
  expect(await retryOtherReplicas(ask, never)).toBe(last);
  expect(asked.times).toBe(3);
});

test('a time-out is not retried, nor is anything after the caller has left', async () => {
  const slow = engine(new errors.TimeoutError('slow'));
  await expect(retryOtherReplicas(slow.ask, never)).rejects.toThrow(errors.TimeoutError);
  expect(slow.asked.times).toBe(1);
  const gone = engine(new errors.ConnectionError('gone'));
  await expect(retryOtherReplicas(gone.ask, AbortSignal.abort())).rejects.toThrow(errors.ConnectionError);
  expect(gone.asked.times).toBe(1);
});
