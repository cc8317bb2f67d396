import { describe, expect, it, test } from 'vitest';
import { br, plain, text, tokens, unknown } from './given-comment.ts';

describe('text', () => {
  it('is one token without markup', () => {
    expect(tokens('a kettle, boiling')).toEqual([text('a kettle, boiling')]);
    expect(tokens('')).toEqual([]);
  });

  it('has its entities decoded once, after tags are recognized', () => {
    expect(plain('tea &amp; toast &lt;b&gt; it&#039;s &quot;hot&quot; 5&#44;50 &#91;x&#93; &#x1F375;')).toBe(
      'tea & toast <b> it\'s "hot" 5,50 [x] 🍵',
    );
    expect(plain('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;');
  });

  it('joins a word that <wbr> divides', () => {
    expect(tokens('unbeliev<wbr>able and entities &gt<wbr />;')).toEqual([text('unbelievable and entities >;')]);
  });

  it('treats <br>, <br/>, <br /> and </br> as a line end', () => {
    expect(tokens('a<br>b<br/>c<br />d</br>e')).toEqual([
      text('a'),
      br,
      text('b'),
      br,
      text('c'),
      br,
      text('d'),
      br,
      text('e'),
    ]);
  });

  it('treats line ends of the source as white space, and drops them where a line begins or ends', () => {
    expect(plain('first<br>\r\n\r\nsecond<br> \r\n<i>third</i>\n<br>\nfourth\nline\n')).toBe(
      'first\nsecond\nthird\nfourth line',
    );
    expect(plain('<b>one</b>\r\n<i>two</i>')).toBe('one two');
  });

  it('keeps blanks within a line as they are', () => {
    expect(plain('a  b\tc')).toBe('a  b\tc');
    expect(plain('<br>  indented')).toBe('\n  indented');
  });
});

describe('styled text', () => {
  it.each([
    ['<span class="quote">&gt;x</span>', { kind: 'greentext', children: [text('>x')] }],
    ['<font class="unkfunc">&gt;x</font>', { kind: 'greentext', children: [text('>x')] }],
    ['<p class="body-line ltr quote">&gt;x</p>', { kind: 'greentext', children: [text('>x')] }],
    ['<s>x</s>', { kind: 'spoiler', children: [text('x')] }],
    ['<span class="spoiler">x</span>', { kind: 'spoiler', children: [text('x')] }],
    ['<span class="sjis">　 ∧＿∧</span>', { kind: 'sjis', children: [text('　 ∧＿∧')] }],
  ] as const)('%s', (html, token) => {
    expect(tokens(html)).toEqual([token]);
    expect(unknown(html)).toEqual({});
  });

  it.each([
    ['<b>x</b>', 'bold'],
    ['<strong>x</strong>', 'bold'],
    ['<i>x</i>', 'italic'],
    ['<em>x</em>', 'italic'],
    ['<u>x</u>', 'underline'],
    ['<strike>x</strike>', 'strike'],
    ['<del>x</del>', 'strike'],
    ['<small>x</small>', 'small'],
    ['<big>x</big>', 'big'],
    ['<sub>x</sub>', 'sub'],
    ['<sup>x</sup>', 'sup'],
    ['<h1>x</h1>', 'heading'],
    ['<span class="heading">x</span>', 'heading'],
    ['<span class="mu-s">x</span>', 'bold'],
    ['<span class="mu-i">x</span>', 'italic'],
    ['<span class="mu-r">x</span>', 'red'],
    ['<span class="mu-g">x</span>', 'green'],
    ['<span class="mu-b">x</span>', 'blue'],
    ['<span style="font-weight: bold;">x</span>', 'bold'],
    ['<span style="font-weight:600;font-size:150%;line-height:1.5;">x</span>', 'heading'],
    ['<span style="font-size: smaller;">x</span>', 'small'],
    ['<p style="font-size:120%;">x</p>', 'big'],
    ['<span style="font-style:italic">x</span>', 'italic'],
  ] as const)('%s is %s', (html, style) => {
    expect(tokens(html)).toEqual([{ kind: 'style', style, children: [text('x')] }]);
    expect(unknown(html)).toEqual({});
  });

  it('can be nested', () => {
    expect(tokens('<b>a <u>b</u></b><i></i>')).toEqual([
      {
        kind: 'style',
        style: 'bold',
        children: [text('a '), { kind: 'style', style: 'underline', children: [text('b')] }],
      },
    ]);
  });

  it('can be a notice of staff in red, or in the frame that one administrator used', () => {
    const notice = [{ kind: 'notice', children: [text('(POSTER DRINKS COFFEE)')] }];
    expect(tokens('<b style="color:red;">(POSTER DRINKS COFFEE)</b>')).toEqual(notice);
    expect(tokens('<strong style="color: red;">(POSTER DRINKS COFFEE)</strong>')).toEqual(notice);
    expect(tokens('<div style="padding: 5px;border: 2px dashed red;">(POSTER DRINKS COFFEE)</div>')).toEqual(notice);
    expect(tokens('<b style="border-color: red">x</b>')).toEqual([
      { kind: 'style', style: 'bold', children: [text('x')] },
    ]);
  });

  it('tolerates missing, crossed or unusual end tags', () => {
    expect(tokens('<b>a<i>b</b>c</i>d</u>')).toEqual([
      {
        kind: 'style',
        style: 'bold',
        children: [text('a'), { kind: 'style', style: 'italic', children: [text('b')] }],
      },
      text('cd'),
    ]);
    expect(tokens('<s>never closed')).toEqual([{ kind: 'spoiler', children: [text('never closed')] }]);
  });
});

describe('code and TeX', () => {
  it('keeps lines, blanks, brackets and addresses of code as they are', () => {
    expect(
      tokens(
        '<pre class="prettyprint">if (a &lt; b) {<br>  open(&quot;http://a.exam<wbr>ple&quot;);<br>}[math]x[/math]\r\n</pre>',
      ),
    ).toEqual([{ kind: 'code', text: 'if (a < b) {\n  open("http://a.example");\n}[math]x[/math]\n' }]);
    expect(tokens('<code>x <span class="kwd">y</span></code>')).toEqual([{ kind: 'code', text: 'x y' }]);
  });

  it('treats the single line end after code as the end of the code', () => {
    expect(tokens('<pre>a</pre><br>b')).toEqual([{ kind: 'code', text: 'a' }, text('b')]);
    expect(plain('<pre>a</pre><br>b')).toBe('a\nb');
    expect(plain('<pre>a</pre><br><br>b')).toBe('a\n\nb');
    expect(plain('x<pre>a</pre>b')).toBe('x\na\nb');
    expect(plain('x<br><pre>a</pre>')).toBe('x\na');
  });

  it('ignores [code] and [spoiler] tags that a poster typed alone', () => {
    expect(tokens('[code]a[/code] [spoiler]b[/spoiler]')).toEqual([text('[code]a[/code] [spoiler]b[/spoiler]')]);
  });

  it('finds TeX between its delimiters, also over line ends', () => {
    expect(tokens('so [math]a &lt; b[/math], and [eqn]c \\\\<br>d[/eqn].')).toEqual([
      text('so '),
      { kind: 'math', tex: 'a < b', display: false },
      text(', and '),
      { kind: 'math', tex: 'c \\\\\nd', display: true },
      text('.'),
    ]);
    expect(tokens('<span class="math">x</span><div class="math">y</div>')).toEqual([
      { kind: 'math', tex: 'x', display: false },
      br,
      { kind: 'math', tex: 'y', display: true },
    ]);
  });

  test.each(['[math]x', '[math]x[/eqn]', '[/math]x[math]', '[math][/math]', '[math] [/math]'])(
    'ignores the delimiters of %s',
    (html) => {
      expect(tokens(html)).toEqual([text(html)]);
    },
  );
});

describe('blocks', () => {
  it('turn paragraphs into lines, including empty ones', () => {
    expect(
      plain('<p class="body-line ltr ">a</p><p class="body-line empty "></p><p class="body-line ltr ">b</p>'),
    ).toBe('a\n\nb');
    expect(plain('a<p>b<p>c</p>d<ul><li>e<li>f</ul><hr>g')).toBe('a\nb\nc\nd\ne\nf\ng');
    expect(plain('<p>a</p><br>b')).toBe('a\n\nb');
    expect(plain('<p>a<br></p>b')).toBe('a\nb');
    expect(plain('a<div><b><p>b</p></b></div>')).toBe('a\nb');
  });

  it('end where the next block of their kind starts', () => {
    expect(tokens('<p class="quote">&gt;a<p>b')).toEqual([
      { kind: 'greentext', children: [text('>a')] },
      br,
      text('b'),
    ]);
    expect(tokens(`${'<p>x'.repeat(100)}<b>y</b>`).at(-1)).toEqual({
      kind: 'style',
      style: 'bold',
      children: [text('y')],
    });
  });

  it('turn the cells of an unknown table into lines', () => {
    expect(plain('<table><tr><td>a</td><td>b</td></tr></table>')).toBe('a\nb');
    expect(unknown('<table><tr><td>a</td><td>b</td></tr></table>')).toEqual({ table: 1 });
  });
});
