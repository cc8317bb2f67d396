import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { IdentityList } from '../../../../mappings/contract/identity.ts';
import type { IdentityDirectory } from '../../../identities/directory.ts';
import { etagOfBody, matchesEtag } from '../../../shared/etag.ts';
import { problems, reference, unchanged } from '../../plugins/schemas.ts';

export function identityRoutes(identities: IdentityDirectory): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/identities',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'listAuthors',
          summary: 'Identities: who writes under which names',
          description: 'Admins maintain the list. `identity:` in a search query finds the posts of an identity.',
          tags: ['archive'],
          response: {
            200: reference(IdentityList, 'All identities, by name. The ETag changes with the list.'),
            304: unchanged(),
            ...problems(),
          },
        },
      },
      async (request, reply) => {
        const list: IdentityList = { identities: [...(await identities.all())] };
        const etag = etagOfBody(JSON.stringify(list));
        void reply.headers({ 'cache-control': 'no-cache', etag });
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send(undefined);
        return reply.send(list);
      },
    );
  };
}
