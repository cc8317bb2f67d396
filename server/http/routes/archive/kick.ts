import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Kick, KickResult } from '../../../../mappings/contract/kick.ts';
import { kick, type KickOptions } from '../../../boards/kick.ts';
import { problems, reference } from '../../plugins/schemas.ts';

/**
 * Cost units of a kick, which causes requests to the source. They are charged to a separate token bucket: pages send kicks by
 * themselves, and a reader who opens a hundred stale threads must still be able to read them. At the default limit one caller can send
 * thirty kicks a minute.
 */
const KICK_COST = 20;

export function kickRoutes(options: KickOptions): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/kick',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'kick',
          summary: 'Ask for a harvest of a board or thread now',
          tags: ['archive'],
          body: reference(Kick),
          response: {
            202: reference(KickResult, 'The kick is sent to the scraper of the board; new posts arrive as usual.'),
            ...problems(400, 404, 409),
          },
        },
      },
      async (request, reply) => {
        return reply
          .code(202)
          .send(await kick(options, request.body.url, async () => request.payer?.charge(KICK_COST, 'kicks')));
      },
    );
  };
}
