/**
 * Addresses of FoolFuuka archives, of ayase-quart and of vichan, as programs and old links use them. Each redirects to the matching
 * page of this archive; docs/COMPATIBILITY.md lists them in a table, which a test checks row by row.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Board } from '../../../../mappings/board.ts';
import type { PostgresProbe } from '../../../../server/visibility/postgres-probe.ts';
import type { BoardDirectory } from '../../../../server/boards/directory.ts';
import { paramsOfAyase } from './ayase-search.ts';
import { findPost, findPostAnywhere, parsePostName } from './find-post.ts';
import { paramsOfPath, searchAddress } from './search-address.ts';
import { linksPage, messagePage } from '../../../../server/http/short-pages/documents.ts';
import { sentenceOf } from '../../../../server/http/short-pages/texts.ts';
import type { Pages } from '../../../../server/http/plugins/pages.ts';
import { ParameterError, type FoolFuukaParams } from '../foolfuuka/search-params.ts';
import { languageOf, sendShortPage } from '../../../../server/http/short-pages.ts';
import { redirectPage } from './redirect-page.ts';
import { Site, type PostPlace } from '../../../../server/shared/site.ts';
import { FOR_READERS } from '../../../../server/http/access.ts';

export interface LinkContext {
  readonly pool: Pool;
  readonly boards: BoardDirectory;
  readonly postgres: PostgresProbe;
  readonly publicUrl: string | null;
  readonly pages: Pages;
}

const HTML = 'text/html; charset=utf-8';
/** For permanent redirects: only a day, so that caches do not lead to a hidden post forever. */
const CACHE_FOR_A_DAY = 'public, max-age=86400';
const here = new Site('');
const NUMBER = /^[1-9]\d{0,15}$/;

type Params = Readonly<Record<string, string>>;
type OnBoard = (board: Board, params: Params, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function linkRoutes({ pool, boards, postgres, publicUrl, pages }: LinkContext) {
  const onBoard = (answer: OnBoard) => async (request: FastifyRequest, reply: FastifyReply) => {
    const params = request.params as Params;
    const board = await boards.find(params['board'] ?? '');
    return board === null ? callNotFound(reply) : answer(board, params, request, reply);
  };

  const search = (params: (board: Board, params: Params) => FoolFuukaParams) =>
    onBoard(async (board, path, request, reply) => toSearch(params(board, path), request, reply));

  const toPost = (place: PostPlace, request: FastifyRequest, reply: FastifyReply) => {
    const { board, thread, num, subnum } = place;
    const number = subnum > 0 ? `${num}_${subnum}` : String(num);
    // Programs parse FoolFuuka's form of the address out of the page.
    const foolFuukaAddress = `${Site.of(request, publicUrl).board(board)}thread/${thread}/#${number}`;
    return reply
      .code(301)
      .headers({ location: postAddress(place), 'cache-control': CACHE_FOR_A_DAY })
      .type(HTML)
      .send(redirectPage(foolFuukaAddress));
  };

  const inThread = (part: (params: Params) => string) =>
    onBoard(async (board, params, _request, reply) => {
      const { num = '', count = '1' } = params;
      if (!NUMBER.test(num) || !NUMBER.test(count)) return callNotFound(reply);
      return redirectTo(reply, 301, `${here.board(board.name)}thread/${num}?${part(params)}`);
    });

  return async (app: FastifyInstance): Promise<void> => {
    app.get(
      '/:board/post/:num',
      FOR_READERS,
      onBoard(async (board, { num = '' }, request, reply) => {
        const name = parsePostName(num);
        if (name === null) return callNotFound(reply);
        const place = await postgres.readOrFallback<PostPlace | null | 'unknown'>(
          async () => findPost(pool, board, name),
          async () => 'unknown',
        );
        // Without PostgreSQL the application looks the post up in the search index.
        if (place === 'unknown') return pages.send(reply, 200);
        return place === null ? callNotFound(reply) : toPost(place, request, reply);
      }),
    );
    app.get('/post/:num', FOR_READERS, async (request, reply) => {
      const { num = '' } = request.params as Params;
      const name = parsePostName(num);
      if (name === null) return callNotFound(reply);
      const places = await postgres.readOrFallback<readonly PostPlace[] | 'unknown'>(
        async () => findPostAnywhere(pool, name),
        async () => 'unknown',
      );
      // Without PostgreSQL a search over all boards finds every post with that number.
      if (places === 'unknown') return redirectTo(reply, 302, here.search(`num:${name.num}`));
      const [place] = places;
      if (place === undefined) return callNotFound(reply);
      if (places.length > 1) {
        const links = places.map((one) => ({ address: postAddress(one), text: `/${one.board}/ No.${num}` }));
        const language = languageOf(request);
        return sendShortPage(reply, linksPage(language.t('forms.posts-with-number', { number: num }), links, language));
      }
      // Not permanent: another board may get a post with the same number.
      return redirectTo(reply, 302, postAddress(place));
    });

    for (const path of ['/:board/last/:count/:num', '/:board/last50/:num']) {
      app.get(
        path,
        FOR_READERS,
        inThread(({ count = '50' }) => `last=${count}`),
      );
    }
    app.get(
      '/:board/deleted/:num',
      FOR_READERS,
      inThread(() => 'only=deleted'),
    );
    // vichan's address of a thread.
    app.get(
      '/:board/res/:num.html',
      FOR_READERS,
      onBoard(async (board, { num = '' }, _request, reply) =>
        NUMBER.test(num) ? redirectTo(reply, 301, `${here.board(board.name)}thread/${num}`) : callNotFound(reply),
      ),
    );
    app.get(
      '/:board/page/:page',
      FOR_READERS,
      onBoard(async (board, { page = '' }, _request, reply) => toPage(here.board(board.name), page, reply)),
    );
    for (const path of ['/:board/gallery', '/:board/gallery/:page', '/:board/catalog/:page']) {
      app.get(
        path,
        FOR_READERS,
        onBoard(async (board, { page = '1' }, _request, reply) =>
          toPage(`${here.board(board.name)}catalog`, page, reply),
        ),
      );
    }
    // FoolFuuka has a page for each kind of statistics; this archive shows all on one page.
    app.get(
      '/:board/statistics/*',
      FOR_READERS,
      onBoard(async (board, _params, _request, reply) => redirectTo(reply, 301, `${here.board(board.name)}statistics`)),
    );

    app.get('/stats', FOR_READERS, async (_request, reply) => redirectTo(reply, 301, '/statistics'));
    app.get(
      '/stats/:board',
      FOR_READERS,
      onBoard(async (board, _params, _request, reply) => redirectTo(reply, 301, `${here.board(board.name)}statistics`)),
    );
    // ayase-quart's API, which has the form of 4chan's.
    for (const file of ['thread/:num.json', 'catalog.json', ':num.json']) {
      app.get(
        `/api/v1/:board/${file}`,
        FOR_READERS,
        onBoard(async (board, { num = '1' }, _request, reply) =>
          NUMBER.test(num)
            ? redirectTo(reply, 301, `${here.board(board.name)}${file.replace(':num', num)}`)
            : callNotFound(reply),
        ),
      );
    }
    for (const path of ['/sql', '/fts']) {
      app.get(path, FOR_READERS, async (request, reply) => toSearch(paramsOfAyase(request.url), request, reply));
    }

    app.get('/_', FOR_READERS, async (_request, reply) => redirectTo(reply, 301, '/'));
    for (const path of ['/_/search', '/_/search/*', '/_/advanced_search']) {
      app.get(path, FOR_READERS, async (request, reply) => toSearch(paramsOfPath(request.url), request, reply));
    }
    app.get('/_/opensearch', FOR_READERS, async (_request, reply) => redirectTo(reply, 301, '/opensearch.xml'));
    for (const path of ['/:board/search', '/:board/search/*', '/:board/advanced_search']) {
      app.get(
        path,
        FOR_READERS,
        onBoard(async ({ name: board }, _params, request, reply) =>
          toSearch({ ...paramsOfPath(request.url), boards: undefined, board }, request, reply),
        ),
      );
    }
    app.get(
      '/:board/image/:image',
      FOR_READERS,
      search(({ name: board }, { image }) => ({ board, image })),
    );
    for (const path of ['/:board/ghost', '/:board/ghost/:page']) {
      app.get(
        path,
        FOR_READERS,
        search(({ name: board }) => ({ board, ghost: 'only' })),
      );
    }
    app.get(
      '/:board/deleted',
      FOR_READERS,
      search(({ name: board }) => ({ board, deleted: 'deleted' })),
    );
  };
}

/** An opening post is shown by its thread's page. */
function postAddress(place: PostPlace): string {
  const { board, thread, num, subnum } = place;
  return num === thread && subnum === 0 ? `${here.board(board)}thread/${thread}` : here.post(place);
}

function toPage(address: string, page: string, reply: FastifyReply): FastifyReply {
  if (!NUMBER.test(page)) return callNotFound(reply);
  return redirectTo(reply, 301, page === '1' ? address : `${address}?page=${page}`);
}

function toSearch(params: FoolFuukaParams, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  try {
    return redirectTo(reply, 301, searchAddress(params));
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    const language = languageOf(request);
    const sentence = sentenceOf(language, { code: error.code, detail: error.message });
    return sendShortPage(reply.code(error.status), messagePage(language.t('forms.bad-search'), sentence, language));
  }
}

function redirectTo(reply: FastifyReply, status: 301 | 302, address: string): FastifyReply {
  return reply.header('cache-control', status === 301 ? CACHE_FOR_A_DAY : 'no-cache').redirect(address, status);
}

/** Fastify's not-found handler sends the answer. */
function callNotFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
