/**
 * A package contains a dump: compressed, signed by the contributor, and sealed so that only the archive can open it.
 *
 *     "SGD1"  archive key (first 8 bytes)  sealed box of:  contributor key (32)  signature (64)  gzip of the XML
 *     "SGD2"  archive key (first 8 bytes)  sealed box of:  contributor key (32)  signature (64)  length (2)  release  gzip of the XML
 *
 * The signature (Ed25519) covers the archive's whole key, so a package for one archive is not valid at another. In an unsigned package,
 * key and signature are zero. The second form is always signed, and has the statement of the client's release (release.ts) as JSON. Its signature also
 * covers length and release.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import sodium from 'libsodium-wrappers';
import { MAX_DUMP_BYTES } from './dump.ts';
import { MAX_RELEASE_BYTES, isSignedRelease, readRelease, type ReleaseStatement } from './release.ts';

const MAGIC = Buffer.from('SGD1');
const MAGIC_WITH_RELEASE = Buffer.from('SGD2');
const KEY_HINT_BYTES = 8;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const CONTEXT = Buffer.from('sagasu dump package 1\0');
const CONTEXT_WITH_RELEASE = Buffer.from('sagasu dump package 2\0');
const LENGTH_BYTES = 2;

/** Limit of a package in bytes. Larger packages are refused unread. */
export const MAX_PACKAGE_BYTES = 32 * 1024;

/** The media type of a package. */
export const PACKAGE_TYPE = 'application/octet-stream';

export interface KeyPair {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** The package cannot be opened: it is damaged, sealed to another archive, wrongly signed, or too large when unpacked. */
export class PackageError extends Error {
  readonly reason: 'form' | 'key' | 'seal' | 'signature' | 'release' | 'compression';

  constructor(reason: PackageError['reason']) {
    super(`the package cannot be opened: ${reason}`);
    this.reason = reason;
  }
}

export interface OpenedPackage {
  readonly xml: Buffer;
  /** The contributor's key; null if the package is not signed. */
  readonly contributor: Buffer | null;
  /** The release that the contributor claims to run, with a valid signature by its key; null if he states none. */
  readonly release: ReleaseStatement | null;
}

/** The archive's key pair, to which packages are sealed. @param seed 32 random bytes. */
export async function archiveKeys(seed: Uint8Array): Promise<KeyPair> {
  await sodium.ready;
  return sodium.crypto_box_seed_keypair(seed);
}

/** A contributor's key pair, with which packages are signed. @param seed 32 random bytes. */
export async function contributorKeys(seed: Uint8Array): Promise<KeyPair> {
  await sodium.ready;
  return sodium.crypto_sign_seed_keypair(seed);
}

/**
 * @param contributor The keys that sign the package; null leaves it unsigned.
 * @param release The release of the client. An unsigned package does not state one.
 */
export async function sealPackage(
  xml: string,
  archiveKey: Uint8Array,
  contributor: KeyPair | null,
  release: ReleaseStatement | null = null,
): Promise<Buffer> {
  await sodium.ready;
  const stated = contributor === null || release === null ? null : withLength(JSON.stringify(release));
  const packed = Buffer.concat([stated ?? Buffer.alloc(0), gzipSync(xml)]);
  const signer = contributor?.publicKey ?? new Uint8Array(KEY_BYTES);
  const signature =
    contributor === null
      ? new Uint8Array(SIGNATURE_BYTES)
      : sodium.crypto_sign_detached(signed(archiveKey, packed, stated !== null), contributor.privateKey);
  const sealed = sodium.crypto_box_seal(Buffer.concat([signer, signature, packed]), archiveKey);
  const magic = stated === null ? MAGIC : MAGIC_WITH_RELEASE;
  return Buffer.concat([magic, archiveKey.subarray(0, KEY_HINT_BYTES), sealed]);
}

function withLength(json: string): Buffer {
  const bytes = Buffer.from(json);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** @throws PackageError */
export async function openPackage(bytes: Uint8Array, archive: KeyPair): Promise<OpenedPackage> {
  await sodium.ready;
  const sealedAt = MAGIC.length + KEY_HINT_BYTES;
  if (bytes.length > MAX_PACKAGE_BYTES || bytes.length <= sealedAt) throw new PackageError('form');
  const magic = bytes.subarray(0, MAGIC.length);
  const hasRelease = MAGIC_WITH_RELEASE.equals(magic);
  if (!hasRelease && !MAGIC.equals(magic)) throw new PackageError('form');
  // The prefix is compared first, since decryption is expensive.
  const hint = Buffer.from(bytes.subarray(MAGIC.length, sealedAt));
  if (!hint.equals(archive.publicKey.subarray(0, KEY_HINT_BYTES))) throw new PackageError('key');
  const content = unseal(bytes.subarray(sealedAt), archive);
  if (content.length <= KEY_BYTES + SIGNATURE_BYTES) throw new PackageError('form');
  const contributor = content.subarray(0, KEY_BYTES);
  const signature = content.subarray(KEY_BYTES, KEY_BYTES + SIGNATURE_BYTES);
  const packed = content.subarray(KEY_BYTES + SIGNATURE_BYTES);
  const isUnsigned = contributor.every((byte) => byte === 0) && signature.every((byte) => byte === 0);
  if (isUnsigned && hasRelease) throw new PackageError('release');
  if (!isUnsigned && !isSignedBy(contributor, signature, signed(archive.publicKey, packed, hasRelease))) {
    throw new PackageError('signature');
  }
  if (!hasRelease) return { xml: unpack(packed), contributor: isUnsigned ? null : contributor, release: null };
  const { release, rest } = await takeRelease(packed);
  return { xml: unpack(rest), contributor, release };
}

async function takeRelease(packed: Buffer): Promise<{ readonly release: ReleaseStatement; readonly rest: Buffer }> {
  const length = packed.length < LENGTH_BYTES ? Infinity : packed.readUInt16BE();
  const end = LENGTH_BYTES + length;
  if (length > MAX_RELEASE_BYTES || end >= packed.length) throw new PackageError('release');
  const release = readRelease(packed.toString('utf8', LENGTH_BYTES, end));
  if (release === null || !(await isSignedRelease(release))) throw new PackageError('release');
  return { release, rest: packed.subarray(end) };
}

function signed(archiveKey: Uint8Array, packed: Uint8Array, hasRelease: boolean): Buffer {
  return Buffer.concat([hasRelease ? CONTEXT_WITH_RELEASE : CONTEXT, archiveKey, packed]);
}

function unseal(sealed: Uint8Array, { publicKey, privateKey }: KeyPair): Buffer {
  try {
    return Buffer.from(sodium.crypto_box_seal_open(sealed, publicKey, privateKey));
  } catch {
    throw new PackageError('seal');
  }
}

function isSignedBy(key: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  try {
    return sodium.crypto_sign_verify_detached(signature, message, key);
  } catch {
    return false;
  }
}

/** Stops at the limit, so a compression bomb does not take more memory than the largest dump. */
function unpack(packed: Uint8Array): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: MAX_DUMP_BYTES });
  } catch {
    throw new PackageError('compression');
  }
}
