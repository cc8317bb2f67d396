import { hkdfSync } from 'node:crypto';
import { countUpTo } from '../../../server/admin/staff-counts.ts';
import type { ServerModule } from '../../../server/module.ts';
import * as dumpList from '../contract/dump-list.ts';
import * as dumpModeration from '../contract/dump-moderation.ts';
import * as dumpReleases from '../contract/dump-releases.ts';
import * as dumps from '../contract/dumps.ts';
import { DUMP_PAGES } from '../page-paths.ts';
import { archiveKeys, type KeyPair } from '../format/package.ts';
import { dumpFileRoutes } from './routes/dump-files.ts';
import { dumpListRoutes } from './routes/dump-lists.ts';
import { dumpRoutes } from './routes/dumps.ts';
import { staffDumpRoutes } from './routes/staff-dumps.ts';
import { Spool } from './spool.ts';

export const contributions: ServerModule = {
  name: 'contributions',
  contract: [dumpList, dumpModeration, dumpReleases, dumps],
  pages: Object.values(DUMP_PAGES),
  staffCounts: [
    {
      // Index: dump_offers_state.
      name: 'offered_files',
      role: ['moderator', 'all'],
      select: countUpTo(`from dump_offers where state = 'quarantined'`),
    },
  ],
  routes({ pool, secret, files, postgres, clock }) {
    return {
      api: [
        dumpRoutes({
          pool,
          keys: archiveKeyOf(secret),
          spool: new Spool(files),
          isPostgresAway: () => postgres.isAway,
        }),
        dumpListRoutes({ pool, clock }),
        dumpFileRoutes({ pool, files }),
      ],
      admin: [staffDumpRoutes({ pool, clock, files })],
    };
  },
};

const SALT = 'sagasu dumps';

/**
 * The key pair to which packages are sealed. It is derived from SAGASU_SECRET, so that all servers open the same packages. A new secret
 * means a new key, which clients request before they send dumps.
 */
async function archiveKeyOf(secret: string): Promise<KeyPair> {
  return archiveKeys(new Uint8Array(hkdfSync('sha256', secret, SALT, 'box', 32)));
}
