import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webmFilm } from '../../../demo/art/webm.ts';
import { detectMediaType, HEAD_BYTES, mediaKey, mediaTypeOf, parseMediaKey } from '../../../mappings/media.ts';
import { createLocalStore } from '../../../platform/datastore/local-store.ts';
import { storeForNewFile, type DatastoreRow } from '../../../platform/datastore/datastores.ts';

const sha256 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const odd = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('../../etc/passwd', '..', '.', '/etc/passwd', 'a/../../b', '\0', 'a\0b', '..\\..', 'x'.repeat(5000)),
  fc.array(fc.constantFrom('..', '.', '/', 'a', '\\', '\0'), { maxLength: 12 }).map((parts) => parts.join('/')),
);

test('a name has four parts from the hash and a plain type, regardless of the stated type', () => {
  fc.assert(
    fc.property(sha256, odd, (hash, type) => {
      const key = mediaKey(hash, type);
      expect(key).toMatch(/^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}\.[a-z0-9]{1,8}$/);
      const parsed = parseMediaKey(key);
      expect(Buffer.from(parsed?.sha256 ?? []).equals(hash)).toBe(true);
    }),
  );
});

test('only such a name is parsed as one', () => {
  fc.assert(
    fc.property(odd, (text) => {
      const parsed = parseMediaKey(text);
      if (parsed !== null) expect(mediaKey(parsed.sha256, parsed.type)).toBe(text);
    }),
  );
  const hex = 'ab'.repeat(32);
  expect(parseMediaKey(`ab/cd/${hex}.png`)).toBeNull();
  expect(parseMediaKey(`ab/ab/${hex}.png`)).not.toBeNull();
  expect(parseMediaKey(`ab/ab/${hex}.png/..`)).toBeNull();
});

test('a store in a folder never opens files outside of it', async () => {
  const store = createLocalStore('/nonexistent/root', 'marker');
  await fc.assert(
    fc.asyncProperty(odd, async (key) => {
      const isOutside = key.startsWith('/') || /^\.\.?(\/|$)/.test(posix.normalize(key));
      if (isOutside || key.includes('\0')) await expect(store.open(key)).rejects.toMatchObject({ code: 'bad_key' });
      else expect(await store.open(key).catch(tooLong)).toBeNull();
    }),
    { examples: [['a/\0/..'], ['.//'], ['a/..'], ['']] },
  );
});

test('a type is one of a closed list: pages and SVG are downloads', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (head) => {
      const { type } = detectMediaType(head);
      expect(mediaTypeOf(type)).toEqual(detectMediaType(head));
    }),
  );
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '', 'GIF', '\0'.repeat(64)]) {
    expect(detectMediaType(Buffer.from(text))).toMatchObject({ type: 'bin', isInline: false });
  }
  expect(detectMediaType(Buffer.from('GIF89a<script>'))).toMatchObject({ type: 'gif', mime: 'image/gif' });
  expect(detectMediaType(Buffer.from('\x1aE\xdf\xa3\x01\0\0\0B\x82\x84webm', 'latin1')).type).toBe('webm');
  expect(detectMediaType(webmFilm([], 1, 1, 1).subarray(0, HEAD_BYTES)).type).toBe('webm');
  expect(detectMediaType(Buffer.from('\0\0\0\x18ftypmp42', 'latin1')).type).toBe('mp4');
});

test('a new file goes to the store with the narrowest range around its first byte', () => {
  const rows = [row(1, 0, 255), row(2, 0x50, 0x9f), row(3, 0x80, 0x8f, false)];
  const at = (byte: number) => storeForNewFile(rows, Buffer.concat([Buffer.from([byte]), randomBytes(31)]))?.id;
  expect([0x00, 0x4f, 0x50, 0x88, 0x9f, 0xa0, 0xff].map(at)).toEqual([1, 1, 2, 2, 2, 1, 1]);
  expect(storeForNewFile([row(2, 0x50, 0x9f)], randomBytes(32).fill(0))).toBeNull();
});

function tooLong(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENAMETOOLONG') throw error;
  return null;
}

function row(id: number, first: number, last: number, takes = true): DatastoreRow {
  return { id, first_byte: first, last_byte: last, takes_files: takes } as DatastoreRow;
}
