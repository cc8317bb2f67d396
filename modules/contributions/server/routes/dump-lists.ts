/** Contributed dumps for readers, limited to files that visible posts show or name. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import {
  ContributorList,
  ContributorPath,
  ContributorSummary,
  DumpChangeList,
  DumpChangeQuery,
  DumpDetails,
  DumpedFile,
  DumpedFileQuery,
  DumpList,
  DumpPath,
  DumpQuery,
  DumpStatistics,
} from '../../contract/dump-list.ts';
import { findDump, findDumpedFile } from '../dump-details.ts';
import { DumpNumbers } from '../dump-statistics.ts';
import { listChanges, listDumps } from '../list-dumps.ts';
import { NotFoundError, RefusedError } from '../../../../server/shared/errors.ts';
import { problems, reference } from '../../../../server/http/plugins/schemas.ts';

export interface DumpListOptions {
  readonly pool: pg.Pool;
  readonly clock: () => Date;
}

export function dumpListRoutes({ pool, clock }: DumpListOptions): FastifyPluginAsyncTypebox {
  const numbers = new DumpNumbers(pool, clock);
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-cache');
    });

    app.get(
      '/dumps',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listDumps',
          summary: 'Contributed dumps of files that visible posts show or name, the newest first',
          tags: ['archive'],
          querystring: DumpQuery,
          response: { 200: reference(DumpList, 'One page.'), ...problems(400) },
        },
      },
      async (request, reply) => reply.send(await listDumps(pool, request.query)),
    );

    app.get(
      '/dumps/:id',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getDump',
          summary: 'One dump: what it says, who sent it, what it changed, and its states',
          tags: ['archive'],
          params: DumpPath,
          response: { 200: reference(DumpDetails, 'The dump.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const found = await findDump(pool, request.params.id);
        if (found === null)
          throw new NotFoundError('dump_unknown', 'There is no such dump of a file that is shown here.');
        return reply.send(found);
      },
    );

    app.get(
      '/dumps/file',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getDumpedFile',
          summary: 'Whether a file is verified by a dump, and why not',
          description: 'By `sha256`, or by `md5` and `size` as posts state them.',
          tags: ['archive'],
          querystring: DumpedFileQuery,
          response: { 200: reference(DumpedFile, 'The file.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const { sha256, md5, size } = request.query;
        if (sha256 === undefined && (md5 === undefined || size === undefined))
          throw new RefusedError(400, 'request_invalid', 'Name a file by sha256, or by md5 and size.');
        const found = await findDumpedFile(pool, request.query);
        if (found === null) throw new NotFoundError('file_unknown', 'No visible post shows or names this file.');
        return reply.send(found);
      },
    );

    app.get(
      '/dumps/changes',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listDumpChanges',
          summary: 'Changes that dumps ask for, and those that were made, the newest first',
          tags: ['archive'],
          querystring: DumpChangeQuery,
          response: { 200: reference(DumpChangeList, 'One page.'), ...problems(400) },
        },
      },
      async (request, reply) => reply.send(await listChanges(pool, request.query)),
    );

    app.get(
      '/dumps/statistics',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'dumpStatistics',
          summary: 'How many dumps there are, of which clients and in which states',
          tags: ['archive'],
          response: { 200: reference(DumpStatistics, 'Counted every five minutes.'), ...problems() },
        },
      },
      async (_request, reply) => reply.send(await numbers.statistics()),
    );

    app.get(
      '/dumps/contributors',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listContributors',
          summary: 'Contributors of dumps, by public key',
          tags: ['archive'],
          response: { 200: reference(ContributorList, 'Counted every five minutes.'), ...problems() },
        },
      },
      async (_request, reply) => reply.send({ contributors: await numbers.contributors() }),
    );

    app.get(
      '/dumps/contributors/:contributor',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getContributor',
          summary: 'One contributor; their dumps are at /api/v1/dumps?contributor=…',
          tags: ['archive'],
          params: ContributorPath,
          response: { 200: reference(ContributorSummary, 'The contributor.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const found = await numbers.contributor(request.params.contributor);
        if (found === null) throw new NotFoundError('contributor_unknown', 'Nobody has sent a dump with this key.');
        return reply.send(found);
      },
    );
  };
}
