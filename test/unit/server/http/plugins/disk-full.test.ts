import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { problemsPlugin } from '../../../../../server/http/plugins/problems.ts';

test('a request whose file does not fit on the disk is answered with 503 and may be repeated', async () => {
  const app = fastify();
  await app.register(problemsPlugin);
  app.get('/api/v1/full', async () => pipeline([Buffer.alloc(10)], createWriteStream('/dev/full')));
  const { statusCode, headers, body } = await app.inject({ url: '/api/v1/full' });
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  expect(JSON.parse(body)).toMatchObject({
    code: 'disk_full',
    detail: 'A disk of the archive is full. Try again later.',
  });
});
