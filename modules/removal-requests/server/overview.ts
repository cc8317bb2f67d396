/** Open requests with their age, and those past their deadline, for the overview of staff. */
import type { OverviewPart, PartLine } from '../../../server/overview/part.ts';
import { STAFF_PAGE } from '../requests.ts';
import { COUNT_OPEN, SUM_UP } from './sql.ts';

interface Summary {
  readonly open: number;
  readonly oldest: Date | null;
  readonly overdue: number;
  readonly overdue_since: Date | null;
}

/** In the pages: `overview.json` of `web/texts/`. */
const texts = {
  'overview.part.removals': 'Removal requests',
  'overview.line.removals.open_one': '{{count}} open removal request',
  'overview.line.removals.open_other': '{{count}} open removal requests',
  'overview.line.removals.overdue_one': '{{count}} removal request is past its deadline',
  'overview.line.removals.overdue_other': '{{count}} removal requests are past their deadlines',
};

export const removalsPart: OverviewPart = {
  name: 'removals',
  isQueue: true,
  role: ['moderator', 'any'],
  texts,
  async read({ asViewer, hasAccount }) {
    const { rows } = await asViewer(async (client) => client.query<Summary>(hasAccount ? SUM_UP : COUNT_OPEN));
    return rows.flatMap((row): PartLine[] => [
      ...line('removals.overdue', 'warning', row.overdue, row.overdue_since),
      ...line('removals.open', 'waiting', row.open, row.oldest),
    ]);
  },
};

function line(kind: string, state: 'warning' | 'waiting', number: number, since: Date | null): PartLine[] {
  return number === 0 ? [] : [{ kind, state, number, since: since?.toISOString() ?? null, href: STAFF_PAGE }];
}
