/** The search index: lag, drift, outdated indices, refused documents and blocked writes. */
import texts from '../../../mappings/locales/en/overview.json' with { type: 'json' };
import { MAPPING_VERSION } from '../../../mappings/elasticsearch/post-index.ts';
import { readWriteBlocks, WRITE_BLOCK_ADVICE } from '../../../platform/write-blocks.ts';
import type { OverviewContext, OverviewPart, PartLine } from '../part.ts';
import { INDEX_STATES, type IndexStateRow } from '../sql.ts';

/** A lag of so many times the limit is an error. */
const STUCK_TIMES = 10;
const ELASTICSEARCH_MS = 1_500;

export const indexPart: OverviewPart = {
  name: 'index',
  role: ['admin', 'any'],
  texts,
  async read(context) {
    const [{ rows }, blocks] = await Promise.all([
      context.pool.query<IndexStateRow>(INDEX_STATES, [MAPPING_VERSION]),
      readBlocks(context),
    ]);
    const boards = rows.filter(({ board }) => context.may('admin', { board }));
    context.measure('sagasu_index_outdated_boards', boards.filter(isOutdated).length);
    if (boards.length === 0) return [];
    return [
      ...blocks,
      ...boards.flatMap(faultsOf),
      ...outdated(boards),
      lagOf(boards, context.limits.overviewLagSeconds),
      ...unverified(boards),
    ];
  },
};

/** While Elasticsearch is away, the part of the stores says so. */
async function readBlocks({ elasticsearch, indexPrefix, may }: OverviewContext): Promise<PartLine[]> {
  const options = { requestTimeout: ELASTICSEARCH_MS, maxRetries: 0 };
  const blocks = await readWriteBlocks(elasticsearch, indexPrefix, options).catch(() => []);
  return blocks
    .filter(({ boards }) => boards.length === 0 || boards.some((board) => may('admin', { board })))
    .map(({ reason }) => ({
      kind: 'index.blocked',
      state: 'error',
      reason,
      detail: WRITE_BLOCK_ADVICE[reason],
      href: '/admin/boards',
    }));
}

function faultsOf({ board, drift, verified_at: verifiedAt, quarantined, refilling_since: refilling }: IndexStateRow) {
  const lines: PartLine[] = [];
  const href = `/admin/boards/${board}`;
  if (drift !== null && drift > 0) {
    const since = verifiedAt?.toISOString() ?? null;
    lines.push({ kind: 'index.drift', state: 'error', board, number: drift, since, href });
  }
  if (quarantined > 0) {
    const list = `/admin/quarantine?board=${board}`;
    lines.push({ kind: 'index.quarantined', state: 'warning', board, number: quarantined, href: list });
  }
  if (refilling !== null) {
    lines.push({ kind: 'index.refilling', state: 'warning', board, since: refilling.toISOString(), href });
  }
  return lines;
}

function isOutdated({ is_outdated: isOld }: IndexStateRow): boolean {
  return isOld === true;
}

function outdated(boards: readonly IndexStateRow[]): PartLine[] {
  const old = boards.filter(isOutdated);
  const [first] = old;
  if (first === undefined) return [];
  const board = old.length === 1 ? first.board : null;
  const name = old.map(({ board: of }) => `/${of}/`).join(' ');
  const href = board === null ? '/admin/boards' : `/admin/boards/${board}`;
  return [{ kind: 'index.outdated', state: 'warning', board, number: old.length, name, href }];
}

function lagOf(boards: readonly IndexStateRow[], lateSeconds: number): PartLine {
  const [worst] = boards.toSorted((one, other) => other.lag_seconds - one.lag_seconds);
  const number = Math.max(0, worst?.lag_seconds ?? 0);
  if (worst === undefined || number <= lateSeconds)
    return { kind: 'index.lag', state: 'ok', number, unit: 'seconds', href: '/admin/boards' };
  return {
    kind: 'index.late',
    state: number > lateSeconds * STUCK_TIMES ? 'error' : 'warning',
    board: worst.board,
    number,
    unit: 'seconds',
    since: worst.waiting_since?.toISOString() ?? null,
    href: `/admin/boards/${worst.board}`,
  };
}

function unverified(boards: readonly IndexStateRow[]): PartLine[] {
  if (boards.some(({ drift }) => drift !== null && drift > 0)) return [];
  const verified = boards.flatMap(({ verified_at: at }) => at ?? []);
  if (verified.length === 0) return [{ kind: 'index.unverified', state: 'ok', href: '/admin/boards' }];
  const oldest = new Date(Math.min(...verified.map((at) => at.getTime())));
  return [
    {
      kind: 'index.no-drift',
      state: 'ok',
      number: verified.length,
      since: oldest.toISOString(),
      href: '/admin/boards',
    },
  ];
}
