/**
 * A second archive reads the output of the first one, and both then have the same posts, except for the differences in
 * docs/COMPATIBILITY.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Board } from '../../../../../mappings/board.ts';
import { parseComment } from '../../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../../mappings/comment/plain-text.ts';
import type { CommentToken } from '../../../../../mappings/comment/tokens.ts';
import type { PostFields } from '../../../../../mappings/post.ts';
import { ParseWarnings } from '../../../../../scraper/sources/parse-result.ts';
import { readThreadDocument as readFoolFuuka } from '../../../../../scraper/sources/foolfuuka/thread.ts';
import { readThreadDocument as readFourChan } from '../../../../../scraper/sources/four-chan/thread.ts';
import type { ArchivedPost } from '../../../server/foolfuuka/post.ts';
import type { PrintContext } from '../../../server/foolfuuka/site.ts';
import { postInThread, threadJson } from '../../../server/foolfuuka/threads.ts';
import { Site } from '../../../../../server/shared/site.ts';
import { anExtraFile, aPost } from '../../../../../test/support/builders.ts';

const board: Board = {
  id: 1,
  name: 'g',
  title: 'Technology',
  worksafe: true,
  source: '4chan',
  sourceName: 'g',
  url: 'http://a.example.org',
  mediaUrl: 'http://i.example.org',
  sliceSize: 50_000_000,
};
const context: PrintContext = {
  version: '',
  site: new Site('http://first.example.org'),
  boards: new Map([['g', board]]),
  filesAtSource: new Map(),
};

const print = (archived: ArchivedPost) => postInThread(archived, context);

function readBySecond(posts: readonly PostFields[]): readonly PostFields[] {
  const [op, ...replies] = posts.map((fields, place) => ({
    post: aPost({ ...fields, board: 'g' }),
    docId: String(place),
  }));
  if (op === undefined) return [];
  const { num } = op.post;
  const document: unknown = JSON.parse(threadJson(num, [print(op)], replies.map(print)));
  return readFoolFuuka(document, num, board, new ParseWarnings()).posts.map(({ fields }) => fields);
}

test('the files of a post after its first arrive with their facts', () => {
  const facts = {
    mediaHash: Buffer.alloc(16, 5),
    mediaType: 'png',
    mediaSize: 1234,
    mediaDimsSrcW: 640,
    mediaDimsSrcH: 480,
  };
  const files = [
    anExtraFile({ place: 1, ...facts, mediaTime: 1_600_000_000_001, mediaName: 'a & "b"', spoiler: true }),
    anExtraFile({ place: 2, ...facts, mediaName: 'c', extra: { tim: '1600000000000-2' } }),
  ];
  const post = aPost({ num: 7, board: 'g', ...facts, mediaTime: 1_600_000_000_000, extraFiles: files });
  const document = JSON.parse(threadJson(7, [print({ post, docId: '1' })], [])) as {
    7: { op: Record<string, unknown> };
  };
  const sent = document[7].op;
  expect(sent['extra_files']).toMatchObject([
    { media_orig: '1600000000001.png', media_w: '640', media_filename: 'a &amp; &quot;b&quot;.png', spoiler: '1' },
    { media_orig: '1600000000000-2.png', media_hash: 'BQUFBQUFBQUFBQUFBQUFBQ==' },
  ]);
  const [read] = readFoolFuuka(document, 7, board, new ParseWarnings()).posts;
  const {
    mediaHashSrc: _src,
    mediaHashThb: _thb,
    timeDeletedFile: _deleted,
    ...first
  } = files[0] ?? anExtraFile({ place: 1 });
  expect(read?.extraFiles).toMatchObject([
    { ...first, extra: { media_status: 'not-available' } },
    { place: 2, ...facts, mediaName: 'c', extra: { media_orig: '1600000000000-2.png' } },
  ]);
  expect(read?.fields.extra).not.toHaveProperty('extra_files');
  for (const unreadable of ['x', [null], [[]]]) {
    sent['extra_files'] = unreadable;
    const [partly] = readFoolFuuka(document, 7, board, new ParseWarnings()).posts;
    expect([partly?.extraFiles, partly?.isIncomplete]).toEqual([undefined, true]);
  }
});

type Shown = Readonly<Record<string, unknown>>;

/** Comments reduced to their text and link targets, without parts that the API cannot express. */
function shown({ comment, extra: _extra, replies: _replies, ...fields }: PostFields): Shown {
  const { tokens } = parseComment(comment ?? '');
  return {
    ...fields,
    // The other archive has it for every post, this one only for openers.
    sticky: fields.sticky === true,
    closed: fields.closed === true,
    text: commentPlainText(tokens),
    parts: partsOf(tokens).map((part) => (part.kind === 'quotelink' ? wholeLink(part, fields.thread) : part)),
  };
}

const LINES = new Set(['text', 'break', 'greentext']);

/** A line's beginning decides if it is greentext. In the oldest comments, lines with only a link were greentext. */
function partsOf(tokens: readonly CommentToken[]): CommentToken[] {
  return tokens.flatMap((token) => {
    if (token.kind === 'greentext') return partsOf(token.children);
    if (LINES.has(token.kind)) return [];
    return 'children' in token ? [{ ...token, children: [] }, ...partsOf(token.children)] : [token];
  });
}

function wholeLink(link: CommentToken & { readonly kind: 'quotelink' }, thread: number): CommentToken {
  return { ...link, board: link.board ?? 'g', thread: link.thread ?? (link.board === null ? thread : null) };
}

function fourChan(posts: readonly object[]): readonly PostFields[] {
  const [opener] = posts as readonly { readonly no: number }[];
  return readFourChan({ posts }, opener?.no ?? 0, new ParseWarnings()).posts.map(({ fields }) => fields);
}

const opener = { no: 100, resto: 0, time: 1_551_812_772, name: 'Anonymous', now: '' };
const exif =
  '<br><br><span class="abbr">[EXIF data available. Click <a href="javascript:void(0)">here</a> to show/hide.]</span><br>' +
  '<table class="exif" id="exif1"><tr><td>Make</td><td>Kettle</td></tr></table>';

describe('a comment', () => {
  it.each([
    ['with a quote', '<a href="#p100" class="quotelink">&gt;&gt;100</a><br><span class="quote">&gt;implying</span>'],
    ['with a dead link', 'see <span class="deadlink">&gt;&gt;99</span>'],
    ['with a link to another thread', 'see <a href="/g/thread/50#p51" class="quotelink">&gt;&gt;51</a>'],
    ['with a spoiler in bold', '<b>a<s>b</s></b>'],
    ['with code', 'x<pre class="prettyprint">a &lt; b<br>c</pre>y'],
    ['with what looks like tags', '[b]not bold[/b] [spoiler] a[i]'],
    ['about a photograph', `look${exif}`],
    ['with a link that has a text', '<a href="https://a.example/">there</a>'],
    ['with a link to a board', '<a href="//boards.4chan.org/ck/" class="quotelink">&gt;&gt;&gt;/ck/</a>'],
    ['of a moderator', '<h1>Rules</h1><small>small</small>'],
    ["with staff's words", 'bad<br><br><strong style="color: red;">(USER WAS BANNED FOR THIS POST)</strong>'],
  ])('%s means the same in a second archive', (_, com) => {
    const posts = fourChan([opener, { ...opener, no: 101, resto: 100, com }]);
    expect(readBySecond(posts).map(shown)).toEqual(posts.map(shown));
  });
});

const folder = process.env['SAGASU_CAPTURES'];

test.skipIf(folder === undefined)('every captured thread is the same in a second archive', () => {
  const files = readdirSync(join(folder ?? '', '4chan'), { recursive: true, encoding: 'utf8' });
  const threads = files.filter((file) => /-thread-\d+\.json$/.test(file));
  expect(threads.length).toBeGreaterThan(10);
  for (const file of threads) {
    const { posts } = JSON.parse(readFileSync(join(folder ?? '', '4chan', file), 'utf8')) as { posts: object[] };
    const first = fourChan(posts);
    const second = readBySecond(first);
    for (const [place, post] of first.entries()) {
      expect({ file, ...shown(second[place] ?? post) }).toEqual({ file, ...shown(post) });
    }
  }
});
