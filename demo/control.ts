/** Control requests, which change the site and make it fail on purpose, for tests and demonstrations (docs/DEMO.md). */
import type { IncomingMessage } from 'node:http';
import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { toError } from '../platform/errors.ts';
import { findPost, type DemoBoard } from './board.ts';
import { escapeHtml } from './markup.ts';
import { Fault, type Faults } from './faults.ts';
import { BANNED, WARNED } from './life/appendix.ts';
import { DemoRefusal } from './refusal.ts';
import type { DemoSite } from './site.ts';
import type { Traffic } from './traffic.ts';
import { typedComment, type Draft, type DraftFile } from './write-post.ts';

const LARGEST_BODY = 6_000_000;

const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Flag = Type.Optional(Type.Boolean());

const NewPost = Type.Object(
  {
    com: Text(1_000_000),
    html: Text(1_000_000),
    sub: Text(1000),
    name: Text(1000),
    trip: Text(30),
    capcode: Text(30),
    poster: Text(100),
    country: Type.Optional(Type.Tuple([Type.String({ maxLength: 8 }), Type.String({ maxLength: 100 })])),
    since4pass: Type.Optional(Type.Integer({ minimum: 2012, maximum: 2100 })),
    sticky: Flag,
    closed: Flag,
    sage: Flag,
    file: Type.Optional(
      Type.Object(
        { ext: Text(6), filename: Text(1000), spoiler: Flag, tag: Text(30) },
        { additionalProperties: false, description: 'One of the demo’s own files, the first with that extension.' },
      ),
    ),
  },
  { additionalProperties: false },
);

const PostChange = Type.Object(
  {
    com: Text(1_000_000),
    html: Text(1_000_000),
    sub: Text(1000),
    name: Text(1000),
    notice: Type.Optional(Type.Union([Type.Literal('banned'), Type.Literal('warned')])),
    sticky: Flag,
    closed: Flag,
    spoiler: Flag,
    fields: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), Type.Unknown(), { description: 'Any fields; null removes one.' }),
    ),
  },
  { additionalProperties: false },
);

export interface ControlAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface Control {
  readonly site: DemoSite;
  readonly faults: Faults;
  readonly traffic: Traffic;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** @throws DemoRefusal with the status to answer */
export async function handleControl(control: Control, request: IncomingMessage, path: string): Promise<ControlAnswer> {
  const { site, faults, traffic, clock } = control;
  const at = Math.floor(clock() / 1000);
  const [area, part, noText, sub] = path.slice('/_demo/'.length).split('/');
  const route = `${request.method ?? 'GET'} ${area === 'stats' || area === 'faults' ? area : ['{board}', part, noText && '{no}', sub].filter(Boolean).join('/')}`;
  switch (route) {
    case 'GET stats':
      return { status: 200, body: traffic.report(clock()) };
    case 'DELETE stats':
      traffic.reset(clock());
      return { status: 200, body: {} };
    case 'GET faults':
      return { status: 200, body: { faults: faults.pending() } };
    case 'POST faults':
      faults.add(await readBody(request, Fault));
      return { status: 201, body: { faults: faults.pending() } };
    case 'DELETE faults':
      faults.clear();
      return { status: 200, body: {} };
  }
  const board = site.board(area ?? '');
  const name = board.info.board;
  const no = Number(noText);
  if (noText !== undefined && !/^\d{1,15}$/.test(noText))
    throw new DemoRefusal('bad_number', `"${noText}" is not a post number`, 400);
  switch (route) {
    case 'POST {board}/thread': {
      const post = site.openThread(name, draftOf(site, board, await readBody(request, NewPost)), at);
      return { status: 201, body: { no: post.no, thread: post.no } };
    }
    case 'POST {board}/thread/{no}/reply': {
      const post = site.reply(name, no, draftOf(site, board, await readBody(request, NewPost)), at);
      return { status: 201, body: { no: post.no, thread: no } };
    }
    case 'PATCH {board}/post/{no}': {
      const post = site.edit(name, no, fieldsOf(site, board, no, await readBody(request, PostChange)), at);
      return { status: 200, body: post };
    }
    case 'DELETE {board}/post/{no}':
      site.remove(name, no, at);
      return { status: 200, body: { no } };
    case 'DELETE {board}/post/{no}/file':
      site.removeFile(name, no, at);
      return { status: 200, body: { no } };
    default:
      throw new DemoRefusal('unknown_request', `${request.method} ${path} is not a request of the demo`, 404);
  }
}

function draftOf(site: DemoSite, board: DemoBoard, body: Static<typeof NewPost>): Draft {
  const { file, poster = 'visitor', ...rest } = body;
  if (rest.com === undefined && rest.html === undefined && file === undefined)
    throw new DemoRefusal('empty_post', 'a post needs com, html or file', 400);
  return { ...rest, poster, file: file === undefined ? undefined : fileOf(site, board, file) };
}

function fileOf(site: DemoSite, board: DemoBoard, file: NonNullable<Static<typeof NewPost>['file']>): DraftFile {
  const { ext, filename = 'upload', spoiler, tag } = file;
  const files = site.pictures.ofBoard(board.captured ? 'visitor' : board.info.board);
  const picture = files.find((one) => ext === undefined || one.ext === ext);
  if (picture === undefined) throw new DemoRefusal('no_such_file', `the demo has no ${ext ?? 'file'}`, 400);
  return { picture, filename, spoiler, tag };
}

function fieldsOf(site: DemoSite, board: DemoBoard, no: number, change: Static<typeof PostChange>) {
  const found = findPost(board, no);
  if (found === null) throw new DemoRefusal('unknown_post', `there is no post ${no} on ${board.info.board}`, 404);
  const { com, html, sub, name, notice, fields = {} } = change;
  if ('no' in fields || 'resto' in fields) throw new DemoRefusal('fixed_field', 'no and resto cannot change', 400);
  const typed = com === undefined ? undefined : typedComment(com, board.info, found.thread.no, site.find);
  const text = html ?? typed ?? (notice === undefined ? undefined : (found.post.com ?? ''));
  const flags = (['sticky', 'closed', 'spoiler'] as const).flatMap((key) =>
    change[key] === undefined ? [] : [[key, change[key] ? 1 : null] as const],
  );
  return {
    ...(text === undefined ? {} : { com: text + (notice === undefined ? '' : notice === 'banned' ? BANNED : WARNED) }),
    ...(sub === undefined ? {} : { sub: escapeHtml(sub) }),
    ...(name === undefined ? {} : { name: escapeHtml(name) }),
    ...Object.fromEntries(flags),
    ...fields,
  };
}

/** A page of another site can send this type only after a CORS preflight, which the demo refuses. */
const JSON_TYPE = /^application\/json\b/;

async function readBody<T extends TSchema>(request: IncomingMessage, schema: T): Promise<Static<T>> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
    throw new DemoRefusal('not_json', 'send Content-Type: application/json', 415);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new DemoRefusal('too_large', `at most ${LARGEST_BODY} bytes`, 413);
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new DemoRefusal('not_json', `the body is not JSON: ${toError(error).message}`, 400);
  }
  const validator = Compile(schema);
  if (validator.Check(value)) return value;
  const problems = validator.Errors(value).map((problem) => `${problem.instancePath || 'body'} ${problem.message}`);
  throw new DemoRefusal('bad_body', problems.slice(0, 5).join('; '), 400);
}
