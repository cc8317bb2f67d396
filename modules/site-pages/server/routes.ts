import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type pg from 'pg';
import { asAdmin } from '../../../server/admin/as-account.ts';
import { signedIn } from '../../../server/http/plugins/guard.ts';
import { emptyResponse, problems, reference, unchanged } from '../../../server/http/plugins/schemas.ts';
import { languageOf } from '../../../server/http/short-pages.ts';
import { etagOfBody, matchesEtag } from '../../../server/shared/etag.ts';
import {
  PreviewSitePage,
  SitePage,
  SitePagePath,
  SitePagePreview,
  SitePageQuery,
  SitePageTextPath,
  SitePageTexts,
  WriteSitePage,
} from '../contract/site-pages.ts';
import { listPages, previewPage, resetPage, writePage, type PageReader } from './pages.ts';

export function sitePageRoutes(pages: PageReader): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pages/:sitePage',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'getSitePage',
          summary: 'A page of the site: about, contact or feeds',
          description: 'The text of the operator, or a default.',
          tags: ['archive'],
          params: SitePagePath,
          querystring: SitePageQuery,
          response: {
            200: reference(SitePage, 'The page. The ETag changes with the text.'),
            304: unchanged(),
            ...problems(400),
          },
        },
      },
      async (request, reply) => {
        const { language = languageOf(request).code } = request.query;
        const page = await pages.read(request.params.sitePage, language);
        const etag = etagOfBody(JSON.stringify(page));
        void reply.headers({ 'cache-control': 'public, no-cache', etag, vary: 'Accept-Language, Cookie' });
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send(undefined);
        return reply.send(page);
      },
    );
  };
}

export function adminSitePageRoutes(pool: pg.Pool): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pages',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'listSitePages',
          summary: 'The texts of the site pages, with their defaults',
          tags: ['admin'],
          response: { 200: reference(SitePageTexts), ...problems(401, 403) },
        },
      },
      async (request, reply) => reply.send({ texts: await asAdmin(pool, request.secret, listPages) }),
    );

    app.post(
      '/pages/preview',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'previewSitePage',
          summary: 'The content of a text, and the reason why it would be refused',
          tags: ['admin'],
          body: reference(PreviewSitePage),
          response: { 200: reference(SitePagePreview), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) =>
        reply.send(await asAdmin(pool, request.secret, async () => previewPage(request.body.markdown))),
    );

    app.put(
      '/pages/:sitePage/:language',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'writeSitePage',
          summary: 'Replace the text of a page in one language',
          description: '400 `page_invalid` names the line of a refused link, or of lists and quotes that are too deep.',
          tags: ['admin'],
          params: SitePageTextPath,
          body: reference(WriteSitePage),
          response: { 204: emptyResponse('Written.'), ...problems(400, 401, 403, 409) },
        },
      },
      async (request, reply) => {
        const { name: account } = signedIn(request);
        const { sitePage: name, language } = request.params;
        const text = { name, language, account, ...request.body };
        await asAdmin(pool, request.secret, async (client) => writePage(client, text));
        request.log.info({ account, page: name, language }, 'page written');
        return reply.code(204).send(undefined);
      },
    );

    app.delete(
      '/pages/:sitePage/:language',
      {
        config: { access: { role: 'admin', boards: 'all' } },
        schema: {
          operationId: 'resetSitePage',
          summary: 'Remove the text of a page in one language, so that the page shows its default',
          tags: ['admin'],
          params: SitePageTextPath,
          response: { 204: emptyResponse('Removed, or there was none.'), ...problems(400, 401, 403) },
        },
      },
      async (request, reply) => {
        const { sitePage: name, language } = request.params;
        await asAdmin(pool, request.secret, async (client) => resetPage(client, name, language));
        request.log.info({ account: signedIn(request).name, page: name, language }, 'page reset');
        return reply.code(204).send(undefined);
      },
    );
  };
}
