import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { CORS_HEADERS, headersPlugin } from '../../../../../server/http/plugins/headers.ts';
import { problemsPlugin } from '../../../../../server/http/plugins/problems.ts';

async function givenApp() {
  const app = fastify();
  await app.register(problemsPlugin);
  await app.register(headersPlugin);
  app.get('/known', async (_request, reply) => reply.code(304).header('etag', '"a"').send());
  app.get('/own', async (_request, reply) => reply.header('content-security-policy', 'sandbox').send('a'));
  app.get('/wrong', async () => {
    throw new Error('wrong');
  });
  return app;
}

const GUARDS = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'];

test.each(['/own', '/wrong', '/nothing'])('%s may be read by any page, and has the security headers', async (url) => {
  const { headers } = await (await givenApp()).inject({ url });
  expect(headers).toMatchObject(CORS_HEADERS);
  for (const name of GUARDS) expect(headers).toHaveProperty(name);
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
});

test('a header that a route sets itself is kept', async () => {
  expect((await (await givenApp()).inject({ url: '/own' })).headers['content-security-policy']).toBe('sandbox');
});

test('a 304 has the CORS headers and no security headers', async () => {
  const { statusCode, headers } = await (await givenApp()).inject({ url: '/known' });
  expect(statusCode).toBe(304);
  expect(headers).toMatchObject({ ...CORS_HEADERS, etag: '"a"' });
  for (const name of GUARDS) expect(headers).not.toHaveProperty(name);
});

test('a CORS preflight of a request with a key is allowed to read, and nothing more', async () => {
  const answer = await (
    await givenApp()
  ).inject({
    method: 'OPTIONS',
    url: '/known',
    headers: {
      origin: 'https://example.org',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'authorization',
    'access-control-max-age': '86400',
    vary: 'Access-Control-Request-Headers',
  });
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
});

test.each([{}, { origin: 'https://example.org' }, { 'access-control-request-method': 'GET' }])(
  'OPTIONS with %j, which is not a preflight, is refused',
  async (headers: Record<string, string>) => {
    const answer = await (await givenApp()).inject({ method: 'OPTIONS', url: '/known', headers });
    expect(answer.json()).toMatchObject({ status: 400, code: 'request_invalid' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-methods');
  },
);
