import { describe, expect, test } from 'vitest';
import { isCoherent, unexplainedBytes } from '../../../format/coherence.ts';
import type { Dump } from '../../../format/dump.ts';
import {
  changesOf,
  compareVersions,
  DUMP_FIELDS,
  fieldsOf,
  judgeDump,
  type FileRecord,
  type Judgement,
  type Situation,
} from '../../../format/judge.ts';
import { mayMove } from '../../../format/states.ts';
import { PICTURE, VIDEO } from './sample-dump.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const NOTHING = Object.fromEntries(DUMP_FIELDS.map((field) => [field, null])) as FileRecord;
const KNOWN = fieldsOf(VIDEO);
const FILE = { addedAt: minutesAgo(60), record: NOTHING, isChangePending: false };
const USUAL: Situation = { dump: VIDEO, trust: 'full', file: FILE, used: null, now: NOW };
const ALIKE = { ...FILE, record: KNOWN };

const used = (client: string, version: string, trust: 'full' | 'lesser' = 'full') => ({ client, version, trust });
const bitrates = (rate: number): Dump => ({
  ...VIDEO,
  media: {
    ...VIDEO.media!,
    tracks: VIDEO.media!.tracks.map((track) => ({ ...track, bitrate: rate })),
  },
});
const unnamed: Dump = {
  ...VIDEO,
  media: { ...VIDEO.media!, tracks: VIDEO.media!.tracks.map((track) => ({ ...track, codec: 'unknown' })) },
};

describe('the service judges a new dump', () => {
  test.each<[string, Partial<Situation>, Judgement['state'], Judgement['reason'], number, boolean]>([
    ['without a file: stays new', { file: null }, 'new', 'unmapped', 0, false],
    ['of a file of 9 minutes: stays new', { file: { ...FILE, addedAt: minutesAgo(9.99) } }, 'new', 'grace', 0, false],
    ['of a file of 10 minutes: used', { file: { ...FILE, addedAt: minutesAgo(10) } }, 'used', 'first', 6, false],
    ['of an untrusted contributor: stays new', { trust: null }, 'new', 'untrusted', 0, false],
    ['of a known file: used without requests', { file: ALIKE }, 'used', 'first', 0, false],
    [
      'with a pending request: stalled',
      { file: { ...FILE, isChangePending: true } },
      'stalled',
      'pending_change',
      0,
      false,
    ],
    ['whose tracks do not add up: incoherent', { dump: bitrates(100_000) }, 'incoherent', 'incoherent', 0, false],
    ['with an unknown codec: codec', { dump: unnamed }, 'codec', 'unknown_codec', 0, false],
    [
      'that agrees with a used one of an older version: used, the other deprecated',
      { file: ALIKE, used: used('sagasu', '1.1.9') },
      'used',
      'newer_version',
      0,
      true,
    ],
    [
      'that differs from a used one of an older version: candidate',
      { used: used('sagasu', '1.1.9') },
      'candidate',
      'newer_version_differs',
      0,
      false,
    ],
    ['of the same version as the used one: unseen', { used: used('sagasu', '1.2') }, 'unseen', 'not_newer', 0, false],
    [
      'of an older version than the used one: unseen',
      { used: used('sagasu', '1.10') },
      'unseen',
      'not_newer',
      0,
      false,
    ],
    ['of another client than the used one: unseen', { used: used('other', '0.1') }, 'unseen', 'not_newer', 0, false],
    [
      'with lesser trust than the used one: unseen',
      { trust: 'lesser', used: used('other', '0.1') },
      'unseen',
      'less_trusted',
      0,
      false,
    ],
    [
      'with higher trust than the used one: used',
      { used: used('other', '9', 'lesser') },
      'used',
      'more_trusted',
      6,
      true,
    ],
    ['with lesser trust: used, for hashes and duration', { trust: 'lesser' }, 'used', 'first', 3, false],
  ])('%s', (_name, change, state, reason, requests, deprecates) => {
    const judgement = judgeDump({ ...USUAL, ...change });
    expect({ ...judgement, changes: judgement.changes.length }).toEqual({
      state,
      reason,
      changes: requests,
      deprecates,
    });
    if (state !== 'new') expect(mayMove('service', 'new', state)).toBe(true);
  });

  test('a request has the field with its old and new value', () => {
    const record = { ...KNOWN, width: '320' };
    expect(changesOf(VIDEO, record, 'full')).toEqual([{ field: 'width', before: '320', after: '640' }]);
    expect(changesOf(VIDEO, record, 'lesser')).toEqual([]);
    // A dump without a value for a field does not clear the field.
    expect(changesOf({ ...VIDEO, media: null }, { ...KNOWN, pixels: 'e'.repeat(64) }, 'full')).toEqual([]);
  });
});

const small = (size: number): Dump => ({ ...bitrates(8000), file: { ...VIDEO.file, size } });
const counted = (bytes: number, structure: number): Dump => ({
  ...VIDEO,
  media: {
    ...VIDEO.media!,
    structure,
    tracks: VIDEO.media!.tracks.map((track) => ({ ...track, bitrate: null, bytes })),
  },
});

describe('tracks must account for the file', () => {
  test.each([
    ['exactly', 1_000_000, true],
    ['except 6 %', 940_000, true],
    ['except a little more', 939_000, false],
    ['and claim 6 % more', 1_060_000, true],
    ['and claim still more', 1_061_000, false],
  ])('%s', (_name, bytes, expected) => {
    const dump = bitrates((bytes * 8) / 10 / 2);
    expect(unexplainedBytes(dump)).toBe(1_000_000 - bytes);
    expect(isCoherent(dump)).toBe(expected);
  });

  test('except 2 KiB of a small file', () => {
    expect(isCoherent(small(20_000 + 2048))).toBe(true);
    expect(isCoherent(small(20_000 + 2049))).toBe(false);
  });

  test('by counted bytes rather than by bit rates, including the container’s structure', () => {
    expect(unexplainedBytes(counted(400_000, 150_000))).toBe(50_000);
    expect(isCoherent(counted(400_000, 150_000))).toBe(true);
    expect(isCoherent(counted(400_000, 0))).toBe(false);
    expect(isCoherent(counted(500_000, 100_000))).toBe(false);
  });

  test('unless there are none or they have no comparable numbers', () => {
    expect(isCoherent(PICTURE)).toBe(true);
    const [video] = VIDEO.media!.tracks;
    const dump = { ...VIDEO, media: { ...VIDEO.media!, tracks: [{ ...video!, bitrate: null }] } };
    expect(unexplainedBytes(dump)).toBeNull();
    expect(isCoherent(dump)).toBe(true);
  });
});

test.each([
  ['1.2', '1.2.0', 0],
  ['1.10', '1.9', 1],
  ['0.31', '0.4', 1],
  ['2', '10', -1],
])('version %s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
  expect(Math.sign(compareVersions(b, a))).toBe(sign === 0 ? 0 : -sign);
});
