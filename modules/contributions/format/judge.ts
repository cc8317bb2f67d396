/** Judges a new dump by the used dump and the record of its file. Pure: the time is an argument. */
import { isCoherent } from './coherence.ts';
import { UNKNOWN_CODEC, type Dump } from './dump.ts';
import type { DumpState } from './states.ts';

/** The service judges the dumps of a file this long after the file arrived. */
export const GRACE_MS = 10 * 60_000;

/** Fields of a file that a dump may change. */
export const DUMP_FIELDS = ['sha256', 'sha1', 'pixels', 'perceptual', 'width', 'height', 'duration', 'codecs'] as const;
export type DumpField = (typeof DUMP_FIELDS)[number];

/** The archive's record of a file; null for unknown fields. */
export type FileRecord = Readonly<Record<DumpField, string | null>>;

export interface DumpChange {
  readonly field: DumpField;
  readonly before: string | null;
  readonly after: string;
}

/**
 * Moderators trust a contributor's key together with a client and its version, since anybody can claim a client name.
 * full    may change every field
 * lesser  may change hashes of the file and its duration, and only while no fully trusted dump is used
 */
export type DumpTrust = 'full' | 'lesser' | null;

const LESSER_FIELDS: ReadonlySet<DumpField> = new Set(['sha256', 'sha1', 'duration']);

export interface UsedDump {
  readonly client: string;
  readonly version: string;
  readonly trust: DumpTrust;
}

export interface Situation {
  readonly dump: Dump;
  readonly trust: DumpTrust;
  /** null if the dump is not mapped to a file yet. */
  readonly file: { readonly addedAt: Date; readonly record: FileRecord; readonly isChangePending: boolean } | null;
  /** The used dump of the file. A file has at most one. */
  readonly used: UsedDump | null;
  readonly now: Date;
}

export const JUDGEMENT_REASONS = [
  'unmapped',
  'grace',
  'untrusted',
  'pending_change',
  'incoherent',
  'unknown_codec',
  'first',
  'newer_version',
  'more_trusted',
  'newer_version_differs',
  'not_newer',
  'less_trusted',
] as const;
export type JudgementReason = (typeof JUDGEMENT_REASONS)[number];

export interface Judgement {
  readonly state: DumpState;
  /** The reason that the page shows. */
  readonly reason: JudgementReason;
  /** Change requests to store in the same transaction. Only a dump that becomes used has any. */
  readonly changes: readonly DumpChange[];
  /** True if the currently used dump becomes deprecated. */
  readonly deprecates: boolean;
}

/** Judges a dump in state new. */
export function judgeDump(situation: Situation): Judgement {
  const { dump, trust, file, used, now } = situation;
  if (file === null) return stay('unmapped');
  if (now.getTime() - file.addedAt.getTime() < GRACE_MS) return stay('grace');
  // The dump waits until a moderator trusts its contributor or this dump.
  if (trust === null) return stay('untrusted');
  if (dump.media?.tracks.some(({ codec }) => codec === UNKNOWN_CODEC)) return leave('codec', 'unknown_codec');
  if (!isCoherent(dump)) return leave('incoherent', 'incoherent');
  if (file.isChangePending) return leave('stalled', 'pending_change');
  const changes = changesOf(dump, file.record, trust);
  if (used === null) return { state: 'used', reason: 'first', changes, deprecates: false };
  return compare(situation, used, changes);
}

function compare({ dump, trust }: Situation, used: UsedDump, changes: readonly DumpChange[]): Judgement {
  if (trust === 'full' && used.trust !== 'full') {
    return { state: 'used', reason: 'more_trusted', changes, deprecates: true };
  }
  if (trust !== 'full' && used.trust === 'full') return leave('unseen', 'less_trusted');
  // Versions of different clients cannot be compared: the first dump stays used.
  const isNewer = dump.client.name === used.client && compareVersions(dump.client.version, used.version) > 0;
  if (!isNewer) return leave('unseen', 'not_newer');
  // A verified file only changes if a moderator decides so.
  if (changes.length > 0) return leave('candidate', 'newer_version_differs');
  return { state: 'used', reason: 'newer_version', changes: [], deprecates: true };
}

const stay = (reason: JudgementReason): Judgement => leave('new', reason);

const leave = (state: DumpState, reason: JudgementReason): Judgement => ({
  state,
  reason,
  changes: [],
  deprecates: false,
});

/** The fields in which a dump differs from the record, limited to those that its trust allows. */
export function changesOf(dump: Dump, record: FileRecord, trust: Exclude<DumpTrust, null>): readonly DumpChange[] {
  const said = fieldsOf(dump);
  return DUMP_FIELDS.flatMap((field) => {
    const after = said[field];
    if (after === null || after === record[field] || (trust === 'lesser' && !LESSER_FIELDS.has(field))) return [];
    return [{ field, before: record[field], after }];
  });
}

/** The values of a dump as fields of a record. */
export function fieldsOf({ file, image, media }: Dump): FileRecord {
  const video = media?.tracks.find(({ kind }) => kind === 'video');
  return {
    sha256: file.sha256,
    sha1: file.sha1,
    pixels: image?.pixels ?? null,
    perceptual: image?.perceptual ?? null,
    width: text(image?.width ?? video?.width),
    height: text(image?.height ?? video?.height),
    duration: text(media?.duration),
    codecs: media === null ? null : media.tracks.map(({ kind, codec }) => `${kind}:${codec}`).join(', '),
  };
}

function text(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** A comparator for sort. 1.2 and 1.2.0 are the same version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
