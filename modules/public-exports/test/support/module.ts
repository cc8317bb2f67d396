import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Board } from '../../../../mappings/board.ts';
import { kept } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';
import { createFolderFiles } from '../../../../platform/shared-files/folder-files.ts';
import { makeDueExports } from '../../server/make-exports.ts';

export const publicExports: TestModule = {
  name: 'public-exports',
  async publishedFiles({ pool, dataDir, now }) {
    const folder = join(dataDir, 'exports');
    const boards = { filesAtSource: async () => new Map<string, Board>() };
    await makeDueExports(
      { pool, boards, files: createFolderFiles(dataDir), clock: () => now },
      new AbortController().signal,
    );
    const names = await readdir(folder);
    return Promise.all(names.map(async (name) => gunzipSync(await readFile(join(folder, name))).toString()));
  },
  database: {
    contentTables: {
      public_exports: {
        file: kept('a name; the file itself is replaced within a day of a purge of one of its posts'),
        sha256: kept('a hash of the whole file'),
      },
    },
    ownerFunctions: [],
  },
};
