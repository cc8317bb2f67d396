import { writtenText } from './comment/text-parts.ts';
import type { CommentToken } from './comment/tokens.ts';
import { withoutSpoilers } from './comment/without-spoilers.ts';

const MAX_CHARACTERS = 80;

interface Opening {
  readonly subject: string | null;
  readonly tokens: readonly CommentToken[];
}

/** A thread's title everywhere: its subject, else the first line of its opening post (shortened). null if it has neither. */
export function titleOfOpening({ subject, tokens }: Opening): string | null {
  if (subject !== null && subject.trim() !== '') return subject.trim();
  const line = writtenText(withoutSpoilers(tokens))
    .split('\n')
    .map((text) => text.trim())
    .find((text) => text !== '');
  if (line === undefined || line.length <= MAX_CHARACTERS) return line ?? null;
  return `${line.slice(0, MAX_CHARACTERS).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')}…`;
}
