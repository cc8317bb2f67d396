import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OEmbed } from '../../../mappings/contract/oembed.ts';
import { useWorld } from '../../support/world.ts';
import { givenArchive, givenServer, type GivenServer } from './given-archive.ts';

const world = useWorld();
const HOST = 'archive.example.org';
let server: GivenServer;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.store('g', [
    { num: 100, thread: 100, opener: true, subject: 'Herons & <owls>', comment: 'a grey heron' },
    { num: 101, thread: 100, comment: 'an owl' },
    { num: 102, thread: 100, comment: 'a secret', hidden: true },
  ]);
  server = await givenServer(world());
});
afterAll(async () => server?.close());

const embed = async (path: string, more = '') =>
  server.get(`/api/v1/oembed?url=${encodeURIComponent(`http://${HOST}${path}`)}${more}`, { host: HOST });

test('a thread and a post of it are embedded, also with parameters that this archive does not know', async () => {
  const { status, body } = await embed('/g/thread/100', '&format=json&dnt=1&maxwidth=300');
  expect(status).toBe(200);
  expect(body).toMatchObject({ version: '1.0', type: 'rich', title: 'Herons & <owls>', width: 300, height: null });
  expect(((await embed('/g/thread/100#p101')).body as OEmbed).html).toContain('<p>an owl</p>');
});

test.each(['/g/thread/100#p102', '/g/post/102', '/g/thread/999', '/nowhere/thread/100', '/search?q=heron'])(
  '%s is not embedded',
  async (path) => {
    const { status, body } = await embed(path);
    expect({ status, body }).toMatchObject({ status: 404, body: { code: 'post_unknown' } });
    expect(JSON.stringify(body)).not.toContain('secret');
  },
);

test('addresses of other archives are not embedded, and other formats are refused with a sentence', async () => {
  const elsewhere = encodeURIComponent('http://elsewhere.example.org/g/thread/100');
  expect((await server.get(`/api/v1/oembed?url=${elsewhere}`, { host: HOST })).status).toBe(404);
  expect(await embed('/g/thread/100', '&format=xml')).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
  expect(await embed('/g/thread/100', '&maxwidth=0')).toMatchObject({ status: 400, body: { code: 'request_invalid' } });
});
