import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { OEmbed, OEmbedQuery } from '../../../../mappings/contract/oembed.ts';
import { archiveUnavailable } from '../../../../platform/postgres-errors.ts';
import { embedded, embeddedPlace } from '../../../posts/oembed.ts';
import { loadPost } from '../../../posts/present.ts';
import type { SearchContext } from '../../../search/context.ts';
import { NotFoundError } from '../../../shared/errors.ts';
import { Site } from '../../../shared/site.ts';
import { problems, reference } from '../../plugins/schemas.ts';

export type OEmbedContext = Pick<SearchContext, 'pool' | 'boards' | 'postgres'> & { readonly publicUrl: string | null };

export function oEmbedRoutes({ pool, boards, postgres, publicUrl }: OEmbedContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/oembed',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'embedPost',
          summary: 'A post for other sites to show in place of its address (oEmbed)',
          description: 'The pages of threads name this address in their heads. 503 while PostgreSQL is unavailable.',
          tags: ['archive'],
          querystring: OEmbedQuery,
          response: { 200: reference(OEmbed, 'The post as a quotation.'), ...problems(400, 404) },
        },
      },
      async (request, reply) => {
        const { url, maxwidth, maxheight } = request.query;
        const site = Site.of(request, publicUrl);
        const place = embeddedPlace(url, site);
        const board = place === null ? null : await boards.find(place.board);
        const post =
          place === null || board === null
            ? null
            : await postgres.readOrFallback(
                async () => loadPost(pool, board, place, null),
                async () => {
                  throw archiveUnavailable();
                },
              );
        if (post === null)
          throw new NotFoundError('post_unknown', 'This address is not that of a post of this archive.');
        return reply.header('cache-control', 'no-cache').send(embedded(post, site, { maxwidth, maxheight }));
      },
    );
  };
}
