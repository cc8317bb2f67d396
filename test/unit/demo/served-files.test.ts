import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useDemo } from './given-demo.ts';

const demo = useDemo();

describe('files', () => {
  test('have the size, the MD5 and the type that their posts state', async () => {
    const seen = new Map<string, string | null>();
    for (const board of demo.site.boards.values()) {
      for (const { ext = '', tim, md5, fsize } of board.files.values()) {
        if (seen.has(ext)) continue;
        const response = await demo.get(`/${board.info.board}/${tim}${ext}`);
        const body = Buffer.from(await response.arrayBuffer());
        expect(body).toHaveLength(fsize ?? 0);
        expect(createHash('md5').update(body).digest('base64')).toBe(md5);
        seen.set(ext, response.headers.get('content-type'));
      }
    }
    expect(Object.fromEntries(seen)).toEqual({
      '.jpg': 'image/jpeg',
      '.png': 'image/png',
      '.gif': 'image/gif',
      '.webm': 'video/webm',
      '.pdf': 'application/pdf',
    });
  });

  test('pictures have the width and height that their posts state, and animations have more than one frame', async () => {
    for (const picture of demo.site.pictures.all) {
      const bytes = demo.site.pictures.byMd5(picture.md5)?.bytes;
      if (['.webm', '.pdf'].includes(picture.ext)) continue;
      const { width, height, pages } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([picture.w, picture.h]);
      if (picture.ext === '.gif') expect(pages).toBeGreaterThan(1);
    }
  });

  test('thumbnails are JPEG in the size that the post states, for every kind of file', async () => {
    const kinds = new Map([...demo.site.board('travel').files.values()].map((one) => [one.ext, one]));
    for (const { tim, tn_w: width, tn_h: height } of kinds.values()) {
      const response = await demo.get(`/travel/${tim}s.jpg`);
      const metadata = await sharp(await response.arrayBuffer()).metadata();
      expect(metadata).toMatchObject({ format: 'jpeg', width, height });
    }
  });

  test('a drawing that its post links as recorded has its recording, other pictures have none', async () => {
    const posts = [...demo.site.board('draw').files.values()];
    const recorded = posts.filter(({ no, com }) => com?.includes(`javascript:oeReplay(${no});`));
    const answers = await Promise.all(recorded.map(async ({ tim }) => demo.get(`/draw/${tim}.tgkr`)));
    expect(recorded.length).toBeGreaterThan(3);
    const heads = await Promise.all(answers.map(async (answer) => (await answer.text()).slice(0, 3)));
    expect(new Set(heads)).toEqual(new Set(['TGK']));
    const other = posts.find((post) => !recorded.includes(post));
    expect((await demo.get(`/draw/${other?.tim}.tgkr`)).status).toBe(404);
  });

  test('are deleted with their posts', async () => {
    const no = await demo.created('tech/thread', {
      com: 'x',
      file: { ext: '.png', filename: 'a <b> & "c"', spoiler: true },
    });
    const [first] = (await demo.threadFile('tech', no)).posts;
    expect(first).toMatchObject({ filename: 'a &lt;b&gt; &amp; &quot;c&quot;', ext: '.png', spoiler: 1 });
    const paths = [`/tech/${first?.tim}.png`, `/tech/${first?.tim}s.jpg`];
    for (const path of paths) expect((await demo.get(path)).status).toBe(200);
    expect((await demo.get(`/tech/${first?.tim}m.jpg`)).status).toBe(404);
    expect((await demo.remove(`tech/post/${no}/file`)).status).toBe(200);
    for (const path of paths) expect((await demo.get(path)).status).toBe(404);
    const [bare] = (await demo.threadFile('tech', no)).posts;
    expect(bare).toMatchObject({ filedeleted: 1, com: 'x' });
    for (const key of ['tim', 'ext', 'md5', 'filename', 'spoiler']) expect(bare).not.toHaveProperty(key);
    expect((await demo.remove(`tech/post/${no}/file`)).status).toBe(404);
  });
});
