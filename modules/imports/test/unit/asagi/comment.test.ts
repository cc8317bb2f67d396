/** The source's HTML → Asagi's text → our HTML → Asagi's text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originalOf, reverseComment } from '../../../asagi/comment.ts';
import { escapeHtml } from '../../../../../mappings/comment/print-html.ts';
import { asagiText } from '../../support/asagi-chain.ts';

const RUNS = 500;

const words = fc
  .array(
    fc.constantFrom('tea', 'a<b', '"quoted"', "it's", 'x & y', '&amp;', '1 < 2', '[', ']', 'ｆｕｌｌ', '日本', ' '),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => escapeHtml(all.join(' ')));
/** Begins with a letter and ends without a space. */
const plain = words.map((text) => `w${text}w`);
const link = fc
  .integer({ min: 1, max: 10 ** 9 })
  .map((num) => `<a href="#p${num}" class="quotelink">&gt;&gt;${num}</a>`);
const colour = fc.constantFrom('#0893e1', '#fd4d32', '#abc');

/** Inline elements that Asagi's text distinguishes. */
const kept = fc.oneof(
  plain,
  link,
  plain.map((text) => `<s>${text}</s>`),
  plain.map((text) => `<b>${text}</b>`),
  plain.map((text) => `<strong style="color: red;">${text}</strong>`),
  plain.map((text) => `<span class="math">${text}</span>`),
  plain.map((text) => `<div class="math">${text}</div>`),
  plain.map((text) => `<span class="sjis">${text}</span>`),
  plain.map((text) => `<div style="padding: 5px;margin-left: .5em;border: 2px dashed rgba(255,0,0,.1)">${text}</div>`),
  fc
    .array(plain, { minLength: 1, maxLength: 3 })
    .map((lines) => `<pre class="prettyprint">${lines.join('<br>')}</pre>`),
);
const keptLine = fc.oneof(
  fc.array(kept, { maxLength: 4 }).map((parts) => parts.join(' ')),
  plain.map((text) => `<span class="quote">&gt;${text}</span>`),
  fc.tuple(plain, plain).map(([a, b]) => `<span class="quote">&gt;${a}<s>${b}</s></span>`),
);
/** The site's own texts, which have no brackets. */
const fortune = colour.map(
  (name) => `<span class="fortune" style="color:${name}"><br><br><b>Your fortune: Good Luck</b></span>`,
);
const withoutLoss = fc
  .tuple(fc.array(keptLine, { minLength: 1, maxLength: 6 }), plain, fc.option(fortune, { nil: '' }))
  .map(([lines, last, end]) => [...lines, last + end].join('<br>'));

/**
 * Removes details that Asagi loses: kinds of bold, dead links, targets, classes without a tag. It marks four typed tags; others cannot
 * be distinguished from markup.
 */
const lossy = fc.oneof(
  kept,
  fc.constantFrom(
    '<strong>w</strong>',
    '<span class="deadlink">&gt;&gt;5</span>',
    '<a href="/b/thread/1#p2" class="quotelink">&gt;&gt;&gt;/b/2</a>',
    '<a href="https://example.org/">masked</a>',
    '<span class="mu-s">big</span>',
    '<span class="abbr">too long</span>',
    '<span class="spoiler">old</span>',
    '<font class="unkfunc">&gt;old</font>',
    '<b><s>both</s></b>',
    'long<wbr>word',
    '<i>staff</i>',
    '&#44;',
  ),
  fc
    .tuple(fc.constantFrom('', '/'), fc.constantFrom('spoiler', 'code', 'banned', 'moot', 'x'))
    .map(([slash, name]) => `[${slash}${name}]`),
);
const anything = fc
  .array(
    fc.array(lossy, { maxLength: 4 }).map((parts) => parts.join('')),
    { minLength: 1, maxLength: 5 },
  )
  .map((lines) => lines.join('<br>'));

const back = (text: string, isStaff = false) => reverseComment(text, isStaff, 'g').html ?? '';

describe('the HTML that Asagi stored as text', () => {
  test('is restored to the byte, if the text distinguishes its markup', () => {
    fc.assert(
      fc.property(withoutLoss, (html) => {
        expect(back(asagiText(html))).toBe(html);
      }),
      { numRuns: RUNS },
    );
  });

  test('gives the same Asagi text again, even if details are lost', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), (html, isStaff) => {
        const text = asagiText(html);
        // In a green line Asagi takes the first end of a span for that of the line.
        fc.pre(!/^>.*(?:<\/?span|\[\/?(?:math|shiftjis)\])/m.test(text));
        expect(asagiText(back(text, isStaff))).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });

  test('shows or keeps the text that was stored', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), (html, isStaff) => {
        const text = asagiText(html);
        const reversed = reverseComment(text, isStaff, 'g');
        expect(originalOf({ html: reversed.html ?? '', original: reversed.original })).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});
