/** An export for version 0.1.1, which keeps the additional files of a post in `extra`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anExtraFile, aPost, insertBoard, writePosts } from '../../support/builders.ts';
import { runCommand } from '../../support/commands.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sagasu-export-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

interface Line {
  readonly num: number;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly extra_files?: unknown;
}

test('the lines have no field that version 0.1.1 refuses, and additional files are in the form of the source', async () => {
  const board = await insertBoard(world().pool, 'v');
  await writePosts(world().pool, board, [
    aPost({ num: 1, extra: { flair: 'x' } }),
    aPost({
      num: 2,
      extra: { flair: 'y' },
      extraFiles: [
        anExtraFile({
          place: 1,
          mediaTime: 1_563_642_402_863,
          mediaHash: Buffer.alloc(16, 4),
          mediaName: 'a "heron"',
          mediaType: 'png',
          mediaSize: 12,
          mediaDimsSrcW: 640,
          mediaDimsSrcH: 480,
          spoiler: true,
        }),
        anExtraFile({ place: 2, extra: { tim: '1563642402862-1' }, timeDeletedFile: new Date() }),
      ],
    }),
    aPost({ num: 3 }),
  ]);
  const out = join(folder, 'out');
  expect(await runCommand(world(), ['export', 'archive', out, '--no-files', '--for', '0.1.1'])).toMatchObject({
    code: 0,
  });
  const text = zstdDecompressSync(await readFile(join(out, '000001/posts-v.ndjson.zst'))).toString();
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .toSorted((a, b) => a.num - b.num);
  expect(lines.map(({ num, extra, extra_files: files }) => ({ num, extra, files }))).toEqual([
    { num: 1, extra: { flair: 'x' } },
    {
      num: 2,
      extra: {
        flair: 'y',
        extra_files: [
          {
            tim: '1563642402863',
            md5: 'BAQEBAQEBAQEBAQEBAQEBA==',
            filename: 'a "heron"',
            ext: '.png',
            fsize: 12,
            w: 640,
            h: 480,
            spoiler: 1,
          },
          { tim: '1563642402862-1', filedeleted: 1 },
        ],
      },
    },
    { num: 3 },
  ]);
});

test('another version than the listed ones is refused with the list', async () => {
  expect(await runCommand(world(), ['export', 'archive', join(folder, 'none'), '--for', '0.0.9'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('0.1.1') as string,
  });
});
