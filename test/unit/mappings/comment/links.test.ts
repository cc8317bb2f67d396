import { describe, expect, it, test } from 'vitest';
import { br, link, quotelink, text, tokens } from './given-comment.ts';

const dead = (value: string) => tokens(`<span class="deadlink">${value}</span>`);

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

  it('are recognized by their text: with another text they are web links, or plain text', () => {
    expect(tokens('<a href="https://boards.4chan.org/tea/thread/70/welcome">the sticky</a>')).toEqual([
      { kind: 'link', href: 'https://boards.4chan.org/tea/thread/70/welcome', text: 'the sticky' },
    ]);
    expect(tokens('<a href="/tea/thread/70">the sticky</a>')).toEqual([text('the sticky')]);
  });

  it('stay text if the number is 0 or exceeds a double', () => {
    expect(tokens('<a href="#p0" class="quotelink">&gt;&gt;0</a>')).toEqual([text('>>0')]);
    expect(tokens('<a href="#p9007199254740993">&gt;&gt;9007199254740993</a>')).toEqual([text('>>9007199254740993')]);
  });

  it('are recognized in greentext, as in posts of 2012', () => {
    expect(tokens('<span class="quote">&gt;as <a href="70#p71" class="quotelink">&gt;&gt;71</a> said</span>')).toEqual([
      { kind: 'greentext', children: [text('>as '), quotelink('>>71', null, 70, 71), text(' said')] },
    ]);
  });

  it('have an onclick and no class on vichan', () => {
    expect(tokens(`<a onclick="highlightReply('71');" href="/tea/res/70.html#71">&gt;&gt;71</a><br/>yes`)).toEqual([
      quotelink('>>71', 'tea', 70, 71),
      br,
      text('yes'),
    ]);
  });

  it('to missing posts are deadlinks, with the number and board in their text', () => {
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

  it('to the site’s rules are web links', () => {
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
  ])('are never made from %j, whose text stays', (href) => {
    expect(tokens(`<a href="${href}">press here</a>`)).toEqual([text('press here')]);
  });

  it('survive nested anchors, as in staff posts', () => {
    expect(
      tokens(
        'see <a href="https://a.example/"><a href="https://b.example/" target="_blank">https://b.ex<wbr>ample/</a></a> now',
      ),
    ).toEqual([text('see '), link('https://b.example/'), text(' now')]);
  });

  it('with two addresses use the first, as browsers do', () => {
    expect(tokens('<a href="https://a.example/" HREF="https://b.example/">x</a>')).toEqual([
      link('https://a.example/', 'x'),
    ]);
  });

  it('without text are dropped', () => {
    expect(tokens('rules:<a href="https://a.example/rules"></a>')).toEqual([text('rules:')]);
  });

  it('keep their text regardless of the markup in it', () => {
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
  ])('are recognized without an anchor: %s', (html, href, rest) => {
    expect(tokens(`look ${html}`)).toEqual([text('look '), link(href), ...(rest === '' ? [] : [text(rest)])]);
  });

  test.each(['http://', 'https://)', 'xhttp://a.example', 'ftp://a.example', '//a.example', 'http:// a', 'https://[x'])(
    'are not recognized in %j',
    (html) => {
      expect(tokens(html)).toEqual([text(html)]);
    },
  );

  it('are recognized in greentext, spoilers and several times per line', () => {
    expect(tokens('<s>http://a.example http://b.example</s>')).toEqual([
      { kind: 'spoiler', children: [link('http://a.example'), text(' '), link('http://b.example')] },
    ]);
  });
});
