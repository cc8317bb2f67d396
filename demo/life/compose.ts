import type { DraftFile, Draft } from '../write-post.ts';
import { opener, threadsInOrder, type DemoBoard, type DemoThread, type ThreadTopic } from '../board.ts';
import type { ChanPost } from '../chan.ts';
import type { Random } from '../random.ts';
import type { DemoSite } from '../site.ts';
import { expand } from '../themes/grammar.ts';
import type { Theme, Topic } from '../themes/theme.ts';
import { exifHtml, fortuneHtml, oekakiHtml } from './appendix.ts';
import { authorOf } from './authors.ts';
import { quotableLine, replyOrder, wordsOf } from './phrases.ts';

/** The circumstances of a new post. `at`: epoch seconds. `no`: the number that the post will get. */
export interface Occasion {
  readonly site: DemoSite;
  readonly board: DemoBoard;
  readonly theme: Theme;
  readonly random: Random;
  readonly at: number;
  readonly no: number;
}

export function composeOpener(occasion: Occasion): { draft: Draft; topic: ThreadTopic } {
  const { theme, board, random, at, no } = occasion;
  const index = random.integer(0, theme.topics.length - 1);
  const topic = theme.topics[index] as Topic;
  const it = random.pick(topic.about);
  const words = wordsOf(theme, it, at, topic.series === true ? previousOf(board, index) : null);
  const file = random.chance(theme.habits.file * 3) ? chooseFile(occasion, true) : undefined;
  const { poster, ...author } = authorOf(theme, board.info, no, 0);
  return {
    topic: { index, it },
    draft: {
      poster,
      ...author,
      sub: random.chance(0.85) ? expand(random.pick(topic.subjects), words, random) : undefined,
      com: expand(random.pick(topic.openers), words, random).trimEnd(),
      appendix: appendixOf(occasion, file),
      file,
    },
  };
}

export function composeReply(occasion: Occasion, thread: DemoThread): Draft {
  const { theme, board, random } = occasion;
  const text = bodyOf(occasion, thread);
  const index = text.startsWith('OP here') ? 0 : chooseAuthor(thread, random);
  const { poster, ...author } = authorOf(theme, board.info, thread.no, index);
  const full = opener(thread).imagelimit === 1;
  const file = !full && random.chance(theme.habits.file) ? chooseFile(occasion, false) : undefined;
  const fortune = random.chance(theme.habits.fortune);
  const body = [fortune ? '#fortune' : null, text].filter((part) => part !== null).join('\n');
  const silent = file !== undefined && random.chance(0.06);
  return {
    poster,
    ...author,
    com: silent ? undefined : quotesOf(occasion, thread) + body,
    appendix: (fortune ? fortuneHtml(random) : '') + (appendixOf(occasion, file) ?? ''),
    file,
    sage: random.chance(0.05),
  };
}

/** Index of the poster. The opening poster (0) returns often; a thread has about half as many posters as posts. */
function chooseAuthor(thread: DemoThread, random: Random): number {
  if (random.chance(0.18)) return 0;
  return random.chance(0.5) ? thread.posters.size : random.integer(0, thread.posters.size);
}

function bodyOf(occasion: Occasion, thread: DemoThread): string {
  const { theme, random, at } = occasion;
  const { habits } = theme;
  const topic = thread.topic === null ? null : (theme.topics[thread.topic.index] ?? null);
  const it = thread.topic?.it ?? random.pick(theme.topics[0]?.about ?? ['it']);
  const words = wordsOf(theme, it, at);
  const say = (template: string) => expand(template, words, random);
  const order = replyOrder(theme, topic, thread.no);
  const next = say(order[(thread.posts.length - 1) % order.length] ?? 'Bump.');
  if (random.chance(habits.long)) return say(random.pick(theme.long));
  if (random.chance(habits.story)) return say(random.pick(theme.stories));
  if (random.chance(habits.code)) return `${next}\n[code]${random.pick(theme.code)}[/code]`;
  if (random.chance(habits.math)) return `${next}\n${random.pick(theme.math)}`;
  if (random.chance(habits.sjis)) return `[sjis]${random.pick(theme.sjis)}[/sjis]\n${next}`;
  if (random.chance(habits.spoiler)) return `${next}\n[spoiler]${say(random.pick(theme.secrets))}[/spoiler]`;
  const pointer = random.chance(0.035) ? pointerTo(occasion, thread) : null;
  if (pointer !== null) return `${next}\n${pointer}`;
  return random.chance(0.12) && !theme.guest ? `${next}\n\n${say(random.pick(theme.replies))}` : next;
}

/** `>>123` lines, sometimes with a line of that post as greentext; rarely a deleted post. */
function quotesOf(occasion: Occasion, thread: DemoThread): string {
  const { random, theme, board } = occasion;
  if (random.chance(0.3)) return '';
  if (random.chance(0.012)) return `>>${missingNumber(board, thread)}\n`;
  const posts = thread.posts;
  const first = random.chance(0.25) ? opener(thread) : random.pick(random.chance(0.6) ? posts.slice(-5) : posts);
  const second = random.chance(0.06) ? random.pick(posts) : first;
  const line = random.chance(theme.habits.greentext) ? quotableLine(first.com) : null;
  const quotes = [`>>${first.no}`, second === first ? null : `>>${second.no}`, line === null ? null : `>${line}`];
  return quotes
    .filter((part) => part !== null)
    .map((part) => `${part}\n`)
    .join('');
}

/** The number of a post that was deleted from the thread or, if there is none, of a post that never existed. */
function missingNumber(board: DemoBoard, thread: DemoThread): number {
  let no = board.lastNo;
  while (no > thread.no && board.home.has(no)) no--;
  return no > thread.no ? no : thread.no - 1;
}

function pointerTo(occasion: Occasion, thread: DemoThread): string | null {
  const { site, board, random, at } = occasion;
  const others = threadsInOrder(board).filter((other) => other !== thread && other.no < occasion.no);
  if (random.chance(0.5) && others.length > 0) return `There was more on that in >>${random.pick(others).no}`;
  const foreign = random.pick([...site.boards.values()].filter((other) => other !== board).concat(board));
  if (foreign === board) return null;
  const name = foreign.info.board;
  const posts = threadsInOrder(foreign)
    .map(opener)
    .filter((post) => post.time <= at);
  if (posts.length > 0 && random.chance(0.5)) return `>>>/${name}/${random.pick(posts).no} has the long version.`;
  return random.chance(0.5) ? `Ask in >>>/${name}/, they know.` : `See >>>/${name}/general for that.`;
}

function previousOf(board: DemoBoard, topic: number): number | null {
  const earlier = [...board.threads.values()]
    .filter((thread) => thread.topic?.index === topic)
    .map((thread) => thread.no);
  return earlier.length === 0 ? null : Math.max(...earlier);
}

function chooseFile({ site, board, theme, random, at }: Occasion, opening: boolean): DraftFile | undefined {
  const files = site.pictures.ofBoard(board.captured ? theme.board.board : board.info.board);
  if (files.length === 0) return undefined;
  const tagged = opening && theme.tags.length > 0;
  const moving = random.chance(tagged ? 0.7 : 0.12);
  const document = !moving && random.chance(0.04);
  const picture = random.pick(files.filter(({ ext }) => isMoving(ext) === moving && (ext === '.pdf') === document));
  return {
    picture,
    filename: expand(random.pick(theme.filenames), wordsOf(theme, '', at), random),
    spoiler: random.chance(theme.habits.spoilerFile),
    mobile: picture.fsize > 40_000 && !moving,
    tag: tagged && moving ? random.pick(theme.tags) : undefined,
  };
}

function isMoving(ext: string): boolean {
  return ext === '.webm' || ext === '.gif';
}

function appendixOf({ theme, random, at, no }: Occasion, file: DraftFile | undefined): string | undefined {
  if (file === undefined) return undefined;
  const { ext, w, h, isRecorded = false } = file.picture;
  if (ext === '.jpg' && random.chance(theme.habits.exif)) return exifHtml(random, no, at, w, h);
  if (isRecorded) return oekakiHtml(random, no);
  if (ext === '.png' && random.chance(theme.habits.oekaki)) return oekakiHtml(random, null);
  return undefined;
}

/** The replies that simulated staff may act on: on captured boards only those that the demo wrote. */
export function ownReplies(board: DemoBoard, theme: Theme, thread: DemoThread): readonly ChanPost[] {
  const replies = thread.posts.slice(1).filter((post) => post.capcode === undefined);
  return board.captured ? replies.filter((post) => post.name === theme.names[0]) : replies;
}
