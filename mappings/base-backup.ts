/**
 * The format of `sagasu backup base` and `sagasu backup wal`: copies of PostgreSQL's data folder, and the segments of its write-ahead log
 * since then, by which a restore reaches any moment.
 *
 * base/{name}/manifest.json, data.tar.zst.age, files.json.zst.age
 * wal/{system identifier}/{first 16 digits}/{segment}-{digest}.zst.age
 */
import { Type, type Static } from 'typebox';

export const BASE_FORMAT = 'sagasu-base-backup';
export const BASE_VERSION = 1;

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Position = Type.String({ pattern: '^[0-9A-F]{1,8}/[0-9A-F]{1,8}$' });

export const BaseManifest = Type.Object({
  format: Type.Literal(BASE_FORMAT),
  version: Type.Literal(BASE_VERSION),
  /** Times of PostgreSQL's clock. A restore can reach every moment from `ended_at` on. */
  started_at: Type.String(),
  ended_at: Type.String(),
  /** `server_version_num`: a restore needs the same major version. */
  postgresql: Type.Integer({ minimum: 100_000 }),
  /** The identity of the cluster, in whose folder the write-ahead log is. */
  system: Type.String({ pattern: '^\\d{1,20}$' }),
  timeline: Type.Integer({ minimum: 1 }),
  start: Position,
  end: Position,
  segment_bytes: Type.Integer({ minimum: 1_048_576 }),
  /** The database of the archive, and its owner. */
  database: Type.String(),
  owner: Type.String(),
  /** Size of the copied folder. */
  folder_bytes: Type.Integer({ minimum: 0 }),
  /** Size and hash of the encrypted archive. */
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Hash,
});
export type BaseManifest = Static<typeof BaseManifest>;

export const BASE_FOLDER = 'base';
export const WAL_FOLDER = 'wal';
/** The copied folder, as tar. */
export const BASE_DATA = 'data.tar.zst.age';
/** PostgreSQL's own list of the copied files with their hashes. */
export const BASE_FILES = 'files.json.zst.age';

/** Names of what PostgreSQL archives: segments, also partial ones of an ended timeline, notes on base backups, and histories of timelines. */
const WAL_NAME = /^(?:[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;
export const isWalName = (name: string): boolean => WAL_NAME.test(name);
export const isSegment = (name: string): boolean => /^[0-9A-F]{24}$/.test(name);

const DIGEST_DIGITS = 32;
const STORED = /^([0-9A-F.a-z]+)-([0-9a-f]{32})\.zst\.age$/;

export const storedName = (name: string, sha256: string): string => `${name}-${sha256.slice(0, DIGEST_DIGITS)}.zst.age`;

/** The segment and the beginning of its SHA-256; null for other files. */
export function parseStoredName(file: string): { readonly name: string; readonly digest: string } | null {
  const [, name, digest] = STORED.exec(file) ?? [];
  return name === undefined || digest === undefined || !isWalName(name) ? null : { name, digest };
}

/** The number of the timeline whose history has this name; null for other files. */
export function timelineOfHistory(name: string): number | null {
  const digits = /^([0-9A-F]{8})\.history$/.exec(name)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/** A position in the log as a number of bytes. */
export function positionOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The segment that contains a position. A position between two segments belongs to the later one. */
export function segmentOf(timeline: number, position: string, segmentBytes: number): string {
  return segmentName(timeline, positionOf(position) / BigInt(segmentBytes), segmentBytes);
}

/** The last segment that is needed to reach a position. */
export function lastSegmentOf(timeline: number, position: string, segmentBytes: number): string {
  return segmentName(timeline, (positionOf(position) - 1n) / BigInt(segmentBytes), segmentBytes);
}

function segmentName(timeline: number, number: bigint, segmentBytes: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes);
  const parts = [BigInt(timeline), number / perFile, number % perFile];
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
}

/** The next segment of the same timeline. */
export function segmentAfter(name: string, segmentBytes: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes);
  const number = BigInt(`0x${name.slice(8, 16)}`) * perFile + BigInt(`0x${name.slice(16)}`);
  return segmentName(Number.parseInt(name.slice(0, 8), 16), number + 1n, segmentBytes);
}
