import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { boardAlias, indexName, postsAlias } from '../../../mappings/elasticsearch/index-names.ts';
import { documentId, toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import { postIndexSettings, postMappingOf } from '../../../mappings/elasticsearch/post-index.ts';
import { documentVersion } from '../../../mappings/elasticsearch/version.ts';
import type { Post } from '../../../mappings/post.ts';
import { createElasticsearch } from '../../../platform/elasticsearch.ts';
import { createPostgresPool } from '../../../platform/postgres.ts';
import { RemovalLog } from '../../../platform/removal-log.ts';
import { createFolderFiles } from '../../../platform/shared-files/folder-files.ts';
import { buildServer, type ServerOptions } from '../../../server/app.ts';
import type { ServerConfig } from '../../../server/http/services.ts';
import { writeRows } from '../../support/builders.ts';
import { REDIS_AWAY } from '../../support/redis-away.ts';
import type { World } from '../../support/world.ts';
import { emptyPost } from '../../unit/server/posts.ts';
import { loginUrl } from '../../support/logins.ts';

export type GivenPost = Partial<Post> & Pick<Post, 'num'>;

/** Boards with posts in both stores, written as scraper and indexer write them. */
export interface GivenArchive {
  board(name: string): Promise<number>;
  /** Its index, which must not exist yet, will not store documents. */
  withoutDocuments(board: string): void;
  /** Returns posts as rows would contain them, without storing them. Each draws a new rev. */
  given(board: string, posts: readonly GivenPost[]): Post[];
  /** Writes rows to PostgreSQL but not to the index. Each row draws a new rev. */
  store(board: string, posts: readonly GivenPost[]): Promise<Post[]>;
  /** Writes the documents of these rows to the board's index, visible to searches immediately. */
  index(board: string, posts: readonly Post[]): Promise<void>;
  storeAndIndex(board: string, posts: readonly GivenPost[]): Promise<Post[]>;
}

export const SERVER_SECRET = 'a secret of at least thirty-two characters';

export const START = Date.parse('2019-03-05T12:00:00Z');

export function givenArchive(world: World): GivenArchive {
  const ids = new Map<string, number>();
  const indexed = new Set<string>();
  const ofIds = new Set<string>();
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
    withoutDocuments(board) {
      ofIds.add(board);
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
      await writeRows(world.pool, idOf(board), posts);
      return posts;
    },
    async index(board, posts) {
      const name = indexName(world.indexPrefix, { board, slice: 0, build: 1 });
      if (!indexed.has(board)) {
        indexed.add(board);
        await world.elasticsearch.indices.create({
          index: name,
          settings: JSON.parse(JSON.stringify(postIndexSettings({ replicas: 0 }))),
          mappings: JSON.parse(JSON.stringify(postMappingOf(!ofIds.has(board)))),
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

export interface Answer {
  readonly status: number;
  /** Parsed if it is JSON. */
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
    crawlDelay: 1,
    proofWhileBusy: false,
    mediaConcurrency: 4,
    publicUrl: null,
    queuePrefix,
    rateLimit: 0,
    rateLimitAdmin: 0,
    rateLimitKey: 0,
    scraperHostDelayMs: 1_000,
    scraperIntervalMs: 10_000,
    scraperOwnOrigin: null,
    searchConcurrency: 4,
    searchCounted: 2_000_000,
    searchThreads: 1_000_000,
    searchTimeoutMs: 5_000,
    otherArchives: [],
    overviewBackupDays: 7,
    overviewFreePercent: 10,
    overviewLagSeconds: 60,
    sourceFiles: false,
    // The address of injected requests: tests name other clients by X-Forwarded-For.
    trustedProxies: ['127.0.0.1'],
    contact: 'operator@archive.example',
    tripcodeSecret: null,
    exports: 4,
    exportRows: 10_000,
    exportRowsAdmin: 1_000_000,
  };
}

/** The first page waits for the module that renders, on a busy machine for longer than readers would. */
async function firstPageRendered(app: FastifyInstance): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await app.inject({ url: '/settings' })).body.includes('id="page-data"')) {
    if (Date.now() > end) throw new Error('no page was rendered for a minute');
    await setTimeout(100);
  }
}

/** The application in the server's role, requested without a network. */
export async function givenServer(
  world: World,
  options: Partial<ServerOptions> & {
    readonly elasticsearchUrls?: readonly string[];
    readonly databaseUrl?: string;
  } = {},
): Promise<GivenServer> {
  const { elasticsearchUrls = world.elasticsearchUrls, databaseUrl = world.databaseUrl, ...rest } = options;
  const pool = createPostgresPool({ url: loginUrl(databaseUrl, 'server') });
  const elasticsearch = createElasticsearch(elasticsearchUrls);
  const folder = await mkdtemp(join(tmpdir(), 'sagasu-server-'));
  const app = await buildServer({
    config: givenConfig(world),
    secret: SERVER_SECRET,
    pool,
    elasticsearch,
    // By default the server counts for itself and has no fallback; other tests pass a client.
    redis: REDIS_AWAY,
    hasFallback: rest.redis !== undefined,
    media: { mediaDir: join(folder, 'media'), s3AccessKeyId: null, s3SecretAccessKey: null, s3Region: 'us-east-1' },
    removals: new RemovalLog(rest.dataDir ?? folder),
    dataDir: folder,
    files: createFolderFiles(rest.dataDir ?? folder),
    metrics: new Registry(),
    clock: () => NOW,
    // A busy machine may take longer than readers would wait.
    suggestionsMs: 60_000,
    // No pages by default; tests that need pages pass a folder.
    webRoot: join(import.meta.dirname, 'no-pages'),
    // Each thread takes half a second of processor time to load the pages.
    renderThreads: 1,
    ...rest,
  });
  await app.ready();
  if (existsSync(join(rest.webRoot ?? '', 'server/server.js'))) await firstPageRendered(app);
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
      await Promise.all([pool.end(), elasticsearch.close(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
