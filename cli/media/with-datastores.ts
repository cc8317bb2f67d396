import { join, resolve } from 'node:path';
import type pg from 'pg';
import { readConfig } from '../../platform/config.ts';
import { Datastores } from '../../platform/datastore/datastores.ts';
import { withDatabase } from '../stores.ts';

/** Runs `work` with the datastores of the archive, then closes them. */
export async function withDatastores(work: (datastores: Datastores, pool: pg.Pool) => Promise<void>): Promise<void> {
  await withDatabase(async (pool) => {
    const datastores = new Datastores(pool, readConfig());
    try {
      await work(datastores, pool);
    } finally {
      await datastores.close();
    }
  });
}

/** Folder for copies of files. Scrapers delete leftovers in it. */
export function incomingFolder(): string {
  return resolve(join(readConfig().dataDir, 'incoming'));
}
