import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentLinks, commentPlainText } from '../../../../mappings/comment/plain-text.ts';

const folder = process.env['SAGASU_CAPTURES'];

/** Markup in the captures without a token. There is none: a new entry needs a reason. */
const UNKNOWN_ALLOWED: Readonly<Record<string, number>> = {};

function* commentsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'com' && typeof inner === 'string') yield inner;
    else yield* commentsIn(inner);
  }
}

function capturedComments(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:4chan|vichan|vectors)\/.*\.json$/.test(path))
    .flatMap((path) => [...commentsIn(JSON.parse(readFileSync(join(root, path), 'utf8')))]);
}

/** The text content, computed more simply than by the parser: tags removed, the few entities of the captures decoded. */
function crudeText(html: string): string {
  return html
    .replace(/<span class="abbr">\[EXIF.*?\]<\/span>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

describe.skipIf(!folder)('captured comments', () => {
  const comments = folder ? capturedComments(folder) : [];

  it('have only markup with a token', ({ annotate }) => {
    const unknown: Record<string, number> = {};
    for (const html of comments) {
      for (const [name, times] of parseComment(html).unknown) unknown[name] = (unknown[name] ?? 0) + times;
    }
    void annotate(`${comments.length} comments, unknown: ${JSON.stringify(unknown)}`);
    expect(comments.length).toBeGreaterThan(0);
    expect(unknown).toEqual(UNKNOWN_ALLOWED);
  });

  it('keep every letter and digit, in order', () => {
    for (const html of comments) {
      expect(letters(commentPlainText(parseComment(html).tokens))).toBe(letters(crudeText(html)));
    }
  });

  it('have as many links to posts as anchors and dead links to posts', () => {
    for (const html of comments) {
      const targets = new Set(
        [...html.matchAll(/href="[^"]*#p(\d+)"|class="deadlink">&gt;&gt;(\d+)/g)].map((match) => match[1] ?? match[2]),
      );
      expect(new Set(commentLinks(parseComment(html).tokens).posts.map(({ num }) => String(num)))).toEqual(targets);
    }
  });
});
