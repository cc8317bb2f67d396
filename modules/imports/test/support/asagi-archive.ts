/** A small archive of another program: a CSV dump in the public archives' form, and a folder of files. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GivenFile } from '../../../../test/support/pictures.ts';
import { CSV_COLUMNS } from '../../asagi/columns.ts';

export type AsagiValues = Readonly<Record<string, string | number | null>>;

const csvText = (value: string | number | null) =>
  value === null ? String.raw`\N` : `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Rows with the values of an ordinary reply by default. */
export function csvOf(rows: readonly AsagiValues[]): string {
  return rows
    .map((row) => {
      const thread = row['thread_num'] ?? row['num'] ?? 1;
      const filled: AsagiValues = {
        subnum: 0,
        thread_num: thread,
        op: thread === row['num'] ? 1 : 0,
        timestamp: 1_425_394_800,
        timestamp_expired: 0,
        spoiler: 0,
        deleted: 0,
        capcode: 'N',
        name: 'Anonymous',
        sticky: 0,
        locked: 0,
        ...row,
      };
      return CSV_COLUMNS.map((column) => csvText(filled[column] ?? null)).join(',');
    })
    .join('\n')
    .concat('\n');
}

/** The columns of a post's file. The file name is the second of the post. */
export function fileColumns({ bytes, md5 }: GivenFile, name: string): AsagiValues {
  return {
    timestamp: Number(name.slice(0, 10)),
    media_orig: name.slice(0, 20),
    media_filename: `upload.${name.split('.')[1]}`,
    media_hash: md5,
    media_size: bytes.length,
    media_w: 40,
    media_h: 40,
    preview_w: 10,
    preview_h: 10,
  };
}

export interface GivenArchive {
  /** The folder with the folders of boards. */
  readonly folder: string;
  /** The dump of a board. */
  readonly dump: (board: string) => string;
}

/** Writes dumps of boards, and files by their paths below the folder. */
export async function givenAsagiArchive(
  boards: Readonly<Record<string, readonly AsagiValues[]>>,
  files: Readonly<Record<string, Buffer>> = {},
): Promise<GivenArchive> {
  const root = await mkdtemp(join(tmpdir(), 'sagasu-asagi-'));
  const folder = join(root, 'boards');
  await mkdir(folder);
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  const dump = (board: string) => join(root, `${board}.csv`);
  for (const [board, rows] of Object.entries(boards)) await writeFile(dump(board), csvOf(rows));
  return { folder, dump };
}
