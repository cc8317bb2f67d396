/** BASC-py4chan from PyPI: a client of the 4chan API that was not written for this archive. */
import { execFile } from 'node:child_process';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pythonPrograms } from '../../../../test/support/python.ts';
import { useWorld } from '../../../../test/support/world.ts';
import { givenArchive, givenServer, type GivenServer } from '../../../../test/integration/server/given-archive.ts';

const world = useWorld();
const SCRIPT = fileURLToPath(new URL('basc-py4chan.py', import.meta.url));
const python = await pythonPrograms(['basc-py4chan==0.6.6']);
const statuses: (readonly [string, number])[] = [];
let server: GivenServer;
let proxy: Server;

beforeAll(async () => {
  const archive = givenArchive(world());
  await archive.board('g');
  await archive.store('g', [
    {
      num: 100,
      thread: 100,
      opener: true,
      subject: 'Tea',
      comment: 'first<br><span class="quote">&gt;line</span>',
      sticky: true,
      mediaTime: 1_400_000_000_123,
      mediaName: 'cup',
      mediaType: 'png',
      mediaHash: Buffer.from('IQuZJ6Cfo2Jm7h+UFgMmMQ==', 'base64'),
      mediaSize: 123,
      mediaDimsSrcW: 8,
      mediaDimsSrcH: 6,
      extra: { semantic_url: 'tea-milk' },
    },
    { num: 101, thread: 100, comment: 'reply' },
    { num: 102, thread: 100, comment: 'hidden', hidden: true },
    { num: 200, thread: 200, opener: true },
  ]);
  server = await givenServer(world());
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  proxy = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '').pathname;
    const { method, headers } = incoming;
    ask({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      statuses.push([path, answer.statusCode ?? 0]);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    }).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => proxy.close(resolve));
  await server.close();
});

test('it reads boards, lists and threads, and handles 304 and 404', async () => {
  const { port } = proxy.address() as AddressInfo;
  const environment = { PATH: process.env['PATH'], http_proxy: `http://127.0.0.1:${port}` };
  const { stdout } = await promisify(execFile)(python, [SCRIPT, '100', '999'], {
    env: environment,
    timeout: 60_000,
  });
  expect(JSON.parse(stdout)).toEqual({
    boards: ['g'],
    title: 'Title of g',
    pages: 10,
    per_page: 15,
    worksafe: true,
    thread: {
      id: 100,
      closed: false,
      sticky: true,
      archived: false,
      subject: 'Tea',
      slug: 'tea-milk',
      posts: [
        [100, 'first\n>line', true],
        [101, 'reply', false],
      ],
      files: [
        {
          name: 'cup.png',
          md5: '210b9927a09fa36266ee1f9416032631',
          size: 123,
          url: 'http://i.4cdn.org/g/1400000000123.png',
        },
      ],
      new_posts: 0,
    },
    exists: [true, false],
    missing: null,
    ids: [100, 200],
    page: expect.arrayContaining([100, 200]) as number[],
    all: [100, 200],
  });
  // Updates the thread that the client has read before.
  expect(statuses).toContainEqual(['/g/thread/100.json', 304]);
});
