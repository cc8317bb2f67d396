import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { boardAlias, indexName, postsAlias } from '../../../mappings/elasticsearch/index-names.ts';
import { documentId, toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import { postIndexSettings, postMapping } from '../../../mappings/elasticsearch/post-index.ts';
import { documentVersion } from '../../../mappings/elasticsearch/version.ts';
import type { Post } from '../../../mappings/post.ts';
import { createElasticsearch } from '../../../platform/elasticsearch.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { buildServer, type ServerOptions } from '../../../server/app.ts';
import type { ServerConfig } from '../../../server/http/services.ts';
import type { World } from '../../support/world.ts';
import { emptyPost } from '../../unit/server/posts.ts';

export type GivenPost = Partial<Post> & Pick<Post, 'num'>;

/** Boards with posts in both stores, as scraper and indexer would have left them. */
export interface GivenArchive {
  board(name: string): Promise<number>;
  /** Posts as rows would hold them, and no rows. Each takes a new rev. */
  given(board: string, posts: readonly GivenPost[]): Post[];
  /** Rows in PostgreSQL; the index does not know of them yet. Each row takes a new rev. */
  store(board: string, posts: readonly GivenPost[]): Promise<Post[]>;
  /** Brings these rows into the board's index, searchable at once. */
  index(board: string, posts: readonly Post[]): Promise<void>;
  storeAndIndex(board: string, posts: readonly GivenPost[]): Promise<Post[]>;
}

export const START = Date.parse('2019-03-05T12:00:00Z');

export function givenArchive(world: World): GivenArchive {
  const ids = new Map<string, number>();
  const indexed = new Set<string>();
  let rev = 0;

  const idOf = (board: string) => {
    const id = ids.get(board);
    if (id === undefined) throw new Error(`no board ${board} was given`);
    return id;
  };

  const archive: GivenArchive = {
    async board(name) {
      const { rows } = await world.pool.query<{ id: number }>(
        `insert into boards (name, title, source, url, media_url)
         values ($1, $2, '4chan', 'http://a.example.org', 'http://i.example.org')
         on conflict (name) do update set title = excluded.title returning id`,
        [name, `Title of ${name}`],
      );
      ids.set(name, rows[0]?.id ?? 0);
      await world.pool.query('select ensure_slice($1, 0)', [rows[0]?.id]);
      return rows[0]?.id ?? 0;
    },
    given(board, given) {
      return given.map((fields): Post => {
        rev += 1;
        const timePosted = new Date(START + fields.num * 1000);
        return { ...emptyPost, thread: fields.num, timePosted, timeModified: timePosted, ...fields, board, rev };
      });
    },
    async store(board, given) {
      const posts = archive.given(board, given);
      for (const post of posts) await insertRow(world, idOf(board), post);
      return posts;
    },
    async index(board, posts) {
      const name = indexName(world.indexPrefix, { board, slice: 0, build: 1 });
      if (!indexed.has(board)) {
        indexed.add(board);
        await world.elasticsearch.indices.create({
          index: name,
          settings: JSON.parse(JSON.stringify(postIndexSettings({ replicas: 0 }))),
          mappings: JSON.parse(JSON.stringify(postMapping)),
          aliases: { [boardAlias(world.indexPrefix, board)]: {}, [postsAlias(world.indexPrefix)]: {} },
        });
      }
      const answer = await world.elasticsearch.bulk({
        index: name,
        refresh: true,
        operations: posts.flatMap((post) => [
          { index: { _id: documentId(post), version: documentVersion(1, post.rev), version_type: 'external' } },
          toPostDocument(post, idOf(post.board)),
        ]),
      });
      if (answer.errors) throw new Error(JSON.stringify(answer.items.find((item) => item.index?.error)));
    },
    async storeAndIndex(board, given) {
      const posts = await archive.store(board, given);
      await archive.index(board, posts);
      return posts;
    },
  };
  return archive;
}

async function insertRow(world: World, boardId: number, post: Post): Promise<void> {
  const row: Record<string, unknown> = {
    board_id: boardId,
    num: post.num,
    subnum: post.subnum,
    thread: post.thread,
    opener: post.opener,
    time_posted: post.timePosted,
    time_modified: post.timeModified,
    time_bumped: post.timeBumped,
    time_deleted_post: post.timeDeletedPost,
    time_deleted_file: post.timeDeletedFile,
    time_archived: post.timeArchived,
    name: post.name,
    tripcode: post.tripcode,
    capcode: post.capcode,
    posterid: post.posterid,
    country: post.country,
    email: post.email,
    subject: post.subject,
    comment: post.comment,
    media_time: post.mediaTime,
    media_hash: post.mediaHash,
    media_hash_src: post.mediaHashSrc,
    media_name: post.mediaName,
    media_type: post.mediaType,
    media_size: post.mediaSize,
    media_dims_src_w: post.mediaDimsSrcW,
    media_dims_src_h: post.mediaDimsSrcH,
    spoiler: post.spoiler,
    sticky: post.sticky,
    closed: post.closed,
    posters: post.posters,
    replies: post.replies,
    hidden: post.hidden,
    extra: post.extra,
    rev: post.rev,
  };
  const columns = Object.keys(row);
  const places = columns.map((_, place) => `$${place + 1}`);
  await world.pool.query(
    `insert into posts (${columns.join(', ')}) values (${places.join(', ')})
     on conflict (board_id, num, subnum) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    Object.values(row),
  );
}

export interface Answer {
  readonly status: number;
  /** Parsed where it is JSON. */
  readonly body: unknown;
  readonly headers: Record<string, unknown>;
}

export interface GivenServer {
  readonly app: FastifyInstance;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  search(parameters: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export const NOW = new Date('2024-03-31T12:00:00Z');

export function givenConfig({ indexPrefix, queuePrefix }: World): ServerConfig {
  return {
    indexPrefix,
    crawlers: true,
    publicUrl: null,
    queuePrefix,
    rateLimit: 0,
    rateLimitAdmin: 0,
    rateLimitKey: 0,
    scraperHostDelayMs: 1_000,
    scraperIntervalMs: 10_000,
    scraperOwnOrigin: null,
    searchConcurrency: 4,
    searchThreads: 1_000_000,
    searchTimeoutMs: 5_000,
    exports: 4,
    exportRows: 10_000,
    exportRowsAdmin: 1_000_000,
  };
}

/** The application in the server's own role, asked without a network. */
export async function givenServer(
  world: World,
  options: Partial<ServerOptions> & {
    readonly elasticsearchUrls?: readonly string[];
    readonly databaseUrl?: string;
  } = {},
): Promise<GivenServer> {
  const { elasticsearchUrls = world.elasticsearchUrls, databaseUrl = world.databaseUrl, ...rest } = options;
  const pool = createPostgresPool({ url: databaseUrl, role: 'sagasu_server' });
  const elasticsearch = createElasticsearch(elasticsearchUrls);
  const app = await buildServer({
    config: givenConfig(world),
    secret: 'a secret of at least thirty-two characters',
    pool,
    elasticsearch,
    clock: () => NOW,
    // None: whoever wants pages gives some.
    webRoot: join(import.meta.dirname, 'no-pages'),
    ...rest,
  });
  await app.ready();
  const get = async (url: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await app.inject({ url, headers });
    const isJson = /[/+]json\b/.test(String(answer.headers['content-type']));
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  };
  return {
    app,
    get,
    search: (parameters) => get(`/api/v1/search?${new URLSearchParams(parameters).toString()}`),
    async close() {
      await app.close();
      await Promise.all([pool.end(), elasticsearch.close()]);
    },
  };
}
