/** JSON of posts as bytes, printed once for as long as their rows are kept, and answers made of it. */
import { hash } from 'node:crypto';
import { bodyEtag, type PrintedBody } from '../answer-memory.ts';
import type { ArchivedRow } from '../threads/sql.ts';

export interface PrintedPost {
  readonly bytes: Buffer;
  /** The same exactly when the bytes are. */
  readonly digest: string;
}

export type PrintPost<Around> = (row: ArchivedRow, around: Around) => PrintedPost;

/** `around`: whatever else the JSON depends on. What was printed for another one is printed anew. */
export function createPostPrinter<Around extends object>(
  json: (row: ArchivedRow, around: Around) => string,
): PrintPost<Around> {
  const printed = new WeakMap<ArchivedRow, { readonly around: Around; readonly post: PrintedPost }>();
  return (row, around) => {
    const known = printed.get(row);
    if (known?.around === around) return known.post;
    const post = printedPost(json(row, around));
    printed.set(row, { around, post });
    return post;
  };
}

export function printedPost(json: string): PrintedPost {
  const bytes = Buffer.from(json);
  return { bytes, digest: hash('sha256', bytes, 'base64url') };
}

const COMMA = Buffer.from(',');

/** Lists of posts between texts. Its tag is made of theirs: hashing a long thread takes longer than putting it together. */
export function bodyOf(parts: readonly (string | readonly PrintedPost[])[]): PrintedBody {
  const pieces: Buffer[] = [];
  for (const part of parts) {
    if (typeof part === 'string') pieces.push(Buffer.from(part));
    else for (const [index, { bytes }] of part.entries()) pieces.push(...(index === 0 ? [bytes] : [COMMA, bytes]));
  }
  const digests = parts.map((part) => (typeof part === 'string' ? part : part.map(({ digest }) => digest).join()));
  return { body: Buffer.concat(pieces), etag: bodyEtag(JSON.stringify(digests)) };
}
