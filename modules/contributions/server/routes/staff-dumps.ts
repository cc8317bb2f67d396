/** Contributed dumps for moderators of all boards, including dumps of files that were never posted, and the actions on them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { DumpChangeList, DumpChangeQuery, DumpList, DumpPath, DumpQuery } from '../../contract/dump-list.ts';
import {
  CleanedDumps,
  CleanResult,
  DumpAction,
  DumpActionResult,
  DumpChangeAction,
  DumpTrustList,
  FailedDumpList,
  GivenTrust,
  RevertedChanges,
  RevertedClient,
  StaffDump,
} from '../../contract/dump-moderation.ts';
import type { AdminContext } from '../../../../server/admin/context.ts';
import type { SharedFiles } from '../../../../platform/shared-files/shared-files.ts';
import { findStaffDump } from '../dump-details.ts';
import { listChanges, listDumps, listFailedDumps } from '../list-dumps.ts';
import { decideChanges, giveTrust, listTrust } from '../moderate-changes.ts';
import { cleanDumps, moderateDumps, moderating, type DumpModerator } from '../moderate-dumps.ts';
import { revertClient } from '../revert-client.ts';
import { staffOfferRoutes } from './staff-offers.ts';
import { staffReleaseRoutes } from './staff-releases.ts';
import { NotFoundError } from '../../../../server/shared/errors.ts';
import { emptyResponse, problems, reference } from '../../../../server/http/plugins/schemas.ts';

const TAGS = ['admin'];

export function staffDumpRoutes({
  pool,
  clock,
  files,
}: Pick<AdminContext, 'pool' | 'clock'> & {
  readonly files: SharedFiles;
}): FastifyPluginAsyncTypebox {
  const by = ({ secret }: FastifyRequest): DumpModerator => ({ pool, secret, now: clock() });
  return async (app) => {
    app.get(
      '/dumps',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'listAllDumps',
          summary: 'Every contributed dump that was understood, the newest first',
          tags: TAGS,
          querystring: DumpQuery,
          response: { 200: reference(DumpList, 'One page.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) =>
        reply.send(await moderating(by(request), async (client) => listDumps(client, request.query))),
    );
    app.post(
      '/dumps',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'moderateDumps',
          summary: 'Unlock, reset, smite, forget, trust or delete dumps',
          tags: TAGS,
          body: reference(DumpAction),
          response: { 200: reference(DumpActionResult, 'What was done.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => reply.send(await moderateDumps(by(request), request.body)),
    );
    app.get(
      '/dumps/:id',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'getAnyDump',
          summary: 'A dump with its text, also one that was not understood',
          tags: TAGS,
          params: DumpPath,
          response: { 200: reference(StaffDump, 'The dump.'), ...problems(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        const found = await moderating(by(request), async (client) => findStaffDump(client, request.params.id));
        if (found === null) throw new NotFoundError('dump_unknown', 'There is no such dump.');
        return reply.send(found);
      },
    );
    app.get(
      '/dumps/failed',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'listFailedDumps',
          summary: 'Dumps that could not be parsed, kept to repair the client',
          tags: TAGS,
          response: { 200: reference(FailedDumpList, 'The newest thousand.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send(await moderating(by(request), listFailedDumps)),
    );
    app.get(
      '/dumps/changes',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'listAllDumpChanges',
          summary: 'Changes that dumps ask for, those of hidden posts’ files too',
          tags: TAGS,
          querystring: DumpChangeQuery,
          response: { 200: reference(DumpChangeList, 'One page.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) =>
        reply.send(await moderating(by(request), async (client) => listChanges(client, request.query))),
    );
    await app.register(staffDecisionRoutes(by));
    await app.register(staffOfferRoutes(by, files));
    await app.register(staffReleaseRoutes(by));
  };
}

function staffDecisionRoutes(by: (request: FastifyRequest) => DumpModerator): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/dumps/changes',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'decideDumpChanges',
          summary: 'Stop, grant, refuse or revert changes',
          tags: TAGS,
          body: reference(DumpChangeAction),
          response: {
            200: reference(DumpActionResult, 'What was decided; files and posts follow within a minute.'),
            ...problems(400, 401, 403),
          },
        },
      },
      async (request, reply) => reply.send(await decideChanges(by(request), request.body)),
    );
    app.post(
      '/dumps/revert',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'revertDumpClient',
          summary: 'Take back everything that a version of a client has changed, of 10,000 files at once',
          tags: TAGS,
          body: reference(RevertedClient),
          response: {
            200: reference(RevertedChanges, 'What was decided; files and posts follow.'),
            ...problems(400, 401, 403),
          },
        },
      },
      async (request, reply) => reply.send(await revertClient(by(request), request.body)),
    );
    app.post(
      '/dumps/clean',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'cleanDumps',
          summary: 'Delete dumps that verify nothing, up to 10,000 at once',
          tags: TAGS,
          body: reference(CleanedDumps),
          response: { 200: reference(CleanResult, 'What was deleted.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => reply.send(await cleanDumps(by(request), request.body)),
    );
    app.get(
      '/dumps/trust',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'listDumpTrust',
          summary: 'Contributors whom the archive trusts, with client and version',
          tags: TAGS,
          response: { 200: reference(DumpTrustList, 'The newest thousand.'), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send(await listTrust(by(request))),
    );
    app.put(
      '/dumps/trust',
      {
        config: { access: { role: 'moderator', boards: 'all' } },
        schema: {
          operationId: 'giveDumpTrust',
          summary: 'Trust a contributor with a client and version, or no more',
          tags: TAGS,
          body: reference(GivenTrust),
          response: { 204: emptyResponse('Done.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        await giveTrust(by(request), request.body);
        return reply.code(204).send(undefined);
      },
    );
  };
}
