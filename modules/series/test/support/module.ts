import type pg from 'pg';
import { kept, OF_OPERATORS } from '../../../../mappings/postgres/content-tables.ts';
import type { TestModule } from '../../../../test/support/module.ts';

const WORDS_OF_SERIES = kept('words that at least two visible threads have; counted again within seconds of a purge');

/** A series of two threads that no indexer recognises, since they have no posts, and a rule. The first request makes the rule 1. */
async function givenSeries(pool: pg.Pool, { id }: { readonly id: number }): Promise<void> {
  await pool.query(
    `insert into series_openers (board_id, num, time_posted, is_general, base, found, name)
     values ($1, 900000001, now(), false, 'dpt', 'dpt', 'dpt'), ($1, 900000002, now(), false, 'dpt', 'dpt', 'dpt')`,
    [id],
  );
  await pool.query(`select count_series($1, 'dpt')`, [id]);
  await pool.query(
    `insert into series_rules (id, board_id, series, target, made_by) overriding system value values ($1, $2, 'programming', 'dpt', 'root')`,
    [1_000, id],
  );
}

export const series: TestModule = {
  name: 'series',
  staff: {
    given: givenSeries,
    requests: [
      {
        operation: 'addSeriesRule',
        route: 'POST /api/v1/admin/boards/:board/series-rules',
        body: { series: 'old', target: 'dpt' },
      },
      { operation: 'undoSeriesRule', route: 'POST /api/v1/admin/boards/:board/series-rules/:id/undo', body: {} },
    ],
    tables: ['series_rules'],
    pages: [{ name: 'rules of series', address: () => '/admin/series', shows: '.series-rules form', isAdmin: true }],
  },
  database: {
    contentTables: {
      series: { name: WORDS_OF_SERIES },
      series_openers: {
        tag: 'row deleted',
        words: 'row deleted',
        media_hash: 'row deleted',
        base: 'row deleted',
        found: 'row deleted',
        name: 'row deleted',
        reason: 'row deleted',
      },
      series_work: { name: WORDS_OF_SERIES },
      series_rules: { series: OF_OPERATORS, target: OF_OPERATORS, made_by: OF_OPERATORS, undone_by: OF_OPERATORS },
    },
    leave: (secret) => ({
      series_openers: `insert into series_openers (board_id, num, time_posted, is_general, tag, words, media_hash, base, found, name, reason)
        values ($1, $2, now(), false, '${secret}', '${secret}', '${secret}', '${secret}', '${secret}', '${secret}', 'tag')`,
    }),
    ownerFunctions: ['sagasu_server series_pending_from'],
  },
};
