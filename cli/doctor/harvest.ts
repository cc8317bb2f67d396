/** Sources and scrapers. */
import { type Check } from './check.ts';
import { overviewFaults } from './overview-faults.ts';

const FAILING = 'sources.failing';
const FILES_FAILING = 'sources.files-failing';
const UNPOLLED = 'sources.unpolled';

export const HARVEST_CHECKS: readonly Check[] = [
  {
    name: FAILING,
    level: 'error',
    needs: ['schema'],
    meaning: 'New posts of these boards are not archived. Those that the source deletes meanwhile are lost.',
    fix: 'sagasu board list shows the address; correct it with sagasu board add, or stop requesting it: sagasu forum close ADDRESS',
    run: async (context) => overviewFaults(context, 'sources', (kind) => kind === FAILING),
  },
  {
    name: FILES_FAILING,
    level: 'error',
    needs: ['schema'],
    meaning: 'Files and thumbnails of these boards are not archived. Those that the source deletes meanwhile are lost.',
    fix: 'if the host has moved, correct its address: sagasu board add NAME --url URL --media-url URL',
    run: async (context) => overviewFaults(context, 'sources', (kind) => kind === FILES_FAILING),
  },
  {
    name: UNPOLLED,
    level: 'error',
    needs: ['schema'],
    meaning: 'No scraper runs, or none can reach PostgreSQL and Redis: new posts of these boards are not archived.',
    fix: 'start a scraper, and read its log',
    run: async (context) => overviewFaults(context, 'sources', (kind) => kind === UNPOLLED),
  },
];
