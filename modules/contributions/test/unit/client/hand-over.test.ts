import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openArchive } from '../../../client/archive/archive.ts';
import { handOverWanted, noteOffered } from '../../../client/contribute/offered-files.ts';
import { contributorKeys } from '../../../format/package.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('only requested files are uploaded, and a changed file is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-offers-'));
  const notes = join(folder, 'notes');
  const files = ['wanted', 'kept', 'changed'];
  for (const name of files) {
    await writeFile(join(folder, name), name);
    await noteOffered(notes, sha256(name), Buffer.from(join(folder, name)));
  }
  await writeFile(join(folder, 'changed'), 'something else');
  const sent: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const url = request.url ?? '';
      if (request.method === 'PUT') {
        sent.push(`${url} ${request.headers['content-length']} ${Buffer.concat(chunks).toString()}`);
        return response.writeHead(202).end('{"state":"uploaded"}');
      }
      const wanted = ['wanted', 'changed', 'of nobody'].map((name) => ({ sha256: sha256(name), size: name.length }));
      return response.end(
        JSON.stringify(url.endsWith('/key') ? { key: Buffer.alloc(32).toString('base64') } : { files: wanted }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const archive = await openArchive({ address, contributor: await contributorKeys(Buffer.alloc(32, 1)) });
  const { count, failed } = await handOverWanted(archive, notes);
  expect(sent).toEqual([`/api/v1/dumps/files/${sha256('wanted')} 6 wanted`]);
  expect(count).toBe(1);
  expect(failed).toEqual([
    { path: Buffer.from(join(folder, 'changed')), problem: 'the archive asks for it, and it has changed since' },
  ]);
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
