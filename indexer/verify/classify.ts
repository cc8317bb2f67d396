import { isDeepStrictEqual } from 'node:util';
import { sliceOf } from '../../mappings/board.ts';
import {
  documentId,
  fixedFields,
  keyOfDocumentId,
  toPostDocument,
  type PostDocument,
} from '../../mappings/elasticsearch/post-document.ts';
import { documentVersion, isVersionOf } from '../../mappings/elasticsearch/version.ts';
import type { Post } from '../../mappings/post.ts';
import type { DriftKind } from './verification.ts';
import type { RawHit } from './raw-hits.ts';

/** An index, and the board and slice whose documents belong to it. */
export interface IndexPlace {
  readonly boardId: number;
  readonly board: string;
  readonly sliceSize: number;
  readonly name: string;
  readonly slice: number;
  /** True if the index stores whole posts. In other indices only the fixed fields can be compared. */
  readonly hasDocuments: boolean;
  /** True if the index may hold documents of other boards, which are compared with their own rows. */
  readonly isShared: boolean;
}

export interface PlaceOfPost {
  readonly num: number;
  readonly subnum: number;
}

/** A document of an index. `source` is the readable part: all of it, or the fixed fields. */
export interface FoundDocument {
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly source: Readonly<Record<string, unknown>>;
}

/** Parses a document id. Returns null for an id that no row of this index's slice can have. */
export function placeOf(id: string, index: IndexPlace): PlaceOfPost | null {
  const key = keyOfDocumentId(id);
  const isPlace =
    key.board === index.board &&
    Number.isSafeInteger(key.num) &&
    Number.isSafeInteger(key.subnum) &&
    key.num > 0 &&
    key.subnum >= 0 &&
    // The column has 32 bits; PostgreSQL refuses queries with larger values.
    key.subnum < 2 ** 31 &&
    documentId(key) === id &&
    sliceOf(key.num, index.sliceSize) === index.slice;
  return isPlace ? { num: key.num, subnum: key.subnum } : null;
}

/**
 * Compares a document with its row. Returns the kind of difference, or null when they agree. `found` is null when there is
 * no document, `post` when there is no row.
 */
export function classify(
  index: IndexPlace,
  id: string,
  found: FoundDocument | null,
  post: Post | null,
  epoch: number,
): DriftKind | null {
  if (placeOf(id, index) === null) return found === null ? null : 'misplaced';
  if (post === null) return found === null ? null : 'extra';
  if (found === null) return 'missing';
  if (!isVersionOf(found.version, epoch, post.rev)) {
    return found.version > documentVersion(epoch, post.rev) ? 'ahead' : 'stale';
  }
  return isSame(found.source, expectedFields(post, index)) ? null : 'altered';
}

/**
 * Returns whether a document equals, character for character, the indexer's output for this row. If not, it may still be equivalent:
 * `classify` decides.
 */
export function isAsWritten(
  { boardId }: IndexPlace,
  { version, source }: RawHit,
  post: Post | null,
  epoch: number,
): boolean {
  return post !== null && isVersionOf(version, epoch, post.rev) && source === textOf(expectedSource(post, boardId));
}

function textOf(document: PostDocument | null): string | null {
  return document === null ? null : JSON.stringify(document);
}

/** Returns null for a row from which no document can be built; the indexer quarantines it. */
function expectedSource(post: Post, boardId: number): PostDocument | null {
  try {
    return toPostDocument(post, boardId);
  } catch {
    return null;
  }
}

/** The part of the document that can be read in this index. */
function expectedFields(post: Post, { boardId, hasDocuments }: IndexPlace): PostDocument | null {
  const document = expectedSource(post, boardId);
  return document === null || hasDocuments ? document : fixedFields(post, boardId);
}

function isSame(source: Readonly<Record<string, unknown>>, expected: PostDocument | null): boolean {
  if (expected === null) return false;
  // Elasticsearch returns the source as it was sent, so the fast comparison nearly always suffices.
  return isWritten(source, expected) || isDeepStrictEqual(source, JSON.parse(JSON.stringify(expected)));
}

/**
 * Returns whether `found` equals `expected` after a round trip through JSON, which drops undefined fields. A fast check: it may return
 * false for values that are equal after all.
 */
function isWritten(found: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null || typeof found !== 'object' || found === null) {
    return found === expected;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length) return false;
    return expected.every((item, place) => isWritten(found[place], item));
  }
  if (Array.isArray(found)) return false;
  const fields = expected as Readonly<Record<string, unknown>>;
  const others = found as Readonly<Record<string, unknown>>;
  let written = 0;
  for (const field in fields) {
    const value = fields[field];
    if (value === undefined) continue;
    if (!Object.hasOwn(others, field) || !isWritten(others[field], value)) return false;
    written++;
  }
  return Object.keys(others).length === written;
}
