/** `sagasu import … --media FOLDER`: the files of another archive. */
import { Registry } from 'prom-client';
import { countFiles, foldersOfBoards } from '../media/folder.ts';
import { importMedia, type MediaTarget } from '../media/import-media.ts';
import type { MediaReport } from '../media/report.ts';
import { UNWATCHED } from '../watch.ts';
import { readConfig } from '../../../platform/config.ts';
import { Datastores } from '../../../platform/datastore/datastores.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createPostgresPool, inTransaction } from '../../../platform/postgres.ts';
import { createImageWorker } from '../../../scraper/media/image-worker/image-worker.ts';
import { linkPost } from '../../../scraper/media/link-post.ts';
import { createMediaMetrics } from '../../../scraper/media/metrics.ts';
import { ensureDatastore, storeFile, type StoreContext } from '../../../scraper/media/store-file.ts';
import { listBoards } from '../../../store/boards/boards.ts';
import { incomingFolder } from '../../../cli/media/with-datastores.ts';
import type { ProgressLine } from '../../../platform/progress-line.ts';
import { EXIT } from '../../../cli/exit-codes.ts';
import type { ImportTasks } from './import-tasks.ts';
import { importerDatabaseUrl } from '../../../cli/database-address.ts';
import { formatTable } from '../../../cli/table.ts';

/** Four files at a time, each with a transaction and a second connection to read. */
const CONNECTIONS = 10;

interface TakeOptions {
  readonly dryRun: boolean;
  readonly copyMedia: boolean;
}

/** Imports the files of the boards that are both in the report and in the folder. */
export async function takeMedia(
  { boards }: { readonly boards: readonly { readonly board: string }[] },
  folder: string,
  { dryRun, copyMedia: copy }: TakeOptions,
  { tasks, progress }: { readonly tasks: ImportTasks; readonly progress: ProgressLine },
): Promise<MediaReport[]> {
  const config = readConfig();
  const folders = new Set(await foldersOfBoards(folder));
  const pool = createPostgresPool({ url: importerDatabaseUrl(config), maxConnections: CONNECTIONS });
  const context: StoreContext = {
    pool,
    imageWorker: createImageWorker(),
    datastores: new Datastores(pool, config),
    metrics: createMediaMetrics(new Registry()),
    logger: createLogger(config, 'cli'),
    now: () => new Date(),
  };
  try {
    if (!dryRun) await ensureDatastore(context);
    const known = new Map((await listBoards(pool)).map((board) => [board.name, board]));
    const reports: MediaReport[] = [];
    if (!boards.some(({ board }) => folders.has(board))) {
      process.exitCode = EXIT.failure;
      console.error(
        `sagasu: ${folder} has no folder of an imported board; it has ${[...folders].slice(0, 5).join(', ') || 'no folders'}`,
      );
    }
    for (const { board: name } of boards) {
      // A dry run also counts files of boards that do not exist yet.
      const board = known.get(name);
      if (!folders.has(name)) continue;
      const watch = dryRun || board === undefined ? UNWATCHED : await tasks.begin(board);
      if (watch.signal.aborted) continue;
      const total = await countFiles(folder, name);
      const shown = {
        signal: watch.signal,
        pace: async () => watch.pace(),
        progress: (done: number, of: number | null, unit: 'posts' | 'files') => {
          progress.show(`Files of /${name}/`, done, total === 0 ? 1 : done / total, 'files');
          watch.progress(done, of, unit);
        },
      };
      const options = { dryRun, copy, watch: shown, total };
      reports.push(await importMedia(targetOf(context), board ?? { id: 0, name }, folder, options));
    }
    return reports;
  } finally {
    context.imageWorker.close();
    await context.datastores.close();
    await pool.end();
  }
}

/** The scraper's own code for files. */
export function targetOf(context: StoreContext, incomingDir = incomingFolder()): MediaTarget {
  return {
    pool: context.pool,
    incomingDir,
    store: async (file, post, kind) => storeFile(context, file, post, kind, 'import'),
    link: async (post, kind, sha256) =>
      inTransaction(context.pool, (client) => linkPost(client, post, kind, sha256, context.now())),
  };
}

/** True if a file that a post names was not imported. */
export function isIncomplete({ cancelled, damaged, unreadable }: MediaReport): boolean {
  return cancelled || damaged + unreadable > 0;
}

export function printMedia(reports: readonly MediaReport[]): void {
  console.log('\nFiles:');
  console.log(
    formatTable(reports, {
      BOARD: ({ board }) => `/${board}/`,
      FILES: ({ files }) => String(files.found),
      STORED: ({ files }) => String(files.stored),
      THUMBS: ({ thumbs }) => String(thumbs.found),
      'STORED ': ({ thumbs }) => String(thumbs.stored),
      UNCHANGED: ({ files, thumbs }) => String(files.unchanged + thumbs.unchanged),
      BANNED: ({ banned }) => String(banned),
      DELETED: ({ deleted }) => String(deleted),
      HIDDEN: ({ hidden }) => String(hidden),
      DAMAGED: ({ damaged, unreadable }) => String(damaged + unreadable),
      SUPERFLUOUS: ({ superfluous }) => String(superfluous),
      MISSING: ({ missing }) => String(missing),
    }),
  );
  for (const { board, samples } of reports) for (const sample of samples) console.log(`/${board}/ ${sample}`);
}
