/**
 * A release of a client: a statement that a release key signed over the digest of the client's files. A client that contributes dumps
 * sends the statement with them. It proves who released the files that the contributor claims to run, and not that he runs them.
 */
import { createHash } from 'node:crypto';
import sodium from 'libsodium-wrappers';

const CONTEXT = 'sagasu dump client release 1\0';

/** The file of the statement, in the folder of the released files. The digest does not cover it. */
export const RELEASE_FILE = 'release.json';

/** Limit of the statement in a package. */
export const MAX_RELEASE_BYTES = 1_024;

export interface ReleaseStatement {
  readonly client: string;
  readonly version: string;
  /** SHA-256 of the list of files, in hexadecimal like key and signature. */
  readonly digest: string;
  /** The release key, Ed25519. */
  readonly key: string;
  readonly signature: string;
}

export interface ReleasedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly sha256: string;
}

/** The digest of a list of files: lines of SHA-256, two spaces and path, sorted by path, as sha256sum prints them. */
export function digestOfFiles(files: readonly ReleasedFile[]): string {
  const lines = files
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/** A pair of libsodium for signatures. */
interface ReleaseKeys {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

type Unsigned = Pick<ReleaseStatement, 'client' | 'version' | 'digest'>;

export async function signRelease({ client, version, digest }: Unsigned, keys: ReleaseKeys): Promise<ReleaseStatement> {
  await sodium.ready;
  const signature = sodium.crypto_sign_detached(signedBytes({ client, version, digest }), keys.privateKey);
  return { client, version, digest, key: hexOf(keys.publicKey), signature: hexOf(signature) };
}

/** Whether the key in the statement has signed it. Anybody can make such a key: the archive also compares it with its list. */
export async function isSignedRelease(statement: ReleaseStatement): Promise<boolean> {
  await sodium.ready;
  const { key, signature } = statement;
  try {
    return sodium.crypto_sign_verify_detached(bytesOf(signature), signedBytes(statement), bytesOf(key));
  } catch {
    return false;
  }
}

function signedBytes({ client, version, digest }: Unsigned): Buffer {
  return Buffer.from(`${CONTEXT}${client}\0${version}\0${digest}`);
}

const FORMS = {
  client: /^[a-z0-9][a-z0-9._-]{0,31}$/i,
  version: /^\d{1,6}(?:\.\d{1,6}){0,3}$/,
  digest: /^[0-9a-f]{64}$/,
  key: /^[0-9a-f]{64}$/,
  signature: /^[0-9a-f]{128}$/,
} as const satisfies Record<keyof ReleaseStatement, RegExp>;

/** Reads a statement from JSON, without checking its signature; null if its form is wrong. */
export function readRelease(json: string): ReleaseStatement | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Readonly<Record<string, unknown>>;
  const text = (name: keyof ReleaseStatement): string | null => {
    const field = fields[name];
    return typeof field === 'string' && FORMS[name].test(field) && field.length <= 128 ? field : null;
  };
  const [client, version, digest] = [text('client'), text('version'), text('digest')];
  const [key, signature] = [text('key'), text('signature')];
  if (client === null || version === null || digest === null || key === null || signature === null) return null;
  return { client, version, digest, key, signature };
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
