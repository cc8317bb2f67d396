import { describe, expect, it } from 'vitest';
import { br, fortune, plain, text, tokens, unknown } from './given-comment.ts';

describe('additions of a source below a post', () => {
  const camera =
    '<span class="abbr">[EXIF data available. Click <a href="javascript:void(0)" onclick="toggle(\'exif1\')">here</a> to show/hide.]</span><br>' +
    '<table class="exif" id="exif1"><tr><td colspan="2"><b>Camera:</b></td></tr><tr><td colspan="2"><b></b></td></tr>' +
    '<tr><td>Maker</td><td>Box &amp; Sons</td></tr><tr><td>Lens</td><td></td></tr></table>';

  it('an EXIF table becomes rows, without the switch that shows it', () => {
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

  it('an EXIF table without end tags becomes the same rows', () => {
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

  it('other notes of the site become small print', () => {
    expect(tokens('long<br><span class="abbr">Comment too long.</span>')).toEqual([
      text('long'),
      br,
      { kind: 'style', style: 'small', children: [text('Comment too long.')] },
    ]);
  });

  it('oekaki keeps the link to the post with the original drawing', () => {
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

  it('a fortune keeps its colour, if it is a valid one', () => {
    const drawn = { kind: 'fortune', text: 'Your fortune: tea at five' };
    expect(tokens(fortune('color:#FD4D32'))).toEqual([text('luck?'), { ...drawn, color: '#fd4d32' }]);
    expect(tokens(fortune('color:url(x)'))).toEqual([text('luck?'), { ...drawn, color: null }]);
  });
});

describe('markup without a token', () => {
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

  it('keeps the text of scripts as text, and never runs it', () => {
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

  it('keeps a truncated tag as text', () => {
    expect(plain('tea <a href="https://a.exam')).toBe('tea <a href="https://a.exam');
    expect(plain('tea <b')).toBe('tea <b');
    expect(plain('<b>tea</b')).toBe('tea</b');
    expect(plain('tea &am')).toBe('tea &am');
    expect(plain('<b>tea</b ')).toBe('tea');
    expect(unknown('tea <b')).toEqual({ '!unfinished': 1 });
  });

  it('drops and counts HTML comments, which have no text', () => {
    expect(plain('a<!-- b --><!-->c')).toBe('ac');
    expect(unknown('a<!-- b --><!-->c')).toEqual({ '!comment': 2 });
  });
});

describe('characters that stores and search refuse', () => {
  it('become U+FFFD, one for one, in texts, in addresses and from entities', () => {
    expect(plain('a\u0000b\uE000c\uE001d\uD800e\uDC00f\u0007g\u0085h\uFFFEi')).toBe(
      'a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg\uFFFDh\uFFFDi',
    );
    expect(plain('&#0;&#xE000;&#57345;&#xD83D;&#xDE00;&#1114112;&#7;')).toBe('\uFFFD'.repeat(7));
    expect(tokens('<a href="https://a.example/\uE000&#xE001;">x</a>')).toEqual([
      { kind: 'link', href: 'https://a.example/\uFFFD\uFFFD', text: 'x' },
    ]);
  });

  it('do not include whole characters outside the first plane', () => {
    expect(plain('🍵 𠮷野家 &#x1F375;')).toBe('🍵 𠮷野家 🍵');
  });
});
