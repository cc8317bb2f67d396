/** Reports, posts that reports have hidden, and appeals. */
import texts from '../../../mappings/locales/en/overview.json' with { type: 'json' };
import type { Role } from '../../../mappings/roles.ts';
import type { OverviewContext, OverviewPart, PartLine } from '../part.ts';
import { type QueueRow, STAFF_QUEUES } from '../sql.ts';

const LINES: Readonly<
  Record<QueueRow['queue'], { readonly kind: string; readonly role: Role; readonly href: string }>
> = {
  held_posts: { kind: 'queues.held', role: 'janitor', href: '/admin/reports?order=oldest' },
  reports: { kind: 'queues.reports', role: 'janitor', href: '/admin/reports?order=oldest' },
  appeals: { kind: 'queues.appeals', role: 'moderator', href: '/admin/bans' },
};

export const queuesPart: OverviewPart = {
  name: 'queues',
  isQueue: true,
  role: ['janitor', 'any'],
  texts,
  async read(context) {
    const { rows } = await context.pool.query<QueueRow>(STAFF_QUEUES);
    const queues = Object.keys(LINES) as QueueRow['queue'][];
    return queues.flatMap((queue) => lineOf(queue, rows, context));
  },
};

function lineOf(queue: QueueRow['queue'], rows: readonly QueueRow[], { may }: OverviewContext): PartLine[] {
  const { kind, role, href } = LINES[queue];
  const own = rows.filter(({ queue: of, board }) => of === queue && may(role, board === null ? 'all' : { board }));
  const number = own.reduce((sum, { items }) => sum + items, 0);
  if (number === 0) return [];
  const oldest = new Date(Math.min(...own.map(({ oldest: at }) => at.getTime())));
  return [
    {
      kind,
      state: 'waiting',
      board: own.length === 1 ? (own[0]?.board ?? null) : null,
      number,
      since: oldest.toISOString(),
      href,
    },
  ];
}
