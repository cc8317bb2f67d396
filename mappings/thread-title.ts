import { writtenText } from './comment/text-parts.ts';
import type { CommentToken } from './comment/tokens.ts';
import { withoutSpoilers } from './comment/without-spoilers.ts';

const MAX_CHARACTERS = 80;

interface Opening {
  readonly subject: string | null;
  readonly tokens: readonly CommentToken[];
}

/** Titles begin after these: a number at the start of a title would look like that of the titled post. */
const LEADING_QUOTES = /^(?:\s*>>(?:>\/\w+\/)?\d+(?![^\s>]))+\s*/;

export function withoutLeadingQuotes(text: string): string {
  return text.replace(LEADING_QUOTES, '');
}

/**
 * The title of a thread by its opening post, and of any post: the subject, else the first line (shortened) without the quotes that it
 * starts with. null if it has neither.
 */
export function titleOfOpening({ subject, tokens }: Opening): string | null {
  if (subject !== null && subject.trim() !== '') return subject.trim();
  const line = writtenText(withoutSpoilers(tokens))
    .split('\n')
    .map((text) => withoutLeadingQuotes(text).trim())
    .find((text) => text !== '');
  if (line === undefined || line.length <= MAX_CHARACTERS) return line ?? null;
  return `${line.slice(0, MAX_CHARACTERS).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')}…`;
}
