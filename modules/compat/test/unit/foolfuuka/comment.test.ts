import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { parseComment } from '../../../../../mappings/comment/parse.ts';
import { commentPlainText, firstText } from '../../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../../mappings/comment/tokens.ts';
import { bbcodeToHtml } from '../../../../../mappings/comment/bbcode.ts';
import { bbcodeOf } from '../../../server/foolfuuka/bbcode.ts';
import { commentHtml } from '../../../server/foolfuuka/comment-html.ts';
import { Site } from '../../../../../server/shared/site.ts';
import { broken, soup } from '../../../../../test/support/markup.ts';

const place = { site: new Site('http://here'), board: 'g', thread: 100, isHere: (name: string) => name === 'ck' };

const tokensOf = (html: string) => parseComment(html).tokens;
const bbcode = (html: string) => bbcodeOf(tokensOf(html));
const processed = (html: string) => commentHtml(tokensOf(html), place);

describe('a comment as BBCode', () => {
  test.each([
    ['a<br>b', 'a\nb'],
    ['<span class="quote">&gt;green</span><br>c', '>green\nc'],
    ['<s>hidden</s>', '[spoiler]hidden[/spoiler]'],
    ['before<pre class="prettyprint">a[i] = "[b]"<br>b</pre>after', 'before\n[code]a[i] = "[b]"\nb[/code]\nafter'],
    ['<strong style="color: red;">(BANNED)</strong>', '[banned](BANNED)[/banned]'],
    ['a literal [spoiler] and [/b]', 'a literal [spoiler:lit] and [/b:lit]'],
    ['arr[i] and a[0]', 'arr[i:lit] and a[0]'],
    ['<span class="mu-r">red</span>', '[qstcolor=red]red[/qstcolor]'],
    ['<span class="sjis">(_)</span>', '[shiftjis](_)[/shiftjis]'],
    ['<a href="#p100" class="quotelink">&gt;&gt;100</a>', '>>100'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(bbcode(html)).toBe(text);
  });
});

const link = (href: string, attributes: string, text: string) =>
  `<a href="${href}" class="backlink${attributes}" data-function="highlight" data-backlink="true" ${text}</a>`;

describe('a comment as HTML', () => {
  test.each([
    [
      '<a href="#p100" class="quotelink">&gt;&gt;100</a><br>hi',
      `<span class="greentext">${link('http://here/g/thread/100/#100', ' op', 'data-board="g" data-post="100">&gt;&gt;100')}</span><br />\nhi`,
    ],
    [
      'see <a href="#p101" class="quotelink">&gt;&gt;101</a>',
      `see ${link('http://here/g/thread/100/#101', '', 'data-board="g" data-post="101">&gt;&gt;101')}`,
    ],
    [
      'see <span class="deadlink">&gt;&gt;7</span>',
      `see ${link('http://here/g/post/7/', '', 'data-board="g" data-post="7">&gt;&gt;7')}`,
    ],
    [
      'see <a href="/ck/thread/5#p6" class="quotelink">&gt;&gt;&gt;/ck/6</a>',
      `see ${link('http://here/ck/thread/5/#6', '', 'data-board="ck" data-post="6">&gt;&gt;&gt;/ck/6')}`,
    ],
    [
      'see <a href="/po/thread/5#p6" class="quotelink">&gt;&gt;&gt;/po/6</a>',
      'see <a href="//boards.4chan.org/po/thread/5#p6">&gt;&gt;&gt;/po/6</a>',
    ],
    ['see <a href="//boards.4chan.org/ck/">&gt;&gt;&gt;/ck/</a>', 'see <a href="http://here/ck/">&gt;&gt;&gt;/ck/</a>'],
    [
      'at http://a.example/?a=1&amp;b=2',
      'at <a href="http://a.example/?a=1&amp;b=2" target="_blank" rel="ugc nofollow">http://a.example/?a=1&amp;b=2</a>',
    ],
    ['a<pre>b</pre>c', 'a<br />\n<code>b</code><br />\nc'],
    ['<pre>b<br>c</pre>', '<pre>b\nc</pre>'],
    [
      '<s>a</s> <u>b</u> it\'s "q"',
      '<span class="spoiler">a</span> <span class="underline">b</span> it\'s &quot;q&quot;',
    ],
  ])('%s', (html, text) => {
    expect(processed(html)).toBe(text);
  });
});

/** Leaves out parts that the archives' text cannot express. */
function withoutFacts(tokens: readonly CommentToken[]): CommentToken[] {
  return tokens.flatMap((token): CommentToken[] => {
    if (token.kind === 'exif' || token.kind === 'oekaki') return [];
    return 'children' in token ? [{ ...token, children: withoutFacts(token.children) }] : [token];
  });
}

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');
const comments = fc.oneof(
  soup.map((parts) => parts.join('')),
  broken,
);
const here = { board: 'g', ownBoard: 'g', has: () => true, threadOf: () => null };

test('the text of any comment survives BBCode', () => {
  fc.assert(
    fc.property(comments, (html) => {
      const tokens = withoutFacts(tokensOf(html));
      const stored = bbcodeOf(tokens);
      // A single TeX delimiter is text, while a pair in one run is not.
      fc.pre(!/\[\/?(math|eqn)\]/.test(commentPlainText(tokens)));
      // Equations are read as blocks, which have line ends around them.
      const form = stored.includes('[eqn]') ? withoutSpace : (text: string) => text.trim();
      const back = tokensOf(bbcodeToHtml(stored, here));
      expect(form(commentPlainText(back))).toBe(form(commentPlainText(tokens)));
    }),
  );
});

const ELEMENTS = new Set('a br span strong em sub sup small big code pre div'.split(' '));
const ATTRIBUTES = new Set('href class target rel style data-function data-backlink data-board data-post'.split(' '));

test("the beginning of a comment's text is found without building all of it", () => {
  fc.assert(
    fc.property(comments, (html) => {
      const tokens = tokensOf(html);
      const [begin, text] = [firstText(tokens), commentPlainText(tokens)];
      expect(text.startsWith(begin)).toBe(true);
      expect(begin === '').toBe(text === '');
    }),
  );
});

test('every comment prints all of its text, and only intended elements and addresses', () => {
  fc.assert(
    fc.property(comments, (html) => {
      const tokens = withoutFacts(tokensOf(html));
      const document = parseDocument(commentHtml(tokens, place));
      let text = '';
      const walk = (nodes: typeof document.children) => {
        for (const node of nodes) {
          if ('attribs' in node) {
            expect([...ELEMENTS]).toContain(node.name);
            for (const name of Object.keys(node.attribs)) expect([...ATTRIBUTES]).toContain(name);
            expect(node.attribs['href'] ?? 'http:').toMatch(/^(https?:|mailto:|\/\/boards\.4chan\.org\/)/i);
            walk(node.children);
          } else if ('data' in node) text += node.data;
          else throw new Error(`a ${node.type} in a comment`);
        }
      };
      walk(document.children);
      expect(withoutSpace(text)).toBe(withoutSpace(commentPlainText(tokens)));
    }),
  );
});
