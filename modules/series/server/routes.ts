import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import { PostPath } from '../../../mappings/contract/post.ts';
import { asAccount, assertModerator } from '../../../server/admin/as-account.ts';
import { boardNamed } from '../../../server/boards/board-named.ts';
import type { BoardDirectory } from '../../../server/boards/directory.ts';
import type { Services } from '../../../server/http/services.ts';
import { signedIn } from '../../../server/http/plugins/guard.ts';
import { problems, reference } from '../../../server/http/plugins/schemas.ts';
import {
  NewSeriesRule,
  SeriesBoardPath,
  SeriesDetails,
  SeriesEditionsQuery,
  SeriesEffect,
  SeriesEffectQuery,
  SeriesList,
  SeriesListQuery,
  SeriesPath,
  SeriesRule,
  SeriesRulePath,
  SeriesRules,
  ThreadSeries,
} from '../contract/series.ts';
import { findSeries, listSeries, noSeries, seriesOfThread } from './read-series.ts';
import { addRule, effectOfRule, effectOfUndo, listRules, undoRule } from './rules.ts';

export interface SeriesContext {
  readonly pool: pg.Pool;
  readonly boards: BoardDirectory;
}

export function seriesRoutes({
  pool,
  boards,
  postgres,
}: SeriesContext & Pick<Services, 'postgres'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-cache');
    });

    app.get(
      '/boards/:board/series',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listSeries',
          summary: 'The series of a board: generals with their newest editions',
          tags: ['archive'],
          params: SeriesBoardPath,
          querystring: SeriesListQuery,
          response: { 200: reference(SeriesList, 'One page.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        return reply.send(await listSeries(pool, board, request.query));
      },
    );

    app.get(
      '/boards/:board/series/:name',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getSeries',
          summary: 'A series with its statistics, and a page of its editions',
          tags: ['archive'],
          params: SeriesPath,
          querystring: SeriesEditionsQuery,
          response: { 200: reference(SeriesDetails, 'The series.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        return reply.send(await findSeries(pool, board, request.params.name, request.query.page ?? 1));
      },
    );

    app.get(
      '/boards/:board/threads/:num/series',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getThreadSeries',
          summary: 'The series of a thread, with the editions before and after it',
          tags: ['archive'],
          params: PostPath,
          response: { 200: reference(ThreadSeries, 'Null without a series.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { num } = request.params;
        // Pages of threads need this answer, also from a server without PostgreSQL.
        const answer = await postgres.readOr(
          async () => seriesOfThread(pool, board, num),
          () => noSeries(board, num),
        );
        return reply.send(answer);
      },
    );
  };
}

export function seriesRuleRoutes({ pool, boards }: SeriesContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/boards/:board/series-rules',
      {
        config: { access: { role: 'moderator', boards: 'named' } },
        schema: {
          operationId: 'listSeriesRules',
          summary: 'Decisions of staff about the series of a board, also undone ones',
          tags: ['admin'],
          params: SeriesBoardPath,
          response: { 200: reference(SeriesRules, 'The newest rules.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const rules = await asAccount(pool, request.secret, async (client) => {
          await assertModerator(client, board);
          return listRules(client, board);
        });
        return reply.send({ board: board.name, rules });
      },
    );

    app.post(
      '/boards/:board/series-rules',
      {
        config: { access: { role: 'moderator', boards: 'named' } },
        schema: {
          operationId: 'addSeriesRule',
          summary: 'Join or split series, or move threads to another series or to none',
          description: 'The indexer applies it within seconds, and after each recomputation again.',
          tags: ['admin'],
          params: SeriesBoardPath,
          body: reference(NewSeriesRule),
          response: { 201: reference(SeriesRule, 'The rule.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { name: account } = signedIn(request);
        const rule = await asAccount(pool, request.secret, async (client) => {
          await assertModerator(client, board);
          return addRule(client, { board, rule: request.body, account });
        });
        request.log.info({ account, board: board.name, rule: rule.id }, 'series rule added');
        return reply.code(201).send(rule);
      },
    );

    app.get(
      '/boards/:board/series-rules/effect',
      {
        config: { access: { role: 'moderator', boards: 'named' } },
        schema: {
          operationId: 'getSeriesRuleEffect',
          summary: 'The number of threads that a rule would move, without storing it',
          tags: ['admin'],
          params: SeriesBoardPath,
          querystring: SeriesEffectQuery,
          response: { 200: reference(SeriesEffect, 'The effect.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const effect = await asAccount(pool, request.secret, async (client) => {
          await assertModerator(client, board);
          const { target = null, ...rule } = request.query;
          return effectOfRule(client, board, { ...rule, target });
        });
        return reply.send(effect);
      },
    );

    app.get(
      '/boards/:board/series-rules/:id/effect',
      {
        config: { access: { role: 'moderator', boards: 'named' } },
        schema: {
          operationId: 'getSeriesUndoEffect',
          summary: 'The number of threads that an undo of a rule would move',
          tags: ['admin'],
          params: SeriesRulePath,
          response: { 200: reference(SeriesEffect, 'The effect.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const effect = await asAccount(pool, request.secret, async (client) => {
          await assertModerator(client, board);
          return effectOfUndo(client, board, request.params.id);
        });
        return reply.send(effect);
      },
    );

    app.post(
      '/boards/:board/series-rules/:id/undo',
      {
        config: { access: { role: 'moderator', boards: 'named' } },
        schema: {
          operationId: 'undoSeriesRule',
          summary: 'Undo a decision about series',
          tags: ['admin'],
          params: SeriesRulePath,
          response: { 200: reference(SeriesRule, 'The rule.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const board = await boardNamed(boards, request.params.board);
        const { name: account } = signedIn(request);
        const rule = await asAccount(pool, request.secret, async (client) => {
          await assertModerator(client, board);
          return undoRule(client, { board, id: request.params.id, account });
        });
        request.log.info({ account, board: board.name, rule: rule.id }, 'series rule undone');
        return reply.send(rule);
      },
    );
  };
}
