/** Processes that have reported in Redis and are gone without having closed. */
import texts from '../../../mappings/locales/en/overview.json' with { type: 'json' };
import { GONE_AFTER_MS, isReplaced, readProcessReports } from '../../../platform/process-reports.ts';
import type { OverviewPart, PartLine } from '../part.ts';

export const processesPart: OverviewPart = {
  name: 'processes',
  role: ['admin', 'all'],
  texts,
  async read({ redis, queuePrefix }) {
    // While Redis is away, the part of the stores says so.
    const found = await readProcessReports(redis, queuePrefix).catch(() => null);
    if (found === null) return [];
    const { now, reports } = found;
    const isLate = (seenAt: number) => seenAt <= now - GONE_AFTER_MS;
    const open = reports.filter(({ isStopped }) => !isStopped);
    const gone = open.filter((report) => isLate(report.seenAt) && !isReplaced(report, reports));
    const running = open.filter(({ seenAt }) => !isLate(seenAt)).length;
    return [
      ...gone.map(({ process, host, seenAt }): PartLine => {
        const since = new Date(seenAt).toISOString();
        return {
          kind: 'processes.gone',
          state: 'error',
          name: `${process} (${host})`,
          since,
          href: '/admin/board-defaults',
        };
      }),
      ...(running > 0 ? [{ kind: 'processes.running', state: 'ok', number: running } as const] : []),
    ];
  },
};
