import { describe, expect, it } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import {
  commentLinks,
  commentPlainText,
  markedLeaves,
  markedSegments,
  textOf,
  type TextOwner,
  type TextRange,
  walkText,
} from '../../../../mappings/comment/plain-text.ts';

const tokens = (html: string) => parseComment(html).tokens;

/** The marked text, owner by owner, as a reader would see it: `[` and `]` around marks. */
function shown(html: string, ranges: readonly TextRange[]): string[] {
  const list = tokens(html);
  const marked = markedLeaves(list, ranges);
  const owners: TextOwner[] = [];
  walkText(list, (owner) => owners.push(owner));
  return owners.map((owner) =>
    markedSegments(textOf(owner), marked.get(owner) ?? [])
      .map((segment) => (segment.marked ? `[${segment.text}]` : segment.text))
      .join(''),
  );
}

describe('plain text', () => {
  it('has the text of every kind of token, in reading order', () => {
    expect(
      commentPlainText(
        tokens(
          '<a href="#p1">&gt;&gt;1</a> <span class="deadlink">&gt;&gt;2</span><br><a href="/tea/">&gt;&gt;&gt;/tea/</a> ' +
            '<span class="quote">&gt;green</span> <s>dark</s> <b>bold</b> [math]x[/math]<pre>code</pre>http://a.example ' +
            '<span class="sjis">art</span> <b style="color:red">notice</b> <span class="dice">Rolled 1</span><span class="fortune">luck</span>' +
            '<table class="exif"><tr><td>k<td>v</table><small>Oekaki Post (Time: 1m)</small>',
        ),
      ),
    ).toBe(
      '>>1 >>2\n>>>/tea/ >green dark bold x\ncode\nhttp://a.example art notice Rolled 1\nluck\nk: v\nOekaki Post (Time: 1m)',
    );
  });

  it('equals the text that the walk visits, owner by owner', () => {
    const list = tokens('a<b>b</b><pre>c</pre><br>d<table class="exif"><tr><td>k<td>v<tr><td>l<td>w</table>');
    const starts: [string, number][] = [];
    const plain = walkText(list, (_, text, start) => starts.push([text, start]));
    expect(plain).toBe(commentPlainText(list));
    expect(starts).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 3],
      ['d', 5],
      ['k: v', 7],
      ['l: w', 12],
    ]);
    for (const [text, start] of starts) expect(plain.startsWith(text, start)).toBe(true);
  });
});

describe('marks', () => {
  it('are placed on the leaf with the text', () => {
    // green tea\nblack tea
    expect(
      shown('green <b>tea</b><br>black <s>tea</s>', [
        [6, 9],
        [16, 19],
      ]),
    ).toEqual(['green ', '[tea]', '\n', 'black ', '[tea]']);
  });

  it('extend over the edges of leaves', () => {
    expect(shown('gre<i>en te</i>a', [[1, 7]])).toEqual(['g[re]', '[en t]e', 'a']);
    expect(shown('gre<i>en te</i>a', [[1, 9]])).toEqual(['g[re]', '[en te]', '[a]']);
  });

  it('count the line ends around blocks', () => {
    // a\ncode\nb
    expect(
      shown('a<pre>code</pre>b', [
        [0, 1],
        [2, 6],
        [7, 8],
      ]),
    ).toEqual(['[a]', '[code]', '[b]']);
    expect(
      shown('a<pre>code</pre>b', [
        [1, 2],
        [6, 7],
      ]),
    ).toEqual(['a', 'code', 'b']);
  });

  it('apply to the rows of an EXIF table', () => {
    expect(shown('x<table class="exif"><tr><td>Maker<td>Box</table>', [[9, 12]])).toEqual(['x', 'Maker: [Box]']);
  });

  it('may come unsorted, overlapping, empty or past the end', () => {
    expect(
      shown('green tea', [
        [6, 99],
        [2, 2],
        [3, 5],
        [0, 4],
        [200, 300],
      ]),
    ).toEqual(['[green] [tea]']);
    expect(shown('green tea', [])).toEqual(['green tea']);
  });
});

describe('links', () => {
  it('are quoted posts, including missing ones, each once and in order', () => {
    expect(
      commentLinks(
        tokens(
          '<a href="#p3">&gt;&gt;3</a><span class="quote"><a href="/tea/thread/1#p2">&gt;&gt;2</a></span>' +
            '<span class="deadlink">&gt;&gt;1</span><span class="deadlink">&gt;&gt;&gt;/tea/</span>' +
            '<a href="#p3">&gt;&gt;3</a><s><a href="/tea/thread/3#p3">&gt;&gt;3</a></s>',
        ),
      ).posts,
    ).toEqual([
      { board: null, num: 3 },
      { board: 'tea', num: 2 },
      { board: null, num: 1 },
      { board: 'tea', num: 3 },
    ]);
  });

  it('are host names, lower case and without www, each once', () => {
    expect(
      commentLinks(
        tokens(
          'http://WWW.Kettle.example/a https://kettle.example:8080/b <a href="http://cup.kettle.example./">cup</a> ' +
            'https://user:key@pot.example/ http://お茶.example <a href="mailto:a@mail.example">m</a>',
        ),
      ).domains,
    ).toEqual(['kettle.example', 'cup.kettle.example', 'pot.example', 'xn--t8jy01w.example']);
  });
});
