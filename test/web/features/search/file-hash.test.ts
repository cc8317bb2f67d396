import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashFile } from '../../../../web/src/features/search/file-hash.ts';

const CHUNK = 256 * 1024;

function fileOf(size: number): { readonly file: Blob; readonly bytes: Buffer } {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 8)) & 0xff;
  return { file: new Blob([bytes]), bytes };
}

describe('the hashes of a file', () => {
  test.each([0, 1, 55, 56, 63, 64, 65, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 77])(
    'cover all %i bytes',
    async (size) => {
      const { file, bytes } = fileOf(size);
      expect(await hashFile(file)).toEqual({
        md5: createHash('md5').update(bytes).digest('base64'),
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
    },
  );

  test('are computed in chunks between which the page can work and shows progress', async () => {
    let drawn = 0;
    const drawing = setInterval(() => {
      drawn += 1;
    }, 0);
    const heard: number[] = [];
    await hashFile(fileOf(40 * CHUNK).file, { onProgress: (bytes) => heard.push(bytes) });
    clearInterval(drawing);
    expect(heard).toEqual(Array.from({ length: 40 }, (_, place) => (place + 1) * CHUNK));
    expect(drawn).toBeGreaterThan(10);
  });

  test('stop when the next file is dropped', async () => {
    const stop = new AbortController();
    const heard: number[] = [];
    const hashing = hashFile(fileOf(40 * CHUNK).file, {
      signal: stop.signal,
      onProgress: (bytes) => {
        heard.push(bytes);
        stop.abort(new Error('another file'));
      },
    });
    await expect(hashing).rejects.toThrow('another file');
    expect(heard).toEqual([CHUNK]);
  });
});
