/** Markdown as a tree: what becomes an element, what becomes text, and what is refused. */
import { expect, test } from 'vitest';
import type { PageNode } from '../../contract/page-node.ts';
import { MAX_DEPTH, MAX_MARKS, PAGE_NAMES } from '../../page-names.ts';
import { PAGE_LANGUAGES, standardText } from '../../server/defaults.ts';
import { plainText, readMarkdown } from '../../server/markdown.ts';

/** A tree as nested text: `paragraph(text strong(text))`. */
function outline(node: PageNode): string {
  if ('text' in node) return node.kind === 'text' ? node.text : `${node.kind}<${node.text}>`;
  if (!('children' in node)) return node.kind;
  const detail = node.kind === 'link' ? ` ${node.href}` : node.kind === 'heading' ? `${node.level} ${node.id}` : '';
  return `${node.kind}${detail}(${node.children.map(outline).join('')})`;
}
const read = (markdown: string) => readMarkdown(markdown).content.map(outline);

test('blocks and inline marks become nodes', () => {
  expect(read('A *b* **c _d_** ~~e~~ `<f>`  \ng\n\n> q\n\n---\n\n```js\nif (a < b)\n```')).toEqual([
    'paragraph(A emphasis(b) strong(c emphasis(d)) deleted(e) code<<f>>breakg)',
    'quote(paragraph(q))',
    'rule',
    'code-block<if (a < b)>',
  ]);
  expect(read('3. a\n4. b\n   - c\n\n- [x] d')).toEqual(['list(item(a)item(blist(item(c))))', 'list(item(☑ d))']);
  expect(readMarkdown('3. a').content).toMatchObject([{ kind: 'list', ordered: true, start: 3 }]);
  expect(readMarkdown('|a|b|\n|-|-:|\n|1|*2*|').content).toEqual([
    {
      kind: 'table',
      children: [
        expect.objectContaining({ kind: 'row' }),
        {
          kind: 'row',
          children: [
            { kind: 'cell', head: false, align: null, children: [{ kind: 'text', text: '1' }] },
            expect.objectContaining({ align: 'right', children: [expect.objectContaining({ kind: 'emphasis' })] }),
          ],
        },
      ],
    },
  ]);
});

test('the first heading of the first level is the title; other headings have anchors of their own', () => {
  expect(readMarkdown('# About *us*\n\n## Rules').title).toBe('About us');
  expect(read('# About\n\n## Rules & more\n\n### Rules & more\n\n[to](#rules-more)')).toEqual([
    'heading2 text-rules-more(Rules & more)',
    'heading3 text-rules-more-2(Rules & more)',
    'paragraph(link #text-rules-more(to))',
  ]);
  expect(readMarkdown('Text first\n\n# Later').title).toBeNull();
});

test('HTML becomes text, and entities their characters', () => {
  expect(read('<script>alert(1)</script>')).toEqual(['paragraph(<script>alert(1)</script>)']);
  expect(read('a <b onclick="x">b</b> &lt;i&gt; &amp;amp; \\*')).toEqual([
    'paragraph(a <b onclick="x">b</b> <i> &amp; *)',
  ]);
});

test('links lead to http, https, mailto and this site; pictures are links', () => {
  expect(
    read(
      '[a](https://a.example/?b=c&amp;d) <http://b.example> [c](mailto:c@d.example) [e](/help) ![f](https://f.example/f.png)',
    ),
  ).toEqual([
    'paragraph(link https://a.example/?b=c&d(a) link http://b.example(http://b.example) link mailto:c@d.example(c) link /help(e) ' +
      'link https://f.example/f.png(f))',
  ]);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javas&#99;ript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '//other.example',
  '/\\other.example',
  'file:///etc/passwd',
  'relative',
  'https://',
])('a link to %s is refused with its line, and shown as text', (address) => {
  const { content, problem } = readMarkdown(`# A\n\nfirst\nline [text](${address})`);
  expect(content.map(outline).join('')).not.toContain('link');
  expect(content.map(plainText).join('')).toContain('text');
  expect(problem).toMatchObject({ line: 4, detail: expect.stringContaining('is refused') });
});

test('depth and marks are limited, before they cost time', () => {
  expect(readMarkdown(`a\n\n${'> '.repeat(MAX_DEPTH)}b`).problem).toBeNull();
  expect(readMarkdown(`a\n\n${'> '.repeat(20_000)}b`).problem?.line).toBe(3);
  const nested = Array.from({ length: MAX_DEPTH + 2 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
  expect(readMarkdown(nested).problem?.detail).toBe(`Lists and quotes may be ${MAX_DEPTH} levels deep.`);
  expect(readMarkdown(`a\n\n${'_a__'.repeat(MAX_MARKS)}`).problem?.line).toBe(3);
  expect(readMarkdown('**a** '.repeat(MAX_MARKS / 4)).problem).toBeNull();
});

test('each page has a default in each language, with a title and without a problem', () => {
  expect(PAGE_LANGUAGES).toEqual(['de', 'en', 'ja']);
  for (const page of PAGE_NAMES) {
    for (const language of PAGE_LANGUAGES) {
      const standard = standardText(page, language);
      expect(standard.language).toBe(language);
      const { title, problem } = readMarkdown(standard.markdown);
      expect([title !== null, problem]).toEqual([true, null]);
    }
  }
  expect(standardText('about', 'fr').language).toBe('en');
});
