import { aPost } from '../../support/builders.ts';
import type { Post } from '../../../mappings/post.ts';

const TIME = new Date('2019-03-05T12:00:01.000Z');

/** A post with null in every field that allows it. */
export const emptyPost = aPost({ board: 'g', num: 1, opener: false, timePosted: TIME, timeModified: TIME });

/** A post with a value in every field that the API shows. */
export const fullPost: Post = {
  ...emptyPost,
  board: 'g',
  num: 73_339_442,
  subnum: 2,
  thread: 73_339_400,
  opener: true,
  timePosted: TIME,
  timeModified: new Date('2019-03-05T12:00:02.500Z'),
  timeDeletedPost: TIME,
  timeDeletedFile: null,
  timeArchived: TIME,
  timeBumped: TIME,
  name: 'Name "quoted" \u2028',
  tripcode: '!trip',
  capcode: 'M',
  posterid: 'AbCdEfGh',
  country: 'DE',
  email: 'sage',
  subject: 'a subject "in" full',
  comment:
    '<a href="#p73339400" class="quotelink">&gt;&gt;73339400</a><br><span class="quote">&gt;green &amp; 😀</span><br>' +
    '<s>spoiler <a href="https://example.org/a?b=c">link</a></s><pre class="prettyprint">a &lt; b</pre>',
  mediaTime: 1_551_787_201_123,
  mediaHash: new Uint8Array(16).fill(255),
  mediaHashSrc: new Uint8Array(32),
  mediaHashThb: new Uint8Array(32),
  mediaName: 'a file',
  mediaType: 'png',
  mediaSize: 2_147_483_647,
  mediaDimsSrcW: 1920,
  mediaDimsSrcH: 1080,
  mediaDimsThbW: 250,
  mediaDimsThbH: 140,
  spoiler: true,
  sticky: true,
  closed: true,
  posters: 12,
  replies: 65_535,
  images: 5,
  extra: { images: 7, since4pass: 2015, unknown: { deep: [1] } },
  hidden: false,
  timePurged: null,
  rev: 1_234_567,
};
