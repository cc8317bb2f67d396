import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { eventually, startArchive, type Archive } from '../../../support/archive.ts';
import { useWorld } from '../../../support/world.ts';

const world = useWorld();
let archive: Archive;

beforeAll(async () => {
  archive = await startArchive(world());
});

afterAll(async () => archive.stop());

test("the demo source's files are archived, and posts show the archive's own thumbnails", async () => {
  let file: { readonly url: string; readonly thumb_url: string } | undefined;
  await eventually('a post shows an archived picture', async () => {
    const { rows } = await world().pool.query<{ board: string; num: string }>(
      `select b.name as board, p.num from posts p join boards b on b.id = p.board_id
       where p.media_hash_src is not null and p.media_hash_thb is not null and p.media_type = 'png' limit 1`,
    );
    if (rows[0] === undefined) return false;
    const answer = await fetch(`${archive.serverUrl}/api/v1/boards/${rows[0].board}/posts/${rows[0].num}`);
    ({ file } = (await answer.json()) as { file: NonNullable<typeof file> });
    return file !== undefined;
  });
  expect(file?.url).toMatch(/^\/media\/[0-9a-f]{2}\//);
  const [whole, thumb] = await Promise.all(
    [file?.url, file?.thumb_url].map(async (address) => fetch(`${archive.serverUrl}${address}`)),
  );
  expect([whole?.status, thumb?.status]).toEqual([200, 200]);
  const { width, height } = await sharp(Buffer.from((await thumb?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(250);
});
