import { gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { compressionPlugin } from '../../../../../server/http/plugins/compression.ts';

test('the same bytes are compressed once and sent with the headers of each answer', async () => {
  const bodies = ['a', 'b'].map((letter) => Buffer.from(letter.repeat(5_000)));
  const app = fastify();
  await app.register(compressionPlugin);
  app.get('/:body', async (request, reply) => {
    const { body } = request.params as { body: string };
    return reply.type('application/json; charset=utf-8').header('etag', `"${body}"`).send(bodies[Number(body)]);
  });
  const ask = async (body: number) => app.inject({ url: `/${body}`, headers: { 'accept-encoding': 'gzip' } });
  for (const body of [0, 1, 0, 1, 1]) {
    const answer = await ask(body);
    expect(gunzipSync(answer.rawPayload)).toEqual(bodies[body]);
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(answer.rawPayload.length),
      etag: `W/"${body}"`,
      vary: 'Accept-Encoding',
    });
  }
  expect((await app.inject({ url: '/0' })).rawPayload).toEqual(bodies[0]);
  await app.close();
});
