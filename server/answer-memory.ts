/** Bodies that were printed a while ago, each with the state of the rows that it was printed from. */
import { createHash } from 'node:crypto';

export interface PrintedBody {
  /** As bytes: a text would be encoded again for every reader. */
  readonly body: Buffer;
  readonly etag: string;
}

export interface AnswerMemory {
  has(key: string): boolean;
  /** null unless it was kept for this very state. */
  recall(key: string, state: string): PrintedBody | null;
  keep(key: string, state: string, text: string | PrintedBody): PrintedBody;
}

interface Kept extends PrintedBody {
  readonly state: string;
  isUsed: boolean;
}

/** Bytes in all of them together. */
const MAX_KEPT = 32_000_000;

export function createAnswerMemory(maxKept = MAX_KEPT): AnswerMemory {
  /** The oldest first. One that was used since it was last looked at for that goes to the end instead of out. */
  const kept = new Map<string, Kept>();
  let size = 0;
  const drop = (key: string) => {
    size -= kept.get(key)?.body.length ?? 0;
    kept.delete(key);
  };
  return {
    has: (key) => kept.has(key),
    recall(key, state) {
      const found = kept.get(key);
      if (found?.state !== state) return null;
      found.isUsed = true;
      return found;
    },
    keep(key, state, text) {
      const printed = typeof text === 'string' ? printedBody(text) : text;
      const { body } = printed;
      drop(key);
      if (body.length > maxKept) return printed;
      kept.set(key, { ...printed, state, isUsed: false });
      size += body.length;
      for (const [oldest, entry] of kept) {
        if (size <= maxKept) break;
        if (!entry.isUsed) {
          drop(oldest);
          continue;
        }
        entry.isUsed = false;
        kept.delete(oldest);
        kept.set(oldest, entry);
      }
      return printed;
    },
  };
}

function printedBody(text: string): PrintedBody {
  const body = Buffer.from(text);
  return { body, etag: bodyEtag(body) };
}

/** Of the bytes themselves: a row may change in what an answer does not show. */
export function bodyEtag(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
