import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import {
  AddedFilter,
  AddFilter,
  AppliedFilter,
  FilterBatch,
  FilterList,
  FilterPath,
  TriedFilter,
  UndoneFilter,
} from '../../../../mappings/contract/filters.ts';
import type { AdminContext } from '../../../admin/context.ts';
import { signedIn } from '../../plugins/guard.ts';
import { applyFilter, tryFilter, undoFilter } from '../../../filters/filter-batches.ts';
import { addFilter, disableFilter, enableFilter, listFilters, removeFilter } from '../../../filters/filters.ts';
import { emptyResponse, problems, reference } from '../../plugins/schemas.ts';

type FilterContext = Pick<AdminContext, 'pool' | 'clock' | 'postgres' | 'removals'>;

/** Room for 200,000 MD5s. */
const MAX_LIST_BYTES = 10_000_000;

export function adminFilterRoutes(context: FilterContext): FastifyPluginAsyncTypebox {
  const { pool, clock } = context;
  return async (app) => {
    app.get(
      '/filters',
      {
        config: { access: { role: 'moderator', boards: 'any' } },
        schema: {
          operationId: 'listFilters',
          summary: 'Filters of the boards of the account and of every board, with what they did',
          tags: ['admin'],
          response: { 200: reference(FilterList, 'All filters.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => reply.send({ filters: [...(await listFilters(pool, request.secret))] }),
    );

    app.post(
      '/filters',
      {
        // The transaction checks the board of the filter.
        config: { access: { role: 'admin', boards: 'any' } },
        bodyLimit: MAX_LIST_BYTES,
        schema: {
          operationId: 'addFilter',
          summary: 'Add a filter, which counts once it has been tried and enabled',
          tags: ['admin'],
          body: reference(AddFilter),
          response: { 201: reference(AddedFilter, 'Its number.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => reply.code(201).send({ id: await addFilter(pool, request.secret, request.body) }),
    );

    app.delete(
      '/filters/:id',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'removeFilter',
          summary: 'Remove a filter that does not count and has nothing left to undo',
          tags: ['admin'],
          params: FilterPath,
          response: { 204: emptyResponse('Removed.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        await removeFilter(pool, request.secret, request.params.id);
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/filters/:id/try',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'tryFilter',
          summary: 'Try a filter on the next posts of the archive, without changing them',
          description:
            'Up to 20,000 posts or two seconds for each request, from the newest to the oldest of each board.',
          tags: ['admin'],
          params: FilterPath,
          body: reference(FilterBatch),
          response: { 200: reference(TriedFilter, 'The trial so far.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const by = { secret: request.secret, actor: signedIn(request).name };
        return reply.send(await tryFilter(context, by, request.params.id, request.body.cursor ?? null));
      },
    );

    app.post(
      '/filters/:id/enable',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'enableFilter',
          summary: 'Let a filter count for every post that arrives from now on',
          tags: ['admin'],
          params: FilterPath,
          response: { 204: emptyResponse('It counts.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        await enableFilter(pool, request.secret, request.params.id, clock());
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/filters/:id/disable',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'disableFilter',
          summary: 'Let a filter count no more; what it did stays',
          tags: ['admin'],
          params: FilterPath,
          response: { 204: emptyResponse('It does not count.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        await disableFilter(pool, request.secret, request.params.id);
        return reply.code(204).send(undefined);
      },
    );

    app.post(
      '/filters/:id/apply',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'applyFilter',
          summary: 'Let an enabled filter hide the next of the stored posts that match',
          description: 'Up to 500 posts change with each request; repeat it with `next` until that is null.',
          tags: ['admin'],
          params: FilterPath,
          body: reference(FilterBatch),
          response: { 200: reference(AppliedFilter, 'One batch.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const by = { secret: request.secret, actor: signedIn(request).name };
        return reply.send(await applyFilter(context, by, request.params.id, request.body.cursor ?? null));
      },
    );

    app.post(
      '/filters/:id/undo',
      {
        config: { access: { role: 'admin', boards: 'any' } },
        schema: {
          operationId: 'undoFilter',
          summary: 'Disable a filter, and show again the next of the posts that it has hidden',
          description:
            'Up to 500 posts change with each request; repeat it until `left` is 0. Posts that staff have decided on since stay as they are.',
          tags: ['admin'],
          params: FilterPath,
          response: { 200: reference(UndoneFilter, 'One batch.'), ...problems(400, 401, 403, 404, 409) },
        },
      },
      async (request, reply) => {
        const by = { secret: request.secret, actor: signedIn(request).name };
        return reply.send(await undoFilter(context, by, request.params.id));
      },
    );
  };
}
