import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import {
  commentLinks,
  commentPlainText,
  markedLeaves,
  markedSegments,
  textOf,
  walkText,
} from '../../../../mappings/comment/plain-text.ts';
import { MAX_DEPTH } from '../../../../mappings/comment/token-builder.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';
import { broken, soup } from '../../../support/markup.ts';

// oxlint-disable-next-line no-control-regex -- the characters that must not occur
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uE000\uE001\uFFFE\uFFFF]/;

function depthOf(tokens: readonly CommentToken[]): number {
  return Math.max(0, ...tokens.map((token) => ('children' in token ? 1 + depthOf(token.children) : 0)));
}

/** Every string anywhere in the tokens. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

describe('any input', () => {
  it('becomes storable tokens that equal their plain text, with a nesting that a walk can follow', () => {
    fc.assert(
      fc.property(broken, (html) => {
        const { tokens, unknown } = parseComment(html);
        const plain = commentPlainText(tokens);
        const links = commentLinks(tokens);
        for (const text of [...stringsOf(tokens), plain]) {
          expect(text).not.toMatch(UNSAFE);
          expect(text.isWellFormed()).toBe(true);
        }
        expect(depthOf(tokens)).toBeLessThanOrEqual(MAX_DEPTH);
        expect(JSON.parse(JSON.stringify(tokens))).toEqual(tokens);
        expect(walkText(tokens)).toBe(plain);
        expect([...unknown.values()].every((times) => times > 0)).toBe(true);
        expect(links.posts.every(({ num }) => Number.isSafeInteger(num) && num > 0)).toBe(true);
        expect(links.domains.every((domain) => domain !== '' && domain === domain.toLowerCase())).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every word, in order', () => {
    fc.assert(
      fc.property(soup, (parts) => {
        let words = 0;
        const html = parts.map((part) => (part === 'word' ? `w${(words += 1)}z` : part)).join('');
        const found = commentPlainText(parseComment(html).tokens).match(/w\d+z/g) ?? [];
        expect(found).toEqual(Array.from({ length: words }, (_, index) => `w${index + 1}z`));
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps text without markup as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        fc.pre(!/[<&\r\n]|\[\/(?:math|eqn)\]/.test(text) && !UNSAFE.test(text));
        expect(commentPlainText(parseComment(text).tokens)).toBe(text);
      }),
    );
  });
});

describe('marks', () => {
  it('return exactly the marked text, and the leaves return the whole text', () => {
    fc.assert(
      fc.property(soup, fc.array(fc.tuple(fc.nat(200), fc.nat(20)), { maxLength: 8 }), (parts, spans) => {
        const { tokens } = parseComment(parts.join(''));
        const plain = commentPlainText(tokens);
        const ranges = spans.map(([start, length]): [number, number] => [start, start + length]);
        const isMarked = (at: number) => ranges.some(([start, end]) => start <= at && at < end);

        const marked = markedLeaves(tokens, ranges);
        let covered = 0;
        walkText(tokens, (owner, text, start) => {
          const segments = markedSegments(textOf(owner), marked.get(owner) ?? []);
          expect(segments.map((segment) => segment.text).join('')).toBe(text);
          let at = start;
          for (const segment of segments) {
            for (let offset = 0; offset < segment.text.length; offset += 1, at += 1) {
              expect(isMarked(at)).toBe(segment.marked);
            }
          }
          expect(start).toBeGreaterThanOrEqual(covered);
          // Only the line end of a block is between two leaves.
          expect(plain.slice(covered, start)).toMatch(/^\n?$/);
          covered = start + text.length;
        });
        expect(covered).toBe(plain.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('size limits', () => {
  it('accept 50,000 characters and 10,000 nested elements', () => {
    const long = `${'<span class="quote">&gt;green tea</span><br>'.repeat(1200)}the end`;
    expect(long.length).toBeGreaterThan(50_000);
    expect(commentPlainText(parseComment(long).tokens).split('\n')).toHaveLength(1201);

    for (const tag of ['b', 's', 'span class="quote"', 'a href="#p1"', 'p', 'new', 'div', 'table class="exif"']) {
      const { tokens } = parseComment(`${`<${tag}>`.repeat(10_000)}deep${`</${tag.split(' ')[0]}>`.repeat(10_000)}`);
      expect(commentPlainText(tokens)).toContain('deep');
      expect(depthOf(tokens)).toBeLessThanOrEqual(MAX_DEPTH);
    }
  });

  it('count elements that were nested too deeply', () => {
    expect(parseComment('<b>'.repeat(MAX_DEPTH + 5)).unknown.get('!depth')).toBe(5);
    const { tokens } = parseComment(`${'<b>'.repeat(40)}x${'</b>'.repeat(40)}<i>y</i>`);
    expect(tokens.at(-1)).toEqual({ kind: 'style', style: 'italic', children: [{ kind: 'text', text: 'y' }] });
  });

  test.each([
    ['open tags', (n: number) => '<b>'.repeat(n)],
    ['end tags of others', (n: number) => `${'<b>'.repeat(n)}${'</i>'.repeat(n)}`],
    ['paragraphs', (n: number) => '<p>x'.repeat(n)],
    ['anchors', (n: number) => '<a href="/tea/">'.repeat(n)],
    ['code', (n: number) => '<pre>x</pre>'.repeat(n)],
    ['cells', (n: number) => `<table class="exif">${'<tr><td>x<td>y'.repeat(n)}`],
    ['ampersands', (n: number) => '&'.repeat(n)],
    ['brackets', (n: number) => '<'.repeat(n)],
    ['blanks', (n: number) => `${' '.repeat(n)}\n${' '.repeat(n)}<`],
    ['addresses', (n: number) => 'http://a)'.repeat(n)],
    ['brackets after an address', (n: number) => `http://a${')'.repeat(n)}`],
    ['TeX', (n: number) => '[eqn]'.repeat(n) + '[/math]'.repeat(n)],
    ['attributes', (n: number) => `<a ${'b="c" '.repeat(n)}>`],
    ['styles', (n: number) => `<b style="${'border:'.repeat(n)}">`],
    ['unfinished tags', (n: number) => 'x</b'.repeat(n)],
    ['unknown tags', (n: number) => Array.from({ length: n }, (_, index) => `<x${index}>y`).join('')],
  ])('keep costs proportional: eight times as many %s take less than thirty times as long', (_, make) => {
    const cost = (n: number) => {
      const html = make(n);
      const runs = [1, 2, 3].map(() => {
        // Processor time of this process alone: others on the machine may delay it for longer than it takes.
        const start = process.cpuUsage();
        const { tokens } = parseComment(html);
        commentPlainText(tokens);
        commentLinks(tokens);
        return process.cpuUsage(start).user / 1000;
      });
      return Math.min(...runs);
    };
    cost(1_000);
    // Below two milliseconds the figures depend more on clock and machine than on the parser.
    expect(cost(40_000) / Math.max(cost(5_000), 2)).toBeLessThan(30);
  });
});
