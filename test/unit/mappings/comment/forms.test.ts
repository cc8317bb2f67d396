import { describe, expect, it, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../mappings/comment/tokens.ts';

const tokens = (html: string) => parseComment(html).tokens;
const plain = (html: string) => commentPlainText(tokens(html));
const unknown = (html: string) => Object.fromEntries(parseComment(html).unknown);

const text = (value: string): CommentToken => ({ kind: 'text', text: value });
const br: CommentToken = { kind: 'break' };
const link = (href: string, value = href): CommentToken => ({ kind: 'link', href, text: value });
const quotelink = (value: string, board: string | null, thread: number | null, num: number): CommentToken => ({
  kind: 'quotelink',
  text: value,
  board,
  thread,
  num,
});

const fortune = (style: string) =>
  `luck?<span class="fortune" style="${style}"><br><br><b>Your fortune: tea at five</b></span>`;

describe('text', () => {
  it('is one token when there is no markup', () => {
    expect(tokens('a kettle, boiling')).toEqual([text('a kettle, boiling')]);
    expect(tokens('')).toEqual([]);
  });

  it('has its entities decoded once, after the tags are found', () => {
    expect(plain('tea &amp; toast &lt;b&gt; it&#039;s &quot;hot&quot; 5&#44;50 &#91;x&#93; &#x1F375;')).toBe(
      'tea & toast <b> it\'s "hot" 5,50 [x] 🍵',
    );
    expect(plain('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;');
  });

  it('joins a word that <wbr> cut', () => {
    expect(tokens('unbeliev<wbr>able and entities &gt<wbr />;')).toEqual([text('unbelievable and entities >;')]);
  });

  it('takes <br>, <br/>, <br /> and </br> for a line end', () => {
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

describe('links to posts', () => {
  test.each([
    ['#p71', null, null, 71],
    ['#71', null, null, 71],
    ['70#p71', null, 70, 71],
    ['res/70#71', null, 70, 71],
    ['70.html#71', null, 70, 71],
    ['/tea/thread/70#p71', 'tea', 70, 71],
    ['/tea/thread/70/green-tea-general#p71', 'tea', 70, 71],
    ['/tea/thread/70', 'tea', 70, 70],
    ['/tea/res/70#71', 'tea', 70, 71],
    ['/tea/res/70.html#71', 'tea', 70, 71],
    ['/tea/res/70.html#q71', 'tea', 70, 71],
    ['//boards.4chan.org/tea/thread/70#p71', 'tea', 70, 71],
    ['//boards.4channel.org/tea/thread/70#p71', 'tea', 70, 71],
    ['http://boards.4chan.org/tea/res/70#71', 'tea', 70, 71],
    ['https://boards.4chan.org/TEA/thread/70#p71', 'tea', 70, 71],
  ] as const)('%s leads to the post', (href, board, thread, num) => {
    expect(tokens(`<a href="${href}" class="quotelink">&gt;&gt;71</a>`)).toEqual([
      quotelink('>>71', board, thread, num),
    ]);
  });

  it('are told by their text: another text makes a web link, or none', () => {
    expect(tokens('<a href="https://boards.4chan.org/tea/thread/70/welcome">the sticky</a>')).toEqual([
      { kind: 'link', href: 'https://boards.4chan.org/tea/thread/70/welcome', text: 'the sticky' },
    ]);
    expect(tokens('<a href="/tea/thread/70">the sticky</a>')).toEqual([text('the sticky')]);
  });

  it('stand as text where the number is 0 or no double can hold it', () => {
    expect(tokens('<a href="#p0" class="quotelink">&gt;&gt;0</a>')).toEqual([text('>>0')]);
    expect(tokens('<a href="#p9007199254740993">&gt;&gt;9007199254740993</a>')).toEqual([text('>>9007199254740993')]);
  });

  it('are found inside greentext, as posts of 2012 have them', () => {
    expect(tokens('<span class="quote">&gt;as <a href="70#p71" class="quotelink">&gt;&gt;71</a> said</span>')).toEqual([
      { kind: 'greentext', children: [text('>as '), quotelink('>>71', null, 70, 71), text(' said')] },
    ]);
  });

  it('of vichan have no class and an onclick', () => {
    expect(tokens(`<a onclick="highlightReply('71');" href="/tea/res/70.html#71">&gt;&gt;71</a><br/>yes`)).toEqual([
      quotelink('>>71', 'tea', 70, 71),
      br,
      text('yes'),
    ]);
  });

  it('to posts that are gone are deadlinks, with what number and board their text names', () => {
    const dead = (value: string) => tokens(`<span class="deadlink">${value}</span>`);
    expect(dead('&gt;&gt;71')).toEqual([{ kind: 'deadlink', text: '>>71', board: null, num: 71 }]);
    expect(dead('&gt;&gt;&gt;/tea/71')).toEqual([{ kind: 'deadlink', text: '>>>/tea/71', board: 'tea', num: 71 }]);
    expect(dead('&gt;&gt;&gt;/tea/')).toEqual([{ kind: 'deadlink', text: '>>>/tea/', board: 'tea', num: null }]);
    expect(dead('words')).toEqual([{ kind: 'deadlink', text: 'words', board: null, num: null }]);
    expect(tokens('<span class="quote deadlink">&gt;&gt;71</span>')).toEqual([
      { kind: 'deadlink', text: '>>71', board: null, num: 71 },
    ]);
  });
});

describe('links to boards', () => {
  test.each([
    ['//boards.4channel.org/tea/', '>>>/tea/', 'tea', null],
    ['/tea/', '>>>/tea/', 'tea', null],
    ['/tea/index.html', '>>>/tea/', 'tea', null],
    ['/tea/catalog', '>>>/tea/catalog', 'tea', null],
    ['//boards.4chan.org/tea/catalog#s=sencha', '>>>/tea/sencha', 'tea', 'sencha'],
    ['//boards.4chan.org/tea/catalog#s=green%20tea', '>>>/tea/green tea', 'tea', 'green tea'],
    ['//boards.4chan.org/tea/catalog#s=100%', '>>>/tea/100%', 'tea', '100%'],
    ['//boards.4chan.org/tea/catalog#s=a%00b%EE%80%80', '>>>/tea/a', 'tea', 'a\uFFFDb\uFFFD'],
  ] as const)('%s leads to the board', (href, value, board, search) => {
    expect(tokens(`<a href="${href}" class="quotelink">${value.replaceAll('>', '&gt;')}</a>`)).toEqual([
      { kind: 'boardlink', text: value, board, search },
    ]);
  });

  it('to the rules of the site are web links', () => {
    expect(tokens('<a href="//www.4chan.org/rules#tea2" class="quotelink">&gt;&gt;&gt;/tea/rules/2</a>')).toEqual([
      { kind: 'link', href: 'https://www.4chan.org/rules#tea2', text: '>>>/tea/rules/2' },
    ]);
  });
});

describe('web links', () => {
  it('come from anchors with http, https and mailto', () => {
    expect(
      tokens('<a href="https://kettle.example/" rel="nofollow" target="_blank">https://kettle.example/</a>'),
    ).toEqual([link('https://kettle.example/')]);
    expect(tokens('<a href=" HTTP://kettle.example/?a=1&amp;b=2">the kettle</a>')).toEqual([
      link('HTTP://kettle.example/?a=1&b=2', 'the kettle'),
    ]);
    expect(tokens('<a href="mailto:brew@kettle.example">write</a>')).toEqual([
      link('mailto:brew@kettle.example', 'write'),
    ]);
  });

  test.each([
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'intent://x',
    'blob:https://kettle.example/1',
    'kettle.example',
    '',
    'https://',
    'https://[',
    'http:kettle.example',
  ])('never lead to %j: the text stays', (href) => {
    expect(tokens(`<a href="${href}">press here</a>`)).toEqual([text('press here')]);
  });

  it('survive anchors within anchors, which staff posts have', () => {
    expect(
      tokens(
        'see <a href="https://a.example/"><a href="https://b.example/" target="_blank">https://b.ex<wbr>ample/</a></a> now',
      ),
    ).toEqual([text('see '), link('https://b.example/'), text(' now')]);
  });

  it('lead where the first of two addresses says, as in a browser', () => {
    expect(tokens('<a href="https://a.example/" HREF="https://b.example/">x</a>')).toEqual([
      link('https://a.example/', 'x'),
    ]);
  });

  it('without a text are nothing', () => {
    expect(tokens('rules:<a href="https://a.example/rules"></a>')).toEqual([text('rules:')]);
  });

  it('keep their text whatever markup is in it', () => {
    expect(tokens('<a href="https://a.example/">a <b>bold</b><br>link</a>')).toEqual([
      link('https://a.example/', 'a bold link'),
    ]);
  });

  test.each([
    ['http://a.example', 'http://a.example', ''],
    ['https://a.example/x?y=1&amp;z=2#w', 'https://a.example/x?y=1&z=2#w', ''],
    ['https://a.example/x.', 'https://a.example/x', '.'],
    ['https://a.example/x?!...', 'https://a.example/x', '?!...'],
    ['https://a.example/wiki/Tea_(drink)', 'https://a.example/wiki/Tea_(drink)', ''],
    ['https://a.example/wiki/Tea_(drink)).', 'https://a.example/wiki/Tea_(drink)', ').'],
    ['https://a.example/x], and', 'https://a.example/x', '], and'],
    ['https://a.example/x&quot;', 'https://a.example/x', '"'],
    ['https://a.example/x&gt;y', 'https://a.example/x', '>y'],
    ['https://a.example/お茶', 'https://a.example/お茶', ''],
    ['https://a.example/x。次', 'https://a.example/x', '。次'],
    ['https://a.example/x）', 'https://a.example/x', '）'],
    ['https://a.exam<wbr>ple/very/<wbr>long', 'https://a.example/very/long', ''],
    ['https://a.example/video_', 'https://a.example/video_', ''],
  ])('are found bare: %s', (html, href, rest) => {
    expect(tokens(`look ${html}`)).toEqual([text('look '), link(href), ...(rest === '' ? [] : [text(rest)])]);
  });

  test.each(['http://', 'https://)', 'xhttp://a.example', 'ftp://a.example', '//a.example', 'http:// a', 'https://[x'])(
    'are not seen in %j',
    (html) => {
      expect(tokens(html)).toEqual([text(html)]);
    },
  );

  it('are found in greentext, spoilers and several times in a line', () => {
    expect(tokens('<s>http://a.example http://b.example</s>')).toEqual([
      { kind: 'spoiler', children: [link('http://a.example'), text(' '), link('http://b.example')] },
    ]);
  });
});

describe('text set off', () => {
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

  it('nests', () => {
    expect(tokens('<b>a <u>b</u></b><i></i>')).toEqual([
      {
        kind: 'style',
        style: 'bold',
        children: [text('a '), { kind: 'style', style: 'underline', children: [text('b')] }],
      },
    ]);
  });

  it('is a notice of staff in red, or in the frame that one administrator used', () => {
    const notice = [{ kind: 'notice', children: [text('(POSTER DRINKS COFFEE)')] }];
    expect(tokens('<b style="color:red;">(POSTER DRINKS COFFEE)</b>')).toEqual(notice);
    expect(tokens('<strong style="color: red;">(POSTER DRINKS COFFEE)</strong>')).toEqual(notice);
    expect(tokens('<div style="padding: 5px;border: 2px dashed red;">(POSTER DRINKS COFFEE)</div>')).toEqual(notice);
    expect(tokens('<b style="border-color: red">x</b>')).toEqual([
      { kind: 'style', style: 'bold', children: [text('x')] },
    ]);
  });

  it('forgives ends that are missing, crossed or strange', () => {
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

  it('takes the one line end after code for the end of the code', () => {
    expect(tokens('<pre>a</pre><br>b')).toEqual([{ kind: 'code', text: 'a' }, text('b')]);
    expect(plain('<pre>a</pre><br>b')).toBe('a\nb');
    expect(plain('<pre>a</pre><br><br>b')).toBe('a\n\nb');
    expect(plain('x<pre>a</pre>b')).toBe('x\na\nb');
    expect(plain('x<br><pre>a</pre>')).toBe('x\na');
  });

  it('leaves [code] and [spoiler] that a poster typed alone', () => {
    expect(tokens('[code]a[/code] [spoiler]b[/spoiler]')).toEqual([text('[code]a[/code] [spoiler]b[/spoiler]')]);
  });

  it('finds TeX between its delimiters, over line ends too', () => {
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
    'leaves the delimiters of %s alone',
    (html) => {
      expect(tokens(html)).toEqual([text(html)]);
    },
  );
});

describe('what a source adds below a post', () => {
  const camera =
    '<span class="abbr">[EXIF data available. Click <a href="javascript:void(0)" onclick="toggle(\'exif1\')">here</a> to show/hide.]</span><br>' +
    '<table class="exif" id="exif1"><tr><td colspan="2"><b>Camera:</b></td></tr><tr><td colspan="2"><b></b></td></tr>' +
    '<tr><td>Maker</td><td>Box &amp; Sons</td></tr><tr><td>Lens</td><td></td></tr></table>';

  it('an EXIF table is rows, without the switch that shows it', () => {
    expect(tokens(`a picture<br><br>${camera}`)).toEqual([
      text('a picture'),
      {
        kind: 'exif',
        rows: [
          { name: 'Camera:', value: null },
          { name: 'Maker', value: 'Box & Sons' },
          { name: 'Lens', value: null },
        ],
      },
    ]);
    expect(plain(`a picture<br><br>${camera}after`)).toBe('a picture\nCamera:\nMaker: Box & Sons\nLens\nafter');
    expect(unknown(camera)).toEqual({});
  });

  it('an EXIF table with its end tags left out is the same', () => {
    expect(tokens('<table class="exif"><tr><th>Maker</th><td>Box<tr><td>Lens<td>50 mm')).toEqual([
      {
        kind: 'exif',
        rows: [
          { name: 'Maker', value: 'Box' },
          { name: 'Lens', value: '50 mm' },
        ],
      },
    ]);
  });

  it('other notes of the site are small print', () => {
    expect(tokens('long<br><span class="abbr">Comment too long.</span>')).toEqual([
      text('long'),
      br,
      { kind: 'style', style: 'small', children: [text('Comment too long.')] },
    ]);
  });

  it('oekaki keeps the link to the post it was drawn from', () => {
    expect(
      tokens(
        'drew it<br><br><small><b>Oekaki Post</b> (Time: 9m, Painter: ink, Source: <a href="#p71" class="quotelink">&gt;&gt;71</a>)</small>',
      ),
    ).toEqual([
      text('drew it'),
      {
        kind: 'oekaki',
        children: [
          { kind: 'style', style: 'bold', children: [text('Oekaki Post')] },
          text(' (Time: 9m, Painter: ink, Source: '),
          { kind: 'quotelink', text: '>>71', board: null, thread: null, num: 71 },
          text(')'),
        ],
      },
    ]);
  });

  it('a fortune has its colour, if that is one', () => {
    const drawn = { kind: 'fortune', text: 'Your fortune: tea at five' };
    expect(tokens(fortune('color:#FD4D32'))).toEqual([text('luck?'), { ...drawn, color: '#fd4d32' }]);
    expect(tokens(fortune('color:url(x)'))).toEqual([text('luck?'), { ...drawn, color: null }]);
  });
});

describe('blocks', () => {
  it('make lines of paragraphs, empty ones too', () => {
    expect(
      plain('<p class="body-line ltr ">a</p><p class="body-line empty "></p><p class="body-line ltr ">b</p>'),
    ).toBe('a\n\nb');
    expect(plain('a<p>b<p>c</p>d<ul><li>e<li>f</ul><hr>g')).toBe('a\nb\nc\nd\ne\nf\ng');
    expect(plain('<p>a</p><br>b')).toBe('a\n\nb');
    expect(plain('<p>a<br></p>b')).toBe('a\nb');
    expect(plain('a<div><b><p>b</p></b></div>')).toBe('a\nb');
  });

  it('end where the next of their kind starts', () => {
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

  it('make lines of the cells of an unknown table', () => {
    expect(plain('<table><tr><td>a</td><td>b</td></tr></table>')).toBe('a\nb');
    expect(unknown('<table><tr><td>a</td><td>b</td></tr></table>')).toEqual({ table: 1 });
  });
});

describe('what the tokens have no place for', () => {
  it('keeps its text and is counted by tag and class', () => {
    const html =
      'a <marquee>b</marquee> <span class="glow  hot">c</span> <span class="glow hot">d</span> <span style="color:#123456">e</span>';
    expect(plain(html)).toBe('a b c d e');
    expect(unknown(html)).toEqual({ marquee: 1, 'span.glow.hot': 2, 'span[style]': 1 });
  });

  it('keeps the name of a picture', () => {
    expect(plain('tea <img src="cup.png" alt=":cup:"> time')).toBe('tea :cup: time');
    expect(unknown('<img src="cup.png" alt=":cup:">')).toEqual({ img: 1 });
  });

  it('keeps the text of scripts as text, and runs nothing', () => {
    expect(tokens('<script>steal("<b>")</script><style>x{}</style><textarea>&lt;y</textarea>')).toEqual([
      text('steal("<b>")x{}<y'),
    ]);
    expect(unknown('<iframe src="https://a.example">z</iframe>')).toEqual({ iframe: 1 });
  });

  it('cuts long names of markup', () => {
    expect(Object.keys(unknown(`<${'x'.repeat(5000)}>`))).toEqual(['x'.repeat(64)]);
    expect(Object.keys(unknown(`<span class="${'y'.repeat(5000)}">`))).toEqual([`span.${'y'.repeat(59)}`]);
  });

  it('keeps text that only looks like markup', () => {
    expect(plain('I <3 tea')).toBe('I <3 tea');
    expect(plain('I </3 tea')).toBe('I </3 tea');
    expect(plain('a <!really> b <?php x ?> c')).toBe('a <!really> b <?php x ?> c');
    expect(plain('a <![CDATA[b]]> c')).toBe('a b c');
    expect(plain('a < b > c & d &nosuch; e')).toBe('a < b > c & d &nosuch; e');
  });

  it('keeps a tag that was cut off as text', () => {
    expect(plain('tea <a href="https://a.exam')).toBe('tea <a href="https://a.exam');
    expect(plain('tea <b')).toBe('tea <b');
    expect(plain('<b>tea</b')).toBe('tea</b');
    expect(plain('tea &am')).toBe('tea &am');
    expect(plain('<b>tea</b ')).toBe('tea');
    expect(unknown('tea <b')).toEqual({ '!unfinished': 1 });
  });

  it('drops HTML comments, which bear no text, and counts them', () => {
    expect(plain('a<!-- b --><!-->c')).toBe('ac');
    expect(unknown('a<!-- b --><!-->c')).toEqual({ '!comment': 2 });
  });
});

describe('signs that stores and search refuse', () => {
  it('become U+FFFD, one for one, in texts, in addresses and out of entities', () => {
    expect(plain('a\u0000b\uE000c\uE001d\uD800e\uDC00f\u0007g\u0085h\uFFFEi')).toBe(
      'a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg\uFFFDh\uFFFDi',
    );
    expect(plain('&#0;&#xE000;&#57345;&#xD83D;&#xDE00;&#1114112;&#7;')).toBe('\uFFFD'.repeat(7));
    expect(tokens('<a href="https://a.example/\uE000&#xE001;">x</a>')).toEqual([
      { kind: 'link', href: 'https://a.example/\uFFFD\uFFFD', text: 'x' },
    ]);
  });

  it('leave whole characters outside the first plane alone', () => {
    expect(plain('🍵 𠮷野家 &#x1F375;')).toBe('🍵 𠮷野家 🍵');
  });
});
