import { expect } from 'vitest';
import type { GivenServer } from '../../../../test/integration/server/given-archive.ts';
import type { FollowItem, FollowKey, MadeFollowKey } from '../../contract/follow.ts';

export interface FollowClient {
  readonly secret: string;
  readonly send: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Sent>;
  readonly follow: (q: string, name?: string) => Promise<FollowItem>;
  readonly read: () => Promise<FollowKey>;
}

export interface Sent {
  readonly status: number;
  readonly body: unknown;
}

/** A request with this secret; null sends none. */
export async function sendFollow(
  { app }: Pick<GivenServer, 'app'>,
  secret: string | null,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Sent> {
  const answer = await app.inject({
    method,
    url: `/api/v1/follow${path}`,
    ...(body !== undefined && { payload: body }),
    ...(secret !== null && { headers: { 'follow-key': secret } }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

/** Makes a key. */
export async function givenKey(server: Pick<GivenServer, 'app'>): Promise<FollowClient> {
  const made = await sendFollow(server, null, 'POST', '/keys');
  expect(made).toMatchObject({ status: 201 });
  const { secret } = made.body as MadeFollowKey;
  const send: FollowClient['send'] = async (method, path, body) => sendFollow(server, secret, method, path, body);
  return {
    secret,
    send,
    async follow(q, name) {
      const added = await send('POST', '/items', { q, ...(name !== undefined && { name }) });
      expect(added).toMatchObject({ status: 200 });
      return added.body as FollowItem;
    },
    async read() {
      const answer = await send('GET', '');
      expect(answer).toMatchObject({ status: 200 });
      return answer.body as FollowKey;
    },
  };
}
