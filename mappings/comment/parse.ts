import type { ParsedComment } from './tokens.ts';

export function parseComment(html: string): ParsedComment {
  return { tokens: html === '' ? [] : [{ kind: 'text', text: html }], unknown: new Map() };
}
