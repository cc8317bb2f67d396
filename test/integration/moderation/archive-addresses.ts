/**
 * Every address of an archive that may return one post. New routes are added automatically; a route with an unknown parameter is an error
 * until this file has values for it.
 */
import type { FastifyInstance } from 'fastify';

export const FOOLFUUKA = '/_/api/chan';

export interface SoughtPost {
  readonly board: string;
  readonly num: number;
  readonly thread: number;
  /** Text in its comment, subject, name and tripcode. */
  readonly word: string;
  /** Queries that find the post without containing the word, because answers repeat queries. */
  readonly counted: readonly string[];
  /** The source's number in the file name; the file's type is png. */
  readonly time: number;
  /** Hashes of its file, in hexadecimal. */
  readonly sha256: string;
}

export interface Addresses {
  /** Lists of posts by FoolFuuka's API. */
  readonly chanLists: readonly string[];
  /** Lists of a board. */
  readonly ofBoard: readonly string[];
  /** All other lists of posts, for any query. */
  readonly lists: readonly string[];
  /** Every address that answers GET, according to the archive itself, and the address of every page. */
  of(app: FastifyInstance): string[];
}

export function addressesOfPost(post: SoughtPost): Addresses {
  const { board, num, thread, counted } = post;
  const ofBoard = [
    'threads?order=modified&replies=5',
    'threads?order=created&page=1&replies=10',
    'images?limit=200',
    'posts?order=modified&limit=200',
    'posts?order=created&limit=200',
  ].map((list) => `/api/v1/boards/${board}/${list}`);
  const lists = [
    'export?',
    'export?format=csv&',
    'export?scope=threads&',
    'feed.atom?',
    'feed.json?',
    'explain?',
  ].flatMap((what) => [...counted, 'op.subject:stays', `thread:${thread}`].map((q) => `/api/v1/search/${what}q=${q}`));
  const chanLists = chanListsOf(post);
  const counts = counted.flatMap((q) => ['facets', 'timeline'].map((what) => `/api/v1/search/${what}?q=${q}`));
  const pages = ['/', `/${board}`, `/${board}/thread/${thread}`, `/${board}/post/${num}`, '/moderation', '/metrics'];
  return {
    chanLists,
    ofBoard,
    lists,
    of(app) {
      const { paths = {} } = app.swagger() as { paths?: Record<string, { get?: unknown }> };
      const parameters = parametersOf(post);
      const listed = Object.entries(paths).flatMap(([path, { get }]) =>
        get === undefined ? [] : withParameters(path, parameters),
      );
      return [
        ...listed,
        ...pages,
        '/api/openapi.json',
        ...queriesOf(post).map((query) => `/api/v1/search?${new URLSearchParams(query).toString()}`),
        ...counted.map((q) => `/search?q=${q}`),
        ...counts,
        ...lists,
        ...ofBoard,
        ...completionsOf(post),
        ...misspeltOf(post),
        ...compatibleOf(post),
        ...chanLists,
        ...chanRestOf(post),
      ];
    },
  };
}

const queriesOf = ({ board, num, word }: SoughtPost) =>
  ['', word, `"${word}"`, `subject:${word}`, `comment:${word}`, `board:${board} ${word}`, `${word} OR thread`]
    .flatMap((q) => ['new', 'old', 'relevance', 'modified'].map((sort) => ({ q, sort })))
    .concat([
      { q: String(num), sort: 'new' },
      { q: `>>${num}`, sort: 'new' },
      { q: 'is:reply', sort: 'new' },
    ])
    .flatMap((query) => [query, { ...query, source: 'elasticsearch' }]);

/** Misspelt: the suggestions of a search without hits are part of its answer. */
const misspeltOf = ({ word }: SoughtPost) =>
  [word.slice(1), `${word.slice(0, 4)} ${word.slice(4)}`, `"${word}s"`].flatMap((q) =>
    ['', '/did-you-mean'].map((what) => `/api/v1/search${what}?q=${encodeURIComponent(q)}`),
  );

const completionsOf = ({ word }: SoughtPost) =>
  ['trip:!', 'trip:', 'name:', 'subject:', '']
    .map((before) => before + word.slice(0, 3))
    .flatMap((q) => ['complete', 'suggestions'].map((what) => `/api/v1/search/${what}?q=${q}`));

/** Values of each parameter of a path. */
function parametersOf({
  board,
  num,
  thread,
  sha256,
}: SoughtPost): Readonly<Record<string, readonly (string | number)[]>> {
  return {
    board: [board],
    num: [num, thread],
    id: [1, 2, 3, 4, 5],
    page: [1, 2],
    hash: [sha256],
    sha256: [sha256],
    contributor: ['0'.repeat(64)],
    author: ['0'.repeat(64)],
    file: [`${board}-20240101T000000Z.ndjson.gz`],
    first: [sha256.slice(0, 2)],
    second: [sha256.slice(2, 4)],
    name: [`${sha256}.png`],
    sitePage: ['about'],
  };
}

function withParameters(path: string, parameters: Readonly<Record<string, readonly (string | number)[]>>): string[] {
  const [, name] = /\{([^}]+)\}/.exec(path) ?? [];
  if (name === undefined) return [path];
  const values = parameters[name];
  if (values === undefined) throw new Error(`teach these addresses what {${name}} of ${path} may be`);
  return values.flatMap((value) => withParameters(path.replace(`{${name}}`, String(value)), parameters));
}

/** Addresses that clients and links of other archives use. */
function compatibleOf({ board, num, thread, time }: SoughtPost): string[] {
  const folder = `${String(time).slice(0, 4)}/${String(time).slice(4, 6)}`;
  return [
    ...[`post/${num}`, `full_image/${time}.png`, `redirect/${time}.png`, `${time}s.jpg`].map(
      (name) => `/${board}/${name}`,
    ),
    ...[`foolfuuka/boards/${board}/image`, `data/${board}/img`, `srv/media/${board}/image`].map(
      (of) => `/${of}/${folder}/${time}.png`,
    ),
    `/data/${board}/thumb/${folder}/${time}s.jpg`,
    `/post/${num}`,
    '/robots.txt',
    '/sitemap.xml',
    `/${board}/sitemap.xml`,
    `/${board}/sitemap-${Math.floor(thread / 50_000) + 1}.xml`,
  ];
}

const chanListsOf = ({ board, thread, word }: SoughtPost) =>
  [
    `thread/?board=${board}&num=${thread}`,
    `thread/?board=${board}&num=${thread}&latest_doc_id=1`,
    `thread/?board=${board}&num=${thread}&last_limit=2`,
    `index/?board=${board}&page=1`,
    `index/?board=${board}&page=1&order=by_thread`,
    `search/?boards=${board}`,
    `search/?text=${word}`,
    `search/?subject=${word}&order=asc`,
    `search/?boards=${board}&type=posts&filter=text`,
  ].map((path) => `${FOOLFUUKA}/${path}`);

const chanRestOf = ({ board, num, thread, word }: SoughtPost) =>
  [
    `post/?board=${board}&num=${num}`,
    `thread/?board=${board}&num=${num}`,
    `deleted/?board=${board}&num=${thread}`,
    `index/?board=${board}&page=1&order=ghost`,
    `gallery/?board=${board}&page=1`,
    `search/?text=${word}&results=thread`,
    'boards/',
    'archives/',
    'site/',
  ].map((path) => `${FOOLFUUKA}/${path}`);
