/** A thread of maximum length: posts of various lengths that quote each other, every sixth with a picture. */
import type pg from 'pg';
import type { Post } from '../../mappings/post.ts';
import { aPost, insertBoard, writePosts } from './builders.ts';

export const LONG_THREAD = 1_000_000;

const WORDS = 'archive kettle lathe moth harbour quartz ember violin saddle tundra copper willow'.split(' ');

/** The num of the post at a place, counted from 0. */
export const longNum = (place: number): number => LONG_THREAD + place * 3;

/** A word that only this post contains. */
export const mark = (place: number): string => `waymark${place}`;

/** Writes the thread to a board of its own. */
export async function writeLongThread(pool: pg.Pool, board: string, count: number): Promise<void> {
  const posts = Array.from({ length: count }, (_, place) => postAt(place, board, count));
  await writePosts(pool, await insertBoard(pool, board), posts);
}

function postAt(place: number, board: string, count: number): Post {
  const lines = Array.from({ length: 1 + (place % 7) }, (_, line) => sentence(place, line));
  // Quotes a near post, and every ninth time also a distant one.
  const quoted = [place - 1 - (place % 5), ...(place % 9 === 0 ? [(place * 7919) % count] : [])].filter(
    (other) => other >= 0 && other !== place,
  );
  const quotes = quoted.map((other) => `<a href="#p${longNum(other)}" class="quotelink">&gt;&gt;${longNum(other)}</a>`);
  const hasFile = place % 6 === 0;
  return aPost({
    num: longNum(place),
    thread: LONG_THREAD,
    board,
    subject: place === 0 ? 'A long thread' : null,
    name: 'Anonymous',
    comment: [...quotes, mark(place), ...lines].join('<br>'),
    timePosted: new Date(Date.UTC(2020, 0, 1) + place * 7_000),
    // The thread is closed, so the page does not poll it for new posts.
    timeArchived: place === 0 ? new Date(Date.UTC(2020, 1, 1)) : null,
    closed: place === 0,
    ...(hasFile && {
      mediaTime: 1_577_836_800_000 + place,
      mediaHash: Buffer.alloc(16, `${place}`),
      mediaName: `picture ${place}.png`,
      mediaType: 'png',
      mediaSize: 10_000 + place,
      mediaDimsSrcW: 400 + (place % 800),
      mediaDimsSrcH: 300,
      mediaDimsThbW: 125,
      mediaDimsThbH: 60 + (place % 65),
    }),
  });
}

function sentence(place: number, line: number): string {
  const length = 3 + ((place * 5 + line * 11) % 18);
  const words = Array.from({ length }, (_, at) => WORDS[(place * 31 + line * 7 + at * 13) % WORDS.length]);
  return line % 4 === 1 ? `<span class="quote">&gt;${words.join(' ')}</span>` : words.join(' ');
}
