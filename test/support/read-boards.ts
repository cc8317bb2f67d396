/** Boards for tests of reading: /read/ has forty threads, of which the oldest was active last and is long. /acts/ has posts with files and names. */
import type { givenArchive } from '../integration/server/given-archive.ts';

type Archive = ReturnType<typeof givenArchive>;

export const THREADS = 40;
export const LONG = 1000;
const DELETED = new Date('2020-02-01T00:00:00Z');

export async function givenReadBoard(archive: Archive): Promise<void> {
  await archive.board('read');
  const openers = Array.from({ length: THREADS }, (_, place) => {
    const num = LONG + place * 100;
    return {
      num,
      opener: true,
      subject: `Thread ${num}`,
      comment: `Words of ${num}`,
      timePosted: new Date(Date.UTC(2020, 0, 1, place)),
      timeBumped: num === LONG ? new Date('2020-03-01T00:00:00Z') : null,
    };
  });
  const replies = Array.from({ length: 80 }, (_, place) => ({
    num: LONG + 1 + place,
    thread: LONG,
    timePosted: new Date('2020-01-01T00:00:00Z'),
    comment: `<a href="#p${LONG + 1}" class="quotelink">&gt;&gt;${LONG + 1}</a><br>reply ${place + 1}`,
    timeDeletedPost: place % 40 === 5 ? DELETED : null,
  }));
  await archive.storeAndIndex('read', [...openers, ...replies]);
}

export async function givenActsBoard(archive: Archive): Promise<void> {
  await archive.board('acts');
  const file = { mediaHash: Buffer.alloc(16, 7), mediaName: 'loaf', mediaType: 'png', mediaTime: 1_500_000_000_000 };
  await archive.storeAndIndex('acts', [
    { num: 10, opener: true, subject: 'Rye', comment: 'bread', name: 'Baker', tripcode: '!Abc/1.x', country: 'SE' },
    { num: 11, thread: 10, comment: '<a href="#p10" class="quotelink">&gt;&gt;10</a><br>a loaf', ...file },
    { num: 12, thread: 12, opener: true, subject: 'Wheat', comment: 'flour', tripcode: '!Abc/1.x' },
    { num: 13, thread: 12, comment: 'the same loaf', ...file },
    {
      num: 14,
      thread: 12,
      comment: '<a href="/read/thread/1000#p1001" class="quotelink">&gt;&gt;&gt;/read/1001</a> reads',
    },
  ]);
}
