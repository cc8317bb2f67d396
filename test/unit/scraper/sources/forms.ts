/** The same thread in the form of each source, and its parsed result. The words are our own. */
import { gzipSync } from 'node:zlib';
import type { ThreadObservation } from '../../../../mappings/post.ts';
import { placeMessages, type Placement, type Stored } from '../../../../scraper/backfill/place-messages.ts';
import { postOfMessage } from '../../../../scraper/backfill/post-of-message.ts';
import type { ParseResult } from '../../../../scraper/sources/parse-result.ts';
import type { SourceBoard } from '../../../../scraper/sources/source.ts';
import { foolFuuka } from '../../../../scraper/sources/foolfuuka/source.ts';
import { fourChan } from '../../../../scraper/sources/four-chan/source.ts';
import { pipermail } from '../../../../scraper/sources/pipermail/source.ts';
import { vichan } from '../../../../scraper/sources/vichan/source.ts';
import { mbox } from '../../../support/mailing-list.ts';
import { MODULES } from '../../../support/modules.ts';
import { POSTS, TIME, type SourceForm } from '../../../support/source-form.ts';

/** Fields by name as a source prints them; `null` for a source whose documents are not JSON. */
export type SentPost = Record<string, unknown>;

const THREAD = POSTS[0].num;

const board = (name: string): SourceBoard => ({
  name,
  sourceName: name,
  url: 'https://site.example',
  mediaUrl: 'https://files.example',
});

const file = {
  filename: 'kettle',
  ext: '.png',
  w: 640,
  h: 480,
  tn_w: 250,
  tn_h: 187,
  md5: 'AAECAwQFBgcICQoLDA0ODw==',
  fsize: 4_321,
};

function chanPosts(added: Readonly<Record<string, string>>, ofReply: SentPost = {}): SentPost[] {
  return POSTS.map(({ num, time, name, text }, index) => ({
    no: num,
    resto: index === 0 ? 0 : THREAD,
    time,
    name,
    com: text,
    ...(index === 0 && { ...file, tim: 1_464_948_000_123, sub: 'Kettles', replies: 2, images: 0 }),
    ...(index === 1 && { ...added, ...ofReply }),
  }));
}

const fourChanForm: SourceForm = {
  name: '4chan',
  nums: [700, 701, 703],
  board: board('g'),
  urls: (at, num) => [
    fourChan.boards.url(at),
    fourChan.threads.url(at),
    fourChan.catalog.url(at),
    fourChan.archive.url(at),
    fourChan.thread.url(at, num),
  ],
  document: (added = {}) => JSON.stringify({ posts: chanPosts(added) }),
  read: async (body) => fourChan.thread.read(body, THREAD),
  deleted: null,
};

const vichanForm: SourceForm = {
  name: 'vichan',
  nums: [700, 701, 703],
  board: board('lam'),
  urls: (at, num) => [vichan.threads.url(at), vichan.catalog.url(at), vichan.thread.url(at, num)],
  document: (added = {}) =>
    JSON.stringify({
      posts: chanPosts(added, {
        ...file,
        tim: '1464948060456-0',
        extra_files: [{ ...file, tim: '1464948060456-1' }],
        cyclical: '0',
      }),
    }),
  read: async (body) => vichan.thread.read(body, THREAD),
  deleted: null,
};

function archivePosts(ofReply: SentPost): [SentPost, SentPost, SentPost] {
  const [opener, first, second] = POSTS.map(({ num, time, name, text }, index) => ({
    doc_id: String(num + 1_000),
    num: String(num),
    subnum: '0',
    thread_num: String(THREAD),
    op: index === 0 ? '1' : '0',
    timestamp: time,
    timestamp_expired: '0',
    capcode: 'N',
    name,
    comment: text,
    deleted: '0',
    extra_data: [],
    poster_country_name: false,
    media: null,
    ...(index === 0 && {
      media: {
        media_id: '5',
        spoiler: '0',
        media: '1464948000123.png',
        media_orig: '1464948000123.png',
        preview_orig: '1464948000123s.jpg',
        preview_w: '250',
        preview_h: '187',
        media_filename: 'kettle.png',
        media_w: '640',
        media_h: '480',
        media_size: '4321',
        media_hash: 'AAECAwQFBgcICQoLDA0ODw==',
        media_status: 'normal',
      },
    }),
    ...(index === 1 && ofReply),
  }));
  if (opener === undefined || first === undefined || second === undefined) throw new Error('three posts');
  return [opener, first, second];
}

export function archiveThread(ofReply: SentPost = {}): unknown {
  const [op, first, second] = archivePosts(ofReply);
  return { [THREAD]: { op, posts: { 701: first, 703: second } } };
}

const foolFuukaForm: SourceForm = {
  name: 'foolfuuka',
  nums: [700, 701, 703],
  board: board('g'),
  urls: (at, num, page) => [foolFuuka.boards.url(at), foolFuuka.thread.url(at, num), foolFuuka.history.url(at, page)],
  document: (added = {}) => JSON.stringify(archiveThread(added)),
  read: async (body) => foolFuuka.thread.read(body, THREAD, board('g')),
  deleted: JSON.stringify(archiveThread({ deleted: '1', timestamp_expired: TIME + 900 })),
};

export const READING = { charset: 'windows-1252' };
export const PART = { url: 'https://site.example/pipermail/tea/2016-June.txt.gz', month: 201606 };
export const NOTHING_STORED: Stored = {
  known: new Map(),
  subjects: new Map(),
  waiting: [],
  moderated: new Set<number>(),
  nextNum: PART.month * 100_000 + 1,
};

function list(added: Readonly<Record<string, string>>): string {
  const mails = POSTS.map(({ num, time, name, text }, index) => ({
    from: `${name.toLowerCase()} at kitchen.example (${name})`,
    id: `${num}@kitchen.example`,
    date: new Date(time * 1000).toISOString(),
    subject: index === 0 ? 'Kettles' : 'Re: Kettles',
    ...(index > 0 && { replyTo: `${THREAD}@kitchen.example` }),
    text,
  }));
  const headers = Object.entries(added).map(([name, value]) => `${name}: ${value}\n`);
  return mbox(mails).replace(/(Message-ID: <701@)/, `${headers.join('')}$1`);
}

/** All messages of a part as one thread; the tests of threads cover other threads. */
export async function readList(document: string): Promise<ParseResult<ThreadObservation> & { placement?: Placement }> {
  const packed = document.startsWith('packed ');
  const bytes = Buffer.from(packed ? document.slice(7) : document, 'latin1');
  const result = await pipermail.mail.readPart(packed ? gzipSync(bytes) : bytes, PART, READING);
  if (!result.ok) return result;
  const placement = placeMessages(result.value, PART.month, NOTHING_STORED);
  const posts = result.value
    .map((message) => postOfMessage(message, placement, new Map()))
    .sort((a, b) => a.fields.num - b.fields.num);
  return { ...result, value: { num: posts[0]?.fields.thread ?? 0, posts }, placement };
}

const first = PART.month * 100_000 + 1;

const pipermailForm: SourceForm = {
  name: 'pipermail',
  nums: [first, first + 1, first + 2],
  board: board('tea'),
  urls: (at) => {
    const index = pipermail.mail.index.url(at);
    const hostile =
      '<a href="2016-June.txt.gz">a</a> <a href="2016-May.txt">b</a> <a href="//evil.example/2016-April.txt">c</a> <a href="https://evil.example/2016-March.txt.gz">d</a> <a href="../../2015-May.txt">';
    const parts = pipermail.mail.index.read(hostile, at);
    return [index, ...(parts.ok ? parts.value.map(({ url }) => url) : [])];
  },
  document: (added = {}) => list(added),
  read: readList,
  deleted: null,
};

export const FORMS: readonly SourceForm[] = [
  fourChanForm,
  vichanForm,
  foolFuukaForm,
  pipermailForm,
  ...MODULES.flatMap(({ sourceForms }) => sourceForms ?? []),
];
