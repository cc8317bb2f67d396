import { describe, expect, it, test } from 'vitest';
import { postOfDocument, type PostSource } from '../../../mappings/elasticsearch/document-post.ts';
import { documentId, toPostDocument } from '../../../mappings/elasticsearch/post-document.ts';
import { postMapping, propertiesOfVersion } from '../../../mappings/elasticsearch/post-index.ts';
import type { Post } from '../../../mappings/post.ts';
import { aPost } from '../../support/builders.ts';

/** A post with only the values that every post has. */
const bare = aPost({
  board: 'tea',
  num: 71,
  thread: 70,
  timePosted: new Date('2020-02-02T02:02:02Z'),
  timeModified: new Date('2020-02-02T02:02:03Z'),
  rev: 9,
});

const full: Post = {
  ...bare,
  num: 70,
  subnum: 3,
  opener: true,
  timeDeletedPost: new Date('2020-02-03T00:00:00Z'),
  timeDeletedFile: new Date('2020-02-04T00:00:00Z'),
  timeArchived: new Date('2020-02-05T00:00:00Z'),
  timeBumped: new Date('2020-02-06T00:00:00.123Z'),
  name: 'Steeper',
  tripcode: '!oolong',
  capcode: 'M',
  posterid: 'Ab3/xyz+',
  country: 'JP',
  email: 'sage',
  subject: 'Green & black',
  comment:
    '<a href="#p69">&gt;&gt;69</a> <a href="/ck/thread/5#p6">&gt;&gt;6</a> try https://www.kettle.example/x<br>now' +
    '<br><br><b style="color:red">(USER WAS BANNED)</b><br><br><table class="exif"><tr><td>Camera Model<td>Box C#' +
    '<tr><td>Flash<td>no</table>',
  mediaTime: 1580608922123,
  mediaHash: new Uint8Array(16).fill(0xff),
  mediaHashSrc: new Uint8Array(32).fill(0xab),
  mediaHashThb: new Uint8Array(32).fill(0xcd),
  mediaName: 'cup',
  mediaType: 'png',
  mediaSize: 2_000_000_000,
  mediaDimsSrcW: 800,
  mediaDimsSrcH: 600,
  mediaDimsThbW: 250,
  mediaDimsThbH: 188,
  spoiler: true,
  sticky: true,
  closed: false,
  posters: 12,
  replies: 65_535,
  images: 31,
  extra: { images: 30, since4pass: 2013, semantic_url: 'green-black' },
  rev: 2 ** 40 - 1,
};

const tiebreak = (boardId: number, subnum: number) => toPostDocument({ ...bare, subnum }, boardId).tiebreak;

function toBuffer(bytes: Uint8Array | null): Uint8Array | null {
  return bytes && Buffer.from(bytes);
}

/** Compares bytes by kind too. */
function withBuffers(post: Post): Post {
  return {
    ...post,
    mediaHash: toBuffer(post.mediaHash),
    mediaHashSrc: toBuffer(post.mediaHashSrc),
    mediaHashThb: toBuffer(post.mediaHashThb),
  };
}

/** The document that Elasticsearch receives. */
function asSent(post: Post): Record<string, unknown> {
  return JSON.parse(JSON.stringify(toPostDocument(post, 7))) as Record<string, unknown>;
}

describe('a document', () => {
  it('has every field of the post that search uses', () => {
    expect(toPostDocument(full, 7)).toEqual({
      h1: 10_747_273,
      h2: 8_450_158,
      board: 'tea',
      num: 70,
      subnum: 3,
      thread: 70,
      thread_id: 'tea.70',
      opener: true,
      time_posted: 1_580_608_922_000,
      time_modified: 1_580_608_923_000,
      time_deleted_post: 1_580_688_000_000,
      time_deleted_file: 1_580_774_400_000,
      time_archived: 1_580_860_800_000,
      name: 'Steeper',
      tripcode: '!oolong',
      capcode: 'M',
      posterid: 'Ab3/xyz+',
      country: 'JP',
      email: 'sage',
      subject: 'Green & black',
      comment: '>>69 >>6 try https://www kettle example/x\nnow',
      media_hash: '/////////////////////w==',
      media_hash_src: 'ab'.repeat(32),
      media_name: 'cup',
      media_type: 'png',
      media_size: 2_000_000_000,
      media_dims_src_w: 800,
      media_dims_src_h: 600,
      spoiler: true,
      sticky: true,
      closed: false,
      posters: 12,
      replies: 65_535,
      rev: 2 ** 40 - 1,
      state: 'visible',
      tiebreak: 7 * 2 ** 20 + 3,
      quotes: ['tea.69', 'ck.6'],
      domains: ['kettle.example'],
      length: 45,
      subject_length: 13,
      images: 31,
      exif: 'Camera Model: Box Csharp\nFlash: no',
      exif_values: ['Box C#'],
      notices: '(USER WAS BANNED)',
      subject_parts: '_green_black_',
      media_name_parts: '_cup_',
      since4pass: 2013,
      rest: {
        comment: full.comment,
        time_bumped: 1_580_947_200_123,
        media_time: 1_580_608_922_123,
        media_hash_thb: 'cd'.repeat(32),
        media_dims_thb_w: 250,
        media_dims_thb_h: 188,
        extra: { images: 30, since4pass: 2013, semantic_url: 'green-black' },
      },
    });
  });

  it('leaves out unknown values, and keeps false and zero', () => {
    expect(toPostDocument(bare, 1)).toEqual({
      h1: 2556,
      h2: 564_037,
      board: 'tea',
      num: 71,
      subnum: 0,
      thread: 70,
      thread_id: 'tea.70',
      opener: false,
      time_posted: 1_580_608_922_000,
      time_modified: 1_580_608_923_000,
      spoiler: false,
      rev: 9,
      state: 'visible',
      tiebreak: 2 ** 20,
      length: 0,
      rest: {},
    });
  });

  it('has only fields of the strict mapping, and every field of the mapping is written', () => {
    const known = Object.keys(postMapping.properties).toSorted();
    expect(Object.keys(toPostDocument(full, 7)).toSorted()).toEqual(known);
  });

  test.each([
    ['full', full],
    ['bare', bare],
    ['hidden', { ...bare, hidden: true }],
    ['without markup', { ...bare, comment: 'as plain as tea' }],
    ['folded', { ...bare, subject: 'e\u0301', comment: 'C# \uE000', mediaName: 'c++_#' }],
    ['of marks only', { ...bare, subject: '\u0301', comment: '\u00AD', mediaName: '\u0336' }],
  ])('contains the whole post: %s', (_, post) => {
    expect(postOfDocument(asSent(post) as PostSource)).toEqual(withBuffers(post));
  });

  it('contains the values of all files of a post', () => {
    const file = {
      place: 1,
      timeDeletedFile: new Date(1_580_608_924_000),
      mediaTime: 7,
      mediaHash: Buffer.alloc(16, 1),
      mediaHashSrc: Buffer.alloc(32, 2),
      mediaHashThb: null,
      mediaName: 'my_c#',
      mediaType: 'webm',
      mediaSize: 5,
      mediaDimsSrcW: null,
      mediaDimsSrcH: null,
      mediaDimsThbW: null,
      mediaDimsThbH: null,
      spoiler: true,
      extra: { tim: '7-1' },
    };
    const other = { ...file, place: 3, mediaType: 'png', mediaName: null, mediaDimsSrcW: 640, extra: null };
    for (const mappingVersion of [5, 6]) {
      for (const post of [bare, full].map((one) => ({ ...one, extraFiles: [file, other] }))) {
        const document = JSON.parse(JSON.stringify(toPostDocument(post, 7, { mappingVersion }))) as PostSource;
        expect(document).toMatchObject({
          media_type: [...own(post.mediaType), 'webm', 'png'],
          media_name: [...own(post.mediaName), 'my csharp'],
          media_dims_src_w: [...own(post.mediaDimsSrcW), 640],
          media_hash: [
            ...own(post.mediaHash && Buffer.from(post.mediaHash).toString('base64')),
            'AQEBAQEBAQEBAQEBAQEBAQ==',
            'AQEBAQEBAQEBAQEBAQEBAQ==',
          ],
        });
        expect(postOfDocument(document)).toEqual(withBuffers(post));
      }
    }
  });

  it('has the state hidden for a hidden post', () => {
    expect(toPostDocument({ ...bare, hidden: true }, 1).state).toBe('hidden');
  });

  it('is a stub without any content for a purged post', () => {
    const purged = toPostDocument({ ...full, hidden: true, timePurged: new Date(0) }, 7);
    expect(Object.keys(purged).sort()).toEqual(['board', 'h1', 'h2', 'num', 'rev', 'state', 'subnum', 'tiebreak']);
    expect(purged.state).toBe('purged');
  });

  test.each([
    ['a string', '12'],
    ['a fraction', 1.5],
    ['past an integer field', 2 ** 31],
    ['below it', -(2 ** 31)],
    ['not a number', Number.NaN],
    ['infinite', Infinity],
    ['a list', [1]],
    ['an object', { value: 1 }],
    ['null', null],
  ])('leaves a count out that is %s', (_, value) => {
    const document = asSent({ ...bare, extra: { since4pass: value } });
    expect(document).not.toHaveProperty('since4pass');
  });

  it('quotes a post once, whether the link names the board or not', () => {
    const comment = '<a href="#p69">&gt;&gt;69</a> <a href="/tea/thread/69#p69">&gt;&gt;69</a>';
    expect(toPostDocument({ ...bare, comment }, 1)['quotes']).toEqual(['tea.69']);
  });

  it('has the EXIF that another archive keeps beside the comment', () => {
    const extra = { exif: { Make: 'Box & Sons', Model: 'Box & Sons', Flash: 'no' } };
    expect(toPostDocument({ ...bare, comment: 'tea', extra }, 1)).toMatchObject({
      comment: 'tea',
      length: 3,
      exif: 'Make: Box & Sons\nModel: Box & Sons\nFlash: no',
      exif_values: ['Box & Sons'],
    });
  });

  it('contains folded texts, and the original of texts that folding changed', () => {
    const texts = { name: 'C# cafe\u0301', subject: 'C# cafe\u0301', comment: 'co\u00ADop c++17', mediaName: 'my_c#' };
    const document = toPostDocument({ ...bare, ...texts }, 1);
    expect(document).toMatchObject({
      name: texts.name,
      name_folded: 'Csharp cafe',
      subject: 'Csharp cafe',
      comment: 'coop cplusplus 17',
      media_name: 'my csharp',
      length: texts.comment.length,
      subject_length: texts.subject.length,
      rest: { subject: texts.subject, comment: texts.comment, media_name: texts.mediaName },
    });
    const { rest } = toPostDocument({ ...bare, subject: 'tea', comment: 'a # b', mediaName: 'my_cup.final' }, 1);
    expect(JSON.parse(JSON.stringify(rest))).toEqual({});
  });

  it('has the texts of version 5 and no newer fields for an older index', () => {
    const texts = { subject: 'C# cafe\u0301', comment: 'ΣΊΣΥΦΟΣ co\u00ADop c++17', mediaName: 'my_c#' };
    const document = toPostDocument({ ...full, ...texts }, 7, { mappingVersion: 5 });
    expect(document).toMatchObject({
      subject: 'Csharp cafe',
      comment: 'ΣΊΣΥΦΟΣ coop cplusplus 17',
      media_name: 'my csharp',
      length: texts.comment.length,
      rest: { subject: texts.subject, comment: texts.comment, media_name: texts.mediaName },
    });
    const fields = Object.keys(JSON.parse(JSON.stringify(document)) as object);
    expect(fields.filter((field) => !(field in propertiesOfVersion(5)))).toEqual([]);
    expect(postOfDocument(JSON.parse(JSON.stringify(document)) as PostSource)).toMatchObject(texts);
  });

  it('orders the ghosts of a post, and boards, within the exact range of a double', () => {
    expect(tiebreak(1, 1)).toBeGreaterThan(tiebreak(1, 0));
    expect(tiebreak(2, 0)).toBeGreaterThan(tiebreak(1, 2 ** 31 - 1));
    expect(Number.isSafeInteger(tiebreak(2 ** 31 - 1, 2 ** 31 - 1))).toBe(true);
  });
});

const own = (value: unknown) => (value === null ? [] : [value]);

describe('the id of a document', () => {
  it('differs for every board, num and subnum', () => {
    const keys = ['a', 'a-1', '1'].flatMap((board) =>
      [1, 11, 111].flatMap((num) => [0, 1, 11].map((subnum) => ({ board, num, subnum }))),
    );
    expect(new Set(keys.map(documentId)).size).toBe(keys.length);
    expect(documentId({ board: 'tea', num: 71, subnum: 2 })).toBe('tea.71.2');
  });
});
