import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { currentVisit } from '../../../limits/request-context.ts';
import { Kick, Kicked } from '../../../../mappings/contract/kick.ts';
import { kick, type KickOptions } from '../../../boards/kick.ts';
import { problems, reference } from '../../plugins/schemas.ts';

/**
 * It costs the source some requests, and the archive what comes of them. It is paid out of a purse of its own: pages kick by
 * themselves, and a reader who opens a hundred stale threads must not be shut out of reading them. One purse, and no price
 * that falls, keeps a bound on what one caller can have sources asked for: thirty kicks a minute.
 */
const KICK_COST = 20;

const pay = async () => currentVisit()?.charge(KICK_COST, 'kicks');

export function kickRoutes(options: KickOptions): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/kick',
      {
        schema: {
          operationId: 'kick',
          summary: 'Ask for a harvest of a board or a thread now',
          tags: ['archive'],
          body: reference(Kick),
          response: {
            202: reference(Kicked, 'The harvester of the board is told; what is new arrives as it always does.'),
            ...problems(400, 404, 409),
          },
        },
      },
      async (request, reply) => {
        return reply.code(202).send(await kick(options, request.body.url, pay));
      },
    );
  };
}
