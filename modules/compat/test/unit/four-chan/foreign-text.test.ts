/** Clients of the 4chan API print its texts as HTML. Other sources send text, in which markup is only text. */
import { expect, test } from 'vitest';
import { SOURCE_KINDS } from '../../../../../mappings/sources.ts';
import { postJson } from '../../../server/four-chan/thread.ts';
import { fullPost } from '../../../../../test/unit/server/posts.ts';

const HOSTILE = `<img src=x onerror="xss()">'&lt;&amp`;
const TEXTS = ['name', 'tripcode', 'posterid', 'country', 'email', 'subject', 'mediaName', 'mediaType'] as const;
const EXTRA = {
  country_name: HOSTILE,
  flag_name: HOSTILE,
  board_flag: HOSTILE,
  troll_country: HOSTILE,
  semantic_url: HOSTILE,
  tag: HOSTILE,
  m_img: [HOSTILE],
  capcode_replies: { [HOSTILE]: [1, HOSTILE] },
};

const hostile = {
  ...fullPost,
  comment: null,
  capcode: HOSTILE,
  ...Object.fromEntries(TEXTS.map((name) => [name, HOSTILE])),
};

test.each(SOURCE_KINDS)('no text of a post of %s is markup', (source) => {
  // A board of 4chan may hold posts that were copied from a FoolFuuka archive.
  const json = postJson({ source, atSource: null }, { ...hostile, extra: null });
  for (const name of ['name', 'trip', 'id', 'capcode', 'country', 'email', 'sub', 'filename', 'ext']) {
    expect(json[name], name).toMatch(/^\.?&lt;img src=x/i);
    expect(json[name], name).toMatch(/&quot;xss\(\)&quot;&gt;&#039;/i);
  }
  expect(JSON.stringify(json)).not.toMatch(/[<>']/);
});

test.each(SOURCE_KINDS.filter((source) => source !== '4chan' && source !== 'vichan'))(
  'no further field of a post of %s is markup, and its text is what was sent',
  (source) => {
    const json = postJson({ source, atSource: null }, { ...hostile, extra: EXTRA });
    expect(JSON.stringify(json)).not.toMatch(/[<>']/);
    expect(json['country_name']).toBe('&lt;img src=x onerror=&quot;xss()&quot;&gt;&#039;&amp;lt;&amp;amp');
    expect(Object.keys(EXTRA).filter((name) => json[name] === undefined)).toEqual([]);
  },
);

test.each(['!Ep8pui8Vw2', '!!x/.9+ab', 'A&amp;B', '&#039;'])('the tripcode %s stays as 4chan sent it', (tripcode) => {
  expect(postJson({ source: '4chan', atSource: null }, { ...fullPost, tripcode })['trip']).toBe(tripcode);
});
