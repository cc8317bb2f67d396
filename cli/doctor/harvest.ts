/** Sources and scrapers. */
import { type Check } from './check.ts';
import { overviewFaults } from './overview-faults.ts';

const FAILING = 'sources.failing';
const FILES_FAILING = 'sources.files-failing';
const UNPOLLED = 'sources.unpolled';

/** Reads the small table of sources. */
const FAILING_BASES = 'select base_url as base from source_answers where failing_since is not null order by base_url';

export const HARVEST_CHECKS: readonly Check[] = [
  {
    name: FAILING,
    level: 'error',
    needs: ['schema'],
    meaning: 'New posts of these boards are not archived. Those that the source deletes meanwhile are lost.',
    fix: 'sagasu forum list has the address; stop requesting it: sagasu forum close BASE-URL',
    async run(context) {
      const { rows } = await context.pool.query<{ base: string }>(FAILING_BASES);
      return overviewFaults(
        context,
        'sources',
        (kind) => kind === FAILING,
        ({ name }) => {
          const bases = rows.filter(({ base }) => URL.parse(base)?.host === name);
          const commands = bases.map(({ base }) => `sagasu forum close ${base}`);
          return commands.length === 0
            ? undefined
            : `wait for the source, or stop requesting it: ${commands.join('; ')}`;
        },
      );
    },
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
