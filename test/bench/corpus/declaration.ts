/**
 * The Universal Declaration of Human Rights in scripts without spaces between words (test/fixtures/words/declaration), by Unicode's collection
 * of its translations: the paragraphs of more than forty characters.
 */
import { readFileSync } from 'node:fs';

export const WITHOUT_SPACES = ['thai', 'lao', 'khmer', 'burmese'] as const;
/** Tibetan separates its syllables. */
export const SCRIPTS = [...WITHOUT_SPACES, 'tibetan'] as const;
export type Script = (typeof SCRIPTS)[number];

/** Its paragraphs. */
export function declarationIn(script: Script): readonly string[] {
  const file = new URL(`../../fixtures/words/declaration/${script}.txt`, import.meta.url);
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}
