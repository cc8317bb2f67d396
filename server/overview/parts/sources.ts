/** Sources and hosts of files that fail, and boards that no scraper polls. */
import type { BoardSource } from '../../../mappings/contract/board-source.ts';
import texts from '../../../mappings/locales/en/overview.json' with { type: 'json' };
import { readSources } from '../../boards/source-answers.ts';
import type { OverviewContext, OverviewPart, PartLine } from '../part.ts';
import { UNPOLLED_BOARDS } from '../sql.ts';

interface Failing extends BoardSource {
  readonly board: string;
}

export const sourcesPart: OverviewPart = {
  name: 'sources',
  role: ['admin', 'any'],
  texts,
  async read(context) {
    const [byBoard, unpolled] = await Promise.all([readSources(context.pool), readUnpolled(context)]);
    const sources = [...byBoard].flatMap(([board, ofBoard]) =>
      context.may('admin', { board }) ? ofBoard.map((source) => ({ board, ...source })) : [],
    );
    for (const { board, address: source, failing_since: since } of sources) {
      const seconds = since === null ? 0 : (context.clock().getTime() - Date.parse(since)) / 1_000;
      context.measure('sagasu_source_failing_seconds', Math.max(0, seconds), { board, source });
    }
    const failing = sources.filter(({ failing_since: since }) => since !== null);
    // Boards of one host mostly fail together.
    const groups = Map.groupBy(
      failing,
      ({ address, serves, answers }) => `${serves} ${hostOf(address)} ${answers[0]?.outcome}`,
    );
    const good = sources.filter(({ serves, failing_since: since }) => serves === 'lists' && since === null).length;
    return [
      ...unpolled,
      ...[...groups.values()].map(lineOf),
      ...(good > 0 ? [{ kind: 'sources.answering', state: 'ok', number: good, href: '/admin/boards' } as const] : []),
    ];
  },
};

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

function lineOf(failing: readonly Failing[]): PartLine {
  const [first] = failing;
  const boards = [...new Set(failing.map(({ board }) => board))];
  const [board = null] = boards;
  const since = failing.map(({ failing_since: at }) => at ?? '').toSorted()[0] ?? null;
  const answer = first?.answers[0];
  return {
    kind: first?.serves === 'files' ? 'sources.files-failing' : 'sources.failing',
    state: 'error',
    board: boards.length === 1 ? board : null,
    number: boards.length,
    name: hostOf(first?.address ?? ''),
    since,
    reason: answer?.outcome ?? null,
    detail: answer?.detail ?? null,
    href: boards.length === 1 ? `/admin/boards/${board}` : '/admin/boards',
  };
}

async function readUnpolled({ pool, may }: OverviewContext): Promise<PartLine[]> {
  const { rows } = await pool.query<{ board: string }>(UNPOLLED_BOARDS);
  const boards = rows.map(({ board }) => board).filter((board) => may('admin', { board }));
  const [first] = boards;
  if (first === undefined) return [];
  const name = boards.map((board) => `/${board}/`).join(' ');
  const board = boards.length === 1 ? first : null;
  return [{ kind: 'sources.unpolled', state: 'error', board, number: boards.length, name, href: '/admin/boards' }];
}
