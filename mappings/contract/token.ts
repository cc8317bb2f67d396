import { Type } from 'typebox';
import type { CommentToken } from '../comment/tokens.ts';

/** Typed by mappings/comment/tokens.ts: a closed set, told apart by `kind`; see docs/ARCHITECTURE.md. */
export const Token = Type.Unsafe<CommentToken>({
  type: 'object',
  required: ['kind'],
  additionalProperties: true,
  properties: { kind: { type: 'string' } },
  description: 'A piece of a comment, told apart by `kind`.',
});
