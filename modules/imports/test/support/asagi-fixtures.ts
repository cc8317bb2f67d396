/** Databases of archives, written by the programs themselves, and the answers of their source. They are not part of the repository. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const SHARED = fileURLToPath(new URL('../../../../../shared/fixtures', import.meta.url));
const folder = join(process.env['SAGASU_CAPTURES'] ?? SHARED, 'asagi');

export const HAS_ASAGI_FIXTURES = existsSync(join(folder, 'expected.json.gz'));
if (!HAS_ASAGI_FIXTURES) {
  process.stderr.write(
    `No databases of Asagi in ${folder}: tests that import them are skipped. SAGASU_CAPTURES names another folder.`.concat(
      '\n',
    ),
  );
}

export const asagiFixture = (name: string): string => join(folder, name);

/** A copy that is not compressed. */
export function unpackedFixture(name: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'sagasu-asagi-')), basename(name, '.gz'));
  writeFileSync(path, gunzipSync(readFileSync(asagiFixture(name))));
  return path;
}

export interface ExpectedPost {
  readonly board: string;
  readonly num: number;
  readonly subnum: number;
  readonly thread_num: number;
  readonly op: boolean;
  readonly utc: number;
  readonly sub?: string;
  readonly name?: string;
  readonly trip?: string;
  readonly capcode?: string;
  readonly id?: string;
  readonly country?: string;
  readonly email?: string;
  readonly com?: string;
  readonly text?: string;
  readonly file?: {
    readonly md5: string;
    readonly tim: number;
    readonly ext: string;
    readonly filename: string;
    readonly size: number;
    readonly w: number;
    readonly h: number;
  };
  readonly spoiler?: boolean;
  readonly deleted?: boolean;
  readonly deleted_between?: readonly [number, number];
  readonly unique_ips?: number;
  readonly since4pass?: number;
  readonly time?: { readonly candidates: readonly number[]; readonly decided_by: 'file' | 'order' | 'none' };
}

export interface ExpectedDump {
  readonly clock: 'new_york' | 'utc';
  readonly rows: Readonly<Record<string, number>>;
  readonly missing: readonly string[];
  readonly differs: Readonly<Record<string, Readonly<Record<string, readonly [stored: unknown, source: unknown]>>>>;
}

export interface HandPost {
  readonly table: 'main' | 'deleted';
  readonly num: number;
  readonly subnum: number;
  readonly thread_num: number;
  readonly case: string;
  readonly action: 'import' | 'import-flag' | 'import-flag-or-reject' | 'hide-or-skip';
  readonly utc: number | null;
  readonly utc_any?: readonly (number | null)[];
  readonly deleted?: boolean;
  readonly deleted_utc?: number | null;
  readonly deleted_utc_any?: readonly number[];
  readonly ambiguous?: boolean;
  readonly must_not_appear?: readonly string[];
  readonly ext?: string;
  readonly text?: string | null;
}

export interface Expected {
  readonly posts: readonly ExpectedPost[];
  readonly dumps: Readonly<Record<string, ExpectedDump>>;
  readonly hand: {
    readonly posts: readonly HandPost[];
    readonly local: readonly { readonly num: number; readonly utc: number }[];
    readonly banned_md5: readonly string[];
  };
}

export function readExpected(): Expected {
  return JSON.parse(gunzipSync(readFileSync(asagiFixture('expected.json.gz'))).toString()) as Expected;
}
