/** Feeds of new editions. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Post } from '../../../mappings/contract/post.ts';
import { SHOWN_TOGETHER, toPost, type PostRow } from '../../../mappings/postgres/post-row.ts';
import { prepared } from '../../../platform/postgres.ts';
import { boardNamed } from '../../../server/boards/board-named.ts';
import { FEED_ENTRIES, feedOf, type FeedHead } from '../../../server/feeds/feed.ts';
import { ATOM, feedAnswers, JSON_FEED, sendFeed, type FeedFormat } from '../../../server/http/plugins/feeds.ts';
import { problems } from '../../../server/http/plugins/schemas.ts';
import { presentPost } from '../../../server/posts/present.ts';
import { Site } from '../../../server/shared/site.ts';
import { SeriesPath, type SeriesSummary } from '../contract/series.ts';
import { findSummary } from './read-series.ts';
import type { SeriesContext } from './routes.ts';

/** Index: series_openers_name, posts_pkey. $1 board, $2 name, $3 limit. */
const LIST_OPENERS = `
  select ${SHOWN_TOGETHER}
    from (
      select o.num from series_openers o
       where o.board_id = $1 and o.name = $2 order by o.time_posted desc, o.num desc limit $3) e
    join posts p on p.board_id = $1 and p.num = e.num and p.subnum = 0 and not p.hidden
    join boards b on b.id = p.board_id
   order by p.time_posted desc, p.num desc`;

const DESCRIPTION = `At most ${FEED_ENTRIES} opening posts, newest first. Times are UTC. Hidden threads are left out.`;
const ANSWER = `The newest ${FEED_ENTRIES} editions.`;

export function seriesFeedRoutes({ pool, boards }: SeriesContext, publicUrl: string | null): FastifyPluginAsyncTypebox {
  const answer = async (
    request: FastifyRequest<{ Params: Static<typeof SeriesPath> }>,
    reply: FastifyReply,
    format: FeedFormat,
  ) => {
    const board = await boardNamed(boards, request.params.board);
    const summary = await findSummary(pool, board, request.params.name);
    const { rows } = await pool.query<PostRow>(prepared(LIST_OPENERS, [board.id, summary.name, FEED_ENTRIES]));
    const atSource = (await boards.filesAtSource()).get(board.name) ?? null;
    const posts = rows.map((row): Post => presentPost(toPost(row), atSource));
    const site = Site.of(request, publicUrl);
    return sendFeed(request, reply, { feed: feedOf(headOf(board.name, summary, site), posts, site), format });
  };

  return async (app) => {
    app.get(
      '/boards/:board/series/:name/feed.atom',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'seriesFeedAtom',
          summary: 'The newest editions of a series, as an Atom feed',
          description: DESCRIPTION,
          tags: ['archive'],
          params: SeriesPath,
          response: { ...feedAnswers(ATOM, ANSWER), ...problems(400, 404) },
        },
      },
      async (request, reply) => answer(request, reply, ATOM),
    );
    app.get(
      '/boards/:board/series/:name/feed.json',
      {
        config: { access: 'reader' },
        schema: {
          operationId: 'seriesFeedJson',
          summary: 'The newest editions of a series, as a JSON Feed',
          description: DESCRIPTION,
          tags: ['archive'],
          params: SeriesPath,
          response: { ...feedAnswers(JSON_FEED, ANSWER), ...problems(400, 404) },
        },
      },
      async (request, reply) => answer(request, reply, JSON_FEED),
    );
  };
}

function headOf(board: string, { name, title }: SeriesSummary, site: Site): FeedHead {
  const path = `series/${encodeURIComponent(name)}`;
  const address = `${site.base}/api/v1/boards/${board}/${path}/feed`;
  return {
    id: site.tag(`feed/${board}/${path}`),
    title: `/${board}/: ${title ?? name}`,
    page: `${site.board(board)}${path}`,
    atom: `${address}.atom`,
    json: `${address}.json`,
  };
}
