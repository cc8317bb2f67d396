import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { commentPlainText, type TextRange } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';
import { Comment } from '../../../../web/src/components/comment/comment.tsx';

const place = { board: 'ck', thread: 100 };

function draw(tokens: readonly CommentToken[], marks?: readonly TextRange[], part?: TextRange): string {
  return renderToStaticMarkup(<Comment tokens={tokens} place={place} inThreadPage marks={marks} part={part} />)
    .replace(/^<div class="text post-body">/, '')
    .replace(/<\/div>$/, '');
}

const text = (content: string): CommentToken => ({ kind: 'text', text: content });

/** The visible text of markup: without tags, entities decoded, and collapsed parts marked by name. */
function readable(markup: string): string {
  return markup
    .replace(/<summary>.*?<\/summary>/g, '')
    .replaceAll('<br/>', '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

describe('each kind of token is rendered as its own element', () => {
  const cases: readonly (readonly [string, CommentToken, string])[] = [
    ['text', text('a < b & c'), 'a &lt; b &amp; c'],
    ['a line end', { kind: 'break' }, '<br/>'],
    ['greentext', { kind: 'greentext', children: [text('>so')] }, '<span class="greentext">&gt;so</span>'],
    ['a spoiler', { kind: 'spoiler', children: [text('it')] }, '<span class="spoiler" tabindex="0">it</span>'],
    ['style', { kind: 'style', style: 'bold', children: [text('b')] }, '<b class="style-bold">b</b>'],
    ['dice', { kind: 'dice', children: [text('Rolled 1 (1d6)')] }, '<b class="style-bold">Rolled 1 (1d6)</b>'],
    ['coloured style', { kind: 'style', style: 'red', children: [text('r')] }, '<span class="style-red">r</span>'],
    ['code', { kind: 'code', text: 'a\n  b' }, '<pre class="code" tabindex="0"><code>a\n  b</code></pre>'],
    ['art', { kind: 'sjis', children: [text('∧＿∧')] }, '<span class="sjis" tabindex="0" lang="ja">∧＿∧</span>'],
    ['math', { kind: 'math', tex: 'x<y', display: false }, '<code class="math">x&lt;y</code>'],
    ['display math', { kind: 'math', tex: 'x', display: true }, '<code class="math math-display">x</code>'],
    [
      'a quote of the opening post',
      { kind: 'quotelink', text: '>>100', board: null, thread: null, num: 100 },
      '<a class="backlink quotelink quotelink-op" href="#p100" data-quote="ck/100">&gt;&gt;100</a>',
    ],
    [
      'a quote within the thread',
      { kind: 'quotelink', text: '>>101', board: 'ck', thread: 100, num: 101 },
      '<a class="backlink quotelink quotelink-thread" href="#p101" data-quote="ck/101">&gt;&gt;101</a>',
    ],
    [
      'a quote of another thread',
      { kind: 'quotelink', text: '>>55', board: null, thread: 50, num: 55 },
      '<a class="backlink quotelink quotelink-elsewhere" href="/ck/thread/50#p55" data-quote="ck/55">&gt;&gt;55</a>',
    ],
    [
      'a quote on another board, its thread unknown',
      { kind: 'quotelink', text: '>>>/g/7', board: 'g', thread: null, num: 7 },
      '<a class="backlink quotelink quotelink-elsewhere" href="/g/post/7" data-quote="g/7">&gt;&gt;&gt;/g/7</a>',
    ],
    [
      'a dead link',
      { kind: 'deadlink', text: '>>9', board: null, num: 9 },
      '<a class="deadlink" href="/ck/post/9">&gt;&gt;9</a>',
    ],
    [
      'a dead link without a number',
      { kind: 'deadlink', text: '>>x', board: null, num: null },
      '<span class="deadlink">&gt;&gt;x</span>',
    ],
    [
      'a board link',
      { kind: 'boardlink', text: '>>>/g/', board: 'g', search: null },
      '<a class="boardlink" href="/g/">&gt;&gt;&gt;/g/</a>',
    ],
    [
      'a board link that searches',
      { kind: 'boardlink', text: '>>>/g/dpt', board: 'g', search: 'dpt' },
      '<a class="boardlink" href="/search?q=board:g+dpt">&gt;&gt;&gt;/g/dpt</a>',
    ],
    [
      'a link',
      { kind: 'link', href: 'https://example.org/?a=1&b=2', text: 'there' },
      '<a class="link" href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer ugc nofollow">there</a>',
    ],
    [
      'a fortune',
      { kind: 'fortune', text: 'Your fortune: fair', color: '#ff0000' },
      '<strong class="fortune" style="border-color:#ff0000">Your fortune: fair</strong>',
    ],
    ['a drawing’s note', { kind: 'oekaki', children: [text('1m')] }, '<span class="oekaki">1m</span>'],
    ['a notice', { kind: 'notice', children: [text('(BANNED)')] }, '<strong class="notice">(BANNED)</strong>'],
    [
      'photograph data',
      {
        kind: 'exif',
        rows: [
          { name: 'Camera', value: null },
          { name: 'Model', value: 'Box' },
        ],
      },
      '<details class="exif"><summary>EXIF data</summary><ul>' +
        '<li class="exif-heading">Camera</li><li class="exif-row">Model: Box</li></ul></details>',
    ],
  ];
  test.each(cases)('%s', (_name, token, markup) => {
    expect(draw([token])).toBe(markup);
  });
});

describe('marks', () => {
  test('a match across the border of two tokens is marked in both', () => {
    const tokens: CommentToken[] = [text('fresh '), { kind: 'greentext', children: [text('bread now')] }];
    expect(draw(tokens, [[3, 11]])).toBe('fre<mark>sh </mark><span class="greentext"><mark>bread</mark> now</span>');
  });

  test('offsets count the line breaks between blocks, which no token contains', () => {
    const tokens: CommentToken[] = [text('try'), { kind: 'code', text: 'oven()' }, text('so')];
    const plain = commentPlainText(tokens);
    expect(plain).toBe('try\noven()\nso');
    const at = plain.indexOf('oven');
    expect(draw(tokens, [[at, at + 4]])).toContain('<code><mark>oven</mark>()</code>');
  });

  test('ranges that are out of order, overlapping, empty or past the end are handled', () => {
    const tokens = [text('abcdef')];
    const ranges: TextRange[] = [
      [4, 99],
      [1, 3],
      [2, 3],
      [5, 5],
      [3, 1],
    ];
    expect(draw(tokens, ranges)).toBe('a<mark>bc</mark>d<mark>ef</mark>');
  });

  const EXIF: CommentToken = {
    kind: 'exif',
    rows: [
      { name: 'Model', value: 'Box' },
      { name: 'Lens', value: 'Box' },
    ],
  };

  test('a match in EXIF data leaves the table collapsed, and its line has the first match', () => {
    const drawn = draw([EXIF], [[7, 10]]);
    expect(drawn).toMatch(/^<details class="exif"><summary>EXIF:/);
    expect(drawn).toMatch(/<summary>.*Model: <mark>Box<\/mark>.*<\/summary>/);
    expect(drawn).toMatch(/<\/summary>.*Model: <mark>Box<\/mark>/);
  });

  test('a value with a match is named rather than a heading', () => {
    const rows = [
      { name: 'Box', value: null },
      { name: 'Model', value: 'Box' },
    ];
    const marks: TextRange[] = [
      [0, 3],
      [11, 14],
    ];
    expect(draw([{ kind: 'exif', rows }], marks)).toMatch(/<summary>.*Model: <mark>Box<\/mark>.*<\/summary>/);
    expect(draw([{ kind: 'exif', rows }], marks.slice(0, 1))).toMatch(/<summary>.*<mark>Box<\/mark>.*<\/summary>/);
  });

  test('EXIF data with a match is whole, also outside of the part that is shown, and without one is left out there', () => {
    const tokens = [text('bread'), EXIF];
    expect(draw(tokens, [[13, 16]], [0, 5])).toMatch(/^bread<details .*<mark>Box<\/mark>.*Lens: Box/);
    expect(draw(tokens, [[0, 5]], [0, 5])).toBe('<mark>bread</mark>');
  });

  test('marks never change the text and mark exactly their range', () => {
    fc.assert(
      fc.property(comments, fc.array(fc.tuple(fc.nat(80), fc.nat(80)), { maxLength: 4 }), (tokens, ranges) => {
        const plain = commentPlainText(tokens);
        const marked = draw(tokens, ranges);
        expect(readable(marked)).toBe(readable(draw(tokens)));
        const inMarks = [...marked.matchAll(/<mark>(.*?)<\/mark>/gs)].map((match) => readable(match[1] ?? '')).join('');
        const covered = plain
          .split('')
          .filter((_, at) => ranges.some(([start, end]) => start <= at && at < end))
          .join('');
        expect(inMarks.replaceAll('\n', '')).toBe(covered.replaceAll('\n', ''));
      }),
    );
  });
});

describe('a part of a comment', () => {
  test('is cut inside texts and renders nothing outside of it', () => {
    const tokens: CommentToken[] = [
      text('one two'),
      { kind: 'break' },
      { kind: 'spoiler', children: [text('three')] },
      { kind: 'break' },
      text('four five'),
    ];
    expect(draw(tokens, [[14, 18]], [14, 18])).toBe('<mark>four</mark>');
    expect(draw(tokens, [], [4, 10])).toBe('two<br/><span class="spoiler" tabindex="0">th</span>');
  });

  test('keeps marks in place, including one that is cut', () => {
    expect(draw([text('one bread')], [[4, 9]], [2, 9])).toBe('e <mark>bread</mark>');
    expect(draw([text('one bread')], [[0, 5]], [2, 9])).toBe('<mark>e b</mark>read');
    expect(draw([text('one bread')], [[0, 3]], [2, 9])).toBe('<mark>e</mark> bread');
  });

  test('has the same text as that part of the plain text', () => {
    fc.assert(
      // Tables are never shown in part.
      fc.property(comments, fc.nat(60), fc.nat(60), (generated, a, b) => {
        const tokens = generated.filter(({ kind }) => kind !== 'exif');
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const part = commentPlainText(tokens).slice(from, to);
        expect(readable(draw(tokens, [], [from, to])).replaceAll('\n', '')).toBe(part.replaceAll('\n', ''));
      }),
    );
  });
});

describe('hostile content stays text', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</pre></code><svg/onload=alert(1)>',
    "' onmouseover='alert(1)",
    '<!--<![CDATA[',
    '&lt;b&gt;',
    '\u202e\u2066<a href=javascript:alert(1)>',
  ];
  test.each(hostile)('%s', (payload) => {
    const harmless = new Set(elementsOf(draw(everywhere('harmless'), [[0, 5]])));
    const unexpected = elementsOf(draw(everywhere(payload), [[0, 5]])).filter((element) => !harmless.has(element));
    expect(unexpected).toEqual([]);
  });

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    'http://',
  ])('a link to %s is not made', (href) => {
    expect(draw([{ kind: 'link', href, text: 'click' }])).toBe('click');
  });
});

/** The payload in every place of a comment that has text. */
const everywhere = (payload: string): CommentToken[] => [
  text(payload),
  { kind: 'greentext', children: [text(payload)] },
  { kind: 'spoiler', children: [text(payload)] },
  { kind: 'style', style: 'big', children: [text(payload)] },
  { kind: 'code', text: payload },
  { kind: 'sjis', children: [text(payload)] },
  { kind: 'math', tex: payload, display: true },
  { kind: 'quotelink', text: payload, board: payload, thread: null, num: 1 },
  { kind: 'deadlink', text: payload, board: payload, num: 1 },
  { kind: 'boardlink', text: payload, board: payload, search: payload },
  { kind: 'link', href: payload, text: payload },
  { kind: 'exif', rows: [{ name: payload, value: payload }] },
  { kind: 'fortune', text: payload, color: '#00ff00' },
  { kind: 'oekaki', children: [text(payload)] },
  { kind: 'notice', children: [text(payload)] },
];

/** Each element of the markup with the names of its attributes. */
function elementsOf(markup: string): readonly string[] {
  const elements: string[] = [];
  const parser = new Parser({
    onopentag: (tag, attributes) => elements.push([tag, ...Object.keys(attributes)].join(' ')),
  });
  parser.end(markup);
  return elements;
}

const leaf: fc.Arbitrary<CommentToken> = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }).map((content) => text(content.replace(/\s/g, '_'))),
  fc.constant<CommentToken>({ kind: 'break' }),
  fc
    .string({ minLength: 1, maxLength: 12 })
    .map((content): CommentToken => ({ kind: 'code', text: content.replace(/\s/g, '_') })),
  fc.nat(200).map((num): CommentToken => ({ kind: 'quotelink', text: `>>${num}`, board: null, thread: null, num })),
);
const comments = fc.array(
  fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 4 }).map((children): CommentToken => ({ kind: 'greentext', children })),
    fc.array(leaf, { maxLength: 4 }).map((children): CommentToken => ({ kind: 'spoiler', children })),
  ),
  { maxLength: 8 },
);
