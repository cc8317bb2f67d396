import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCommonMarkup } from '../../../../mappings/comment/common-markup.ts';
import { readAnyMarkup } from '../../../../mappings/comment/parse.ts';
import { TokenBuilder } from '../../../../mappings/comment/token-builder.ts';
import type { ParsedComment } from '../../../../mappings/comment/tokens.ts';

function byTokenizer(html: string): ParsedComment {
  const builder = new TokenBuilder();
  readAnyMarkup(html, builder);
  return builder.end();
}

/** null for markup that is not common. */
function byCommonMarkup(html: string): ParsedComment | null {
  const builder = new TokenBuilder();
  return readCommonMarkup(html, builder) ? builder.end() : null;
}

const COMMON = [
  '<br>', '<s>', '</s>', '<wbr>', '</a>', '</span>', '<span class="quote">', '<span class="deadlink">', '</pre>',
  '<pre class="prettyprint">', '<a href="#p1" class="quotelink">', '<a href="/g/thread/1#p2" class="quotelink">',
  '<a href="a<b" class="quotelink">', '<a href="" class="quotelink">', '&gt;', '&lt;', '&amp;', '&quot;', '&#039;', '\r\n', ' ',
  '>', '"', ';', 'word', '>>1', 'http://a.example/', '日本', '[math]', '[/math]',
]; // prettier-ignore
const OTHER = [
  '<', '&', '<b>', '<br/>', '<BR>', '</a >', '<a href="#p1">', '<a href="a&amp;b" class="quotelink">', '&gt', '&nosuch;', '&#44;',
  '<a href="', '" class="quotelink">', '<!--', '-->', '<span class="spoiler">', '<script>', '</script>', '</br>', '&amp',
]; // prettier-ignore

test('common markup in any combination gives the same tokens as the tokenizer', () => {
  const soup = fc.array(fc.constantFrom(...COMMON), { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(soup, (html) => {
      expect(byCommonMarkup(html)).toEqual(byTokenizer(html));
    }),
    { numRuns: 3_000 },
  );
});

test('mixed with all other markup, it gives the same tokens or is left to the tokenizer', () => {
  const soup = fc
    .array(fc.oneof(fc.constantFrom(...COMMON), fc.constantFrom(...OTHER), fc.string()), { maxLength: 12 })
    .map((parts) => parts.join(''));
  let left = 0;
  fc.assert(
    fc.property(soup, (html) => {
      const common = byCommonMarkup(html);
      if (common === null) left++;
      else expect(common).toEqual(byTokenizer(html));
    }),
    { numRuns: 3_000 },
  );
  expect(left).toBeGreaterThan(0);
});
