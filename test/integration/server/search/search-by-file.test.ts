import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchAnswer } from '../../../../mappings/contract/search.ts';
import { hashFile } from '../../../../web/src/features/search/file-hash.ts';
import { useWorld } from '../../../support/world.ts';
import { givenArchive, givenServer, START, type GivenServer } from '../given-archive.ts';

const world = useWorld();
let server: GivenServer;

/** A file whose MD5 begins with a slash and contains a plus in base64. */
const FILE = fileWith((md5) => md5.startsWith('/') && md5.includes('+'));
const OTHER = Buffer.from('another file');

function fileWith(holds: (md5: string) => boolean): Buffer {
  for (let number = 0; ; number++) {
    const file = Buffer.from(`file ${number}`);
    if (holds(createHash('md5').update(file).digest('base64'))) return file;
  }
}

const hashed = (file: Buffer) => ({
  mediaHash: createHash('md5').update(file).digest(),
  mediaHashSrc: createHash('sha256').update(file).digest(),
  mediaType: 'png',
  mediaName: 'picture',
});

beforeAll(async () => {
  const archive = givenArchive(world());
  for (const board of ['g', 'ck']) await archive.board(board);
  await archive.storeAndIndex('g', [
    { num: 1, ...hashed(FILE) },
    { num: 2, ...hashed(OTHER) },
    // The board has deleted its file, but the hashes are known.
    { num: 3, ...hashed(FILE), timeDeletedFile: new Date(START) },
    // Never fetched; only the source's MD5 is known.
    { num: 4, ...hashed(FILE), mediaHashSrc: null },
    { num: 5, ...hashed(FILE), hidden: true },
    { num: 6, comment: createHash('md5').update(FILE).digest('hex') },
  ]);
  await archive.storeAndIndex('ck', [{ num: 10, ...hashed(FILE) }]);
  server = await givenServer(world());
});

afterAll(async () => {
  await server.close();
});

async function found(q: string): Promise<string[]> {
  const { status, body } = await server.search({ q });
  expect({ q, status }).toEqual({ q, status: 200 });
  const { hits, total } = body as SearchAnswer;
  expect(total).toEqual({ value: hits.length, relation: 'eq' });
  return hits.map(({ board, num }) => `${board}/${num}`);
}

test('a file is found on all boards by the hashes that the browser computes, including deleted copies, and no other file is found', async () => {
  const { md5, sha256 } = await hashFile(new Blob([new Uint8Array(FILE)]));
  expect(await found(`md5:${md5}`)).toEqual(['ck/10', 'g/4', 'g/3', 'g/1']);
  expect(await found(`sha256:${sha256}`)).toEqual(['ck/10', 'g/3', 'g/1']);
  expect(await found(`md5:${md5} OR sha256:${sha256}`)).toEqual(['ck/10', 'g/4', 'g/3', 'g/1']);
  expect(await found(`md5:${md5} board:ck`)).toEqual(['ck/10']);
});

test('hashes are accepted in every notation', async () => {
  const md5 = createHash('md5').update(FILE).digest();
  const sha256 = createHash('sha256').update(FILE).digest();
  for (const text of [md5.toString('hex'), md5.toString('base64'), md5.toString('base64url')])
    expect(await found(`md5:${text}`)).toHaveLength(4);
  for (const text of [sha256.toString('hex').toUpperCase(), sha256.toString('base64')])
    expect(await found(`sha256:${text}`)).toHaveLength(3);
});
