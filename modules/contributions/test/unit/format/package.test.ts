import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import sodium from 'libsodium-wrappers';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  archiveKeys,
  contributorKeys,
  MAX_PACKAGE_BYTES,
  openPackage,
  PackageError,
  sealPackage,
  type KeyPair,
} from '../../../format/package.ts';
import { writeDump } from '../../../format/write-dump.ts';
import { PICTURE } from './sample-dump.ts';

const XML = writeDump(PICTURE);
let archive: KeyPair;
let other: KeyPair;
let contributor: KeyPair;
beforeAll(async () => {
  archive = await archiveKeys(Buffer.alloc(32, 1));
  other = await archiveKeys(Buffer.alloc(32, 2));
  contributor = await contributorKeys(Buffer.alloc(32, 3));
});

/** Seals any content to the archive. */
function sealAround(content: Uint8Array): Buffer {
  const sealed = sodium.crypto_box_seal(content, archive.publicKey);
  return Buffer.concat([Buffer.from('SGD1'), archive.publicKey.subarray(0, 8), sealed]);
}

test('a package contains the dump and its contributor', async () => {
  const bytes = await sealPackage(XML, archive.publicKey, contributor);
  expect(bytes.includes('sagasu')).toBe(false);
  const { xml, contributor: by } = await openPackage(bytes, archive);
  expect(String(xml)).toBe(XML);
  expect(by).toEqual(Buffer.from(contributor.publicKey));
});

test('an unsigned package has no contributor', async () => {
  const opened = await openPackage(await sealPackage(XML, archive.publicKey, null), archive);
  expect(opened).toEqual({ xml: Buffer.from(XML), contributor: null, release: null });
});

async function refused(bytes: Uint8Array): Promise<unknown> {
  return openPackage(bytes, archive).then(
    () => 'opened',
    (error: unknown) => (error instanceof PackageError ? error.reason : error),
  );
}

describe('the archive does not open', () => {
  test('random bytes, empty packages and oversized packages', async () => {
    expect(await refused(Buffer.alloc(0))).toBe('form');
    expect(await refused(randomBytes(500))).toBe('form');
    expect(await refused(Buffer.concat([Buffer.from('SGD1'), randomBytes(MAX_PACKAGE_BYTES)]))).toBe('form');
  });

  test('a package for another archive', async () => {
    const theirs = await sealPackage(XML, other.publicKey, contributor);
    expect(await refused(theirs)).toBe('key');
    archive.publicKey.slice(0, 8).forEach((byte, at) => (theirs[4 + at] = byte));
    expect(await refused(theirs)).toBe('seal');
  });

  test('a signature that was made for another archive, or for another dump', async () => {
    const opened = sodium.crypto_box_seal_open(
      (await sealPackage(XML, other.publicKey, contributor)).subarray(12),
      other.publicKey,
      other.privateKey,
    );
    expect(await refused(sealAround(opened))).toBe('signature');
    const packed = gzipSync(XML.replace('800', '801'));
    expect(await refused(sealAround(Buffer.concat([opened.subarray(0, 96), packed])))).toBe('signature');
    // A key without its signature is refused too.
    expect(await refused(sealAround(Buffer.concat([opened.subarray(0, 32), Buffer.alloc(64), packed])))).toBe(
      'signature',
    );
  });

  test('a compression bomb, or content that is not compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 2 ** 20));
    expect(bomb.length).toBeLessThan(MAX_PACKAGE_BYTES);
    expect(await refused(sealAround(Buffer.concat([Buffer.alloc(96), bomb])))).toBe('compression');
    expect(await refused(sealAround(Buffer.concat([Buffer.alloc(96), Buffer.from(XML)])))).toBe('compression');
    expect(await refused(sealAround(Buffer.alloc(96)))).toBe('form');
  });

  test('a package with any bit changed', async () => {
    const bytes = await sealPackage(XML, archive.publicKey, contributor);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect(await refused(changed), `byte ${at}`).toMatch(/^(form|key|seal)$/);
    }
  });
});
