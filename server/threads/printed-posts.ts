/** JSON of posts as bytes, printed once for as long as their rows are kept, and answers made of it. */
import { hash } from 'node:crypto';
import { bodyEtag, type PrintedBody } from '../answer-memory.ts';
import type { ArchivedRow } from './sql.ts';

export class PrintedPost {
  readonly bytes: Buffer;
  #digest: string | null = null;

  constructor(json: string) {
    this.bytes = Buffer.from(json);
  }

  /** The same exactly when the bytes are. */
  get digest(): string {
    return (this.#digest ??= hash('sha256', this.bytes, 'base64url'));
  }
}

export type PrintPost<Around> = (row: ArchivedRow, around: Around) => PrintedPost;

let printers = 0;

/** `around`: whatever else the JSON depends on. What was printed for another one is printed anew. */
export function createPostPrinter<Around extends object>(
  json: (row: ArchivedRow, around: Around) => string,
): PrintPost<Around> {
  // On the row itself: a WeakMap of all rows is what the garbage collector would spend its time on.
  const place = printers++;
  return (row, around) => {
    const printed = (row.printed ??= []);
    const known = printed[place] as { readonly around: Around; readonly post: PrintedPost } | undefined;
    if (known?.around === around) return known.post;
    const post = new PrintedPost(json(row, around));
    printed[place] = { around, post };
    return post;
  };
}

/** What posts are printed around is told apart as an object: of all that have one key, the first. */
export function onePerKey<From, Around extends object>(
  make: (from: From) => Around,
  keyOf: (from: From) => string,
): (from: From) => Around {
  const known = new Map<string, Around>();
  return (from) => {
    const key = keyOf(from);
    let around = known.get(key);
    if (around === undefined) known.set(key, (around = make(from)));
    return around;
  };
}

type Part = string | readonly PrintedPost[];

const COMMA = 44;

/** Lists of posts between texts. */
export function join(parts: readonly Part[]): Buffer {
  const lists = parts.map((part) => (typeof part === 'string' ? [Buffer.from(part)] : part.map(({ bytes }) => bytes)));
  const lengths = lists.map((list) => list.reduce((sum, { length }) => sum + length, Math.max(0, list.length - 1)));
  const body = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    for (const [index, bytes] of list.entries()) {
      if (index > 0) body[at++] = COMMA;
      body.set(bytes, at);
      at += bytes.length;
    }
  }
  return body;
}

/** Its tag is made of theirs: hashing a long thread takes longer than putting it together. */
export function bodyOf(parts: readonly Part[]): PrintedBody {
  const digests = parts.map((part) => (typeof part === 'string' ? part : part.map(({ digest }) => digest).join()));
  return { body: join(parts), etag: bodyEtag(JSON.stringify(digests)) };
}
