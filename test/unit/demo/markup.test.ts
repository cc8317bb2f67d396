import { expect, test } from 'vitest';
import { commentHtml, type MarkupContext } from '../../../demo/markup.ts';

const everything = { code: true, math: true, sjis: true, spoilers: true };
/** Thread 100 with reply 101, thread 90 with reply 95, and cooks' thread 7. */
const homes: Record<string, Record<number, number>> = { tech: { 100: 100, 101: 100, 95: 90 }, cook: { 8: 7 } };
const context: MarkupContext = {
  board: 'tech',
  thread: 100,
  tags: everything,
  find: (board, no) => {
    const thread = homes[board]?.[no];
    return thread === undefined ? null : { thread };
  },
};
const html = (text: string, tags = everything) => commentHtml(text, { ...context, tags });

test('typed text is never interpreted as HTML', () => {
  expect(html(`<b>"5 > 3" & 'so'</b>`)).toBe('&lt;b&gt;&quot;5 &gt; 3&quot; &amp; &#039;so&#039;&lt;/b&gt;');
  expect(html('a\r\nb\n\nc')).toBe('a<br>b<br><br>c');
});

test('quotes link to posts of the thread, to other threads, to other boards, or are dead', () => {
  expect(html('>>101')).toBe('<a href="#p101" class="quotelink">&gt;&gt;101</a>');
  expect(html('see >>95.')).toBe('see <a href="/tech/thread/90#p95" class="quotelink">&gt;&gt;95</a>.');
  expect(html('>>>/cook/8')).toBe(
    '<a href="//boards.4chan.org/cook/thread/7#p8" class="quotelink">&gt;&gt;&gt;/cook/8</a>',
  );
  expect(html('>>>/cook/')).toBe('<a href="//boards.4chan.org/cook/" class="quotelink">&gt;&gt;&gt;/cook/</a>');
  expect(html('>>>/tech/prog')).toBe(
    '<a href="//boards.4chan.org/tech/catalog#s=prog" class="quotelink">&gt;&gt;&gt;/tech/prog</a>',
  );
  expect(html('>>99')).toBe('<span class="deadlink">&gt;&gt;99</span>');
  expect(html('>>>/cook/9')).toBe('<span class="deadlink">&gt;&gt;&gt;/cook/9</span>');
});

test('a line that begins with > is greentext, a quote link is not', () => {
  expect(html('>so\nno')).toBe('<span class="quote">&gt;so</span><br>no');
  expect(html('>see >>101')).toBe(
    '<span class="quote">&gt;see <a href="#p101" class="quotelink">&gt;&gt;101</a></span>',
  );
  expect(html('>>no number')).toBe('<span class="quote">&gt;&gt;no number</span>');
});

test('a word of more than 35 characters is broken, entities counting as one', () => {
  expect(html('x'.repeat(35))).not.toContain('<wbr>');
  expect(html('x'.repeat(36))).toBe(`${'x'.repeat(35)}<wbr>x`);
  expect(html('&'.repeat(36))).toBe(`${'&amp;'.repeat(35)}<wbr>&amp;`);
  expect(html('雨'.repeat(70))).toBe(`${'雨'.repeat(35)}<wbr>${'雨'.repeat(35)}`);
});

test("the board's tags become markup, other tags stay text", () => {
  expect(html('[code]if (a < b)\n  c();[/code]')).toBe('<pre class="prettyprint">if (a &lt; b)<br>  c();</pre>');
  expect(html('so [math]x^2[/math] is')).toBe('so <span class="math">x^2</span> is');
  expect(html('[eqn]x < y[/eqn]')).toBe('<div class="math">x &lt; y</div>');
  expect(html('[sjis]　∧＿∧\n（´∀｀）[/sjis]')).toBe('<span class="sjis">　∧＿∧<br>（´∀｀）</span>');
  expect(html('[spoiler]a\nb[/spoiler]')).toBe('<s>a<br>b</s>');
  const none = { code: false, math: false, sjis: false, spoilers: false };
  expect(html('[code]>>101[/code]', none)).toBe('[code]<a href="#p101" class="quotelink">&gt;&gt;101</a>[/code]');
  expect(html('[spoiler]a[/spoiler]', none)).toBe('[spoiler]a[/spoiler]');
  expect(html('[spoiler]open [code]end')).toBe('[spoiler]open [code]end');
});

test('code contains no quotes', () => {
  expect(html('[code]>>101\n>x[/code]')).toBe('<pre class="prettyprint">&gt;&gt;101<br>&gt;x</pre>');
});
