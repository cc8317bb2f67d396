import { expect, test } from 'vitest';
import { contentDisposition } from '../../../../server/media/content-disposition.ts';

const file = (type: string) => ({ sha256: Buffer.alloc(32, 0xab), type, size: '1', datastore_id: 1 });

test.each([
  ['png', 'loaf.png', 'inline; filename="loaf.png"'],
  ['jpg', 'my loaf.JPEG', 'inline; filename="my loaf.JPEG"'],
  ['png', 'v1.2', 'inline; filename="v1.2.png"'],
  ['jpg', 'パン.jpg', `inline; filename="__.jpg"; filename*=UTF-8''%E3%83%91%E3%83%B3.jpg`],
  ['png', "it's 100%.png", `inline; filename="it's 100_.png"; filename*=UTF-8''it%27s%20100%25.png`],
])('a %s named %j is sent as %j', (type, name, sent) => {
  expect(contentDisposition(file(type), true, name)).toBe(sent);
});

test.each([
  ['another type', 'setup.exe', 'setup.exe.png'],
  ['a folder', '../../etc/passwd.png', 'etc_passwd.png'],
  ['a disguised type', 'photo\u202Egnp.exe', 'photo_gnp.exe.png'],
  ['another header', 'a"\r\nset-cookie: b.png', 'a___set-cookie_ b.png'],
  ['a length that file systems refuse', `${'a'.repeat(900)}.png`, `${'a'.repeat(200)}.png`],
])('a name cannot have %s', (_, name, sent) => {
  expect(contentDisposition(file('png'), false, name)).toBe(`attachment; filename="${sent}"`);
});

test.each([undefined, '', '..', '/'])('without a usable name (%j) the hash is the name', (name) => {
  expect(contentDisposition(file('png'), true, name)).toBe(`inline; filename="${'ab'.repeat(32)}.png"`);
});
