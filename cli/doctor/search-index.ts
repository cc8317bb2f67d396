/** The search index is complete and new. */
import type { OverviewLine } from '../../mappings/contract/overview.ts';
import { faultIf, type Check, type DoctorContext } from './check.ts';
import { overviewFaults } from './overview-faults.ts';

const ofKind = async (context: DoctorContext, kind: string, fixOf?: (line: OverviewLine) => string | undefined) =>
  overviewFaults(context, 'index', (of) => of === kind, fixOf);

const onBoard =
  (command: string) =>
  ({ board }: OverviewLine): string | undefined =>
    board === null ? undefined : `${command} ${board}`;

/** Boards whose last complete verification, or first index, is older. Reads small tables. $1 hours. */
const UNVERIFIED = `
select b.name as board, coalesce(v.verified_at, i.since) as since, v.verified_at is not null as was_verified
from boards b join (select board_id, min(state_since) as since from indices where state = 'live' group by board_id) i on i.board_id = b.id
left join verifications v on v.board_id = b.id
where coalesce(v.verified_at, i.since) < now() - make_interval(hours => $1) order by b.name`;

/** Hours that a repair may take without a finding. */
const REFILL_HOURS = 6;
const REFILLING = `
select b.name as board, min(i.refilling_since) as since from indices i join boards b on b.id = i.board_id
where i.state = 'live' and i.refilling_since < now() - make_interval(hours => $1) group by b.name order by b.name`;

export const SEARCH_INDEX_CHECKS: readonly Check[] = [
  {
    name: 'index.lag',
    level: 'warning',
    needs: ['schema'],
    meaning: 'New posts are stored, and cannot be found yet.',
    fix: 'start an indexer, or more of them, and read its log',
    run: async (context) => ofKind(context, 'index.late'),
  },
  {
    name: 'index.drift',
    level: 'error',
    needs: ['schema'],
    meaning: 'Searches find posts in a wrong state, or miss some.',
    fix: 'sagasu verify --repair',
    run: async (context) => ofKind(context, 'index.drift', onBoard('sagasu verify --repair')),
  },
  {
    name: 'index.outdated',
    level: 'warning',
    needs: ['schema'],
    meaning:
      'The indices have the mapping of an older version: they are not verified, and newer searches do not find everything.',
    fix: 'sagasu reindex --all',
    run: async (context) => ofKind(context, 'index.outdated', onBoard('sagasu reindex')),
  },
  {
    name: 'index.quarantine',
    level: 'warning',
    needs: ['schema'],
    meaning:
      'Elasticsearch refuses these posts, so searches do not find them. They are stored and shown in their threads.',
    fix: 'read the reasons at /admin/quarantine, then sagasu reindex BOARD',
    run: async (context) => ofKind(context, 'index.quarantined', onBoard('sagasu reindex')),
  },
  {
    name: 'index.refilling',
    level: 'warning',
    needs: ['schema'],
    meaning: 'Searches of the board are partial until its new index has all posts.',
    fix: 'start more indexers, and read their log',
    async run({ pool }) {
      const { rows } = await pool.query<{ board: string; since: Date }>(REFILLING, [REFILL_HOURS]);
      return rows.map(({ board, since }) => ({
        text: `the index of /${board}/ has been refilled since ${since.toISOString()}`,
      }));
    },
  },
  {
    name: 'index.verified',
    level: 'warning',
    needs: ['schema'],
    meaning: 'Differences between PostgreSQL and the search index would not be noticed.',
    fix: 'start an indexer, then sagasu verify',
    async run({ pool, config: { verifyIntervalHours } }) {
      if (verifyIntervalHours === 0) {
        return faultIf(true, 'SAGASU_VERIFY_INTERVAL_HOURS is 0', {
          level: 'note',
          fix: 'run sagasu verify by a timer',
        });
      }
      const { rows } = await pool.query<{ board: string; since: Date; was_verified: boolean }>(UNVERIFIED, [
        2 * verifyIntervalHours,
      ]);
      return rows.map(({ board, since, was_verified: was }) => ({
        text: was
          ? `/${board}/ was last verified at ${since.toISOString()}`
          : `/${board}/ has had an index since ${since.toISOString()} and was never verified`,
        fix: `sagasu verify ${board}`,
      }));
    },
  },
];
