/** Child processes of the client, and unusual files on disks. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT } from '../../../client/client.ts';
import { findFiles, printPath } from '../../../client/contribute/find-files.ts';
import { createDescriber, type Describer } from '../../../client/describe/describer.ts';
import { wavFile } from '../../../../../test/support/wav-file.ts';

let folder: string;
let describer: Describer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-describer-'));
  describer = createDescriber({ client: CLIENT, processes: 1 });
});
afterAll(async () => {
  describer.close();
  await rm(folder, { recursive: true });
});

test('a file that crashes its process is described without decoding, and others are not affected', async () => {
  const [bad, good] = ['bad.wav', 'good.wav'].map((name) => Buffer.from(join(folder, name))) as [Buffer, Buffer];
  for (const path of [bad, good]) writeFileSync(path, wavFile(1));
  const both = [describer.describe(bad, 1), describer.describe(good, 1)];
  for (const pid of describer.pids) process.kill(pid, 'SIGKILL');
  const [ofBad, ofGood] = await Promise.all(both);
  expect(ofBad).toMatchObject({
    dump: { file: { size: wavFile(1).length }, media: null },
    missing: 'pixels and tracks (it ended the process that read it)',
  });
  expect(ofGood).toMatchObject({ dump: { media: { container: 'Wave' } }, missing: '' });
});

test('a file that takes too long is aborted and reported', async () => {
  const path = Buffer.from(join(folder, 'slow.wav'));
  writeFileSync(path, wavFile(1));
  const hasty = createDescriber({ client: CLIENT, processes: 1, timeoutMs: 1 });
  await expect(hasty.describe(path, 1)).rejects.toThrow('it took too long');
  hasty.close();
  await expect(describer.describe(path, 1)).resolves.toMatchObject({ missing: '' });
});

test('entries that are not regular files are reported and never opened for reading', async () => {
  const inside = join(folder, 'inside');
  mkdirSync(join(inside, 'deeper'), { recursive: true });
  execFileSync('mkfifo', [join(inside, 'a pipe')]);
  writeFileSync(join(folder, 'elsewhere'), 'elsewhere');
  symlinkSync(join(folder, 'elsewhere'), join(inside, 'link'));
  symlinkSync(inside, join(inside, 'circle'));
  writeFileSync(join(inside, 'deeper', 'new\nline \u001B[2J.txt'), 'odd');
  const noText = Buffer.concat([Buffer.from(`${inside}/`), Buffer.from([0x66, 0xff, 0xfe])]);
  writeFileSync(noText, 'no text');
  const { files, leftOut } = await findFiles([inside, join(folder, 'nothing'), join(inside, 'link'), inside]);
  const named = files.map(({ path }) => printPath(path).slice(folder.length + 1));
  expect(named).toEqual(['inside/deeper/new\\u{a}line \\u{1b}[2J.txt', 'inside/f\uFFFD\uFFFD', 'inside/link']);
  expect(new Set(leftOut.map(({ path, reason }) => `${printPath(path).slice(folder.length + 1)}: ${reason}`))).toEqual(
    new Set([
      'inside/a pipe: no regular file',
      'inside/circle: a link',
      'inside/link: a link',
      'nothing: there is no such file',
    ]),
  );
  const described = await Promise.all(files.map(async ({ path, size }) => describer.describe(path, size)));
  expect(described.map(({ dump }) => dump.file.size)).toEqual([3, 7, 9]);
  // A FIFO may have replaced a file in the meantime.
  await expect(describer.describe(Buffer.from(join(inside, 'a pipe')), 1)).rejects.toThrow('it is no regular file');
  await expect(describer.describe(Buffer.from(join(inside, 'gone')), 1)).rejects.toThrow('it is gone');
});
