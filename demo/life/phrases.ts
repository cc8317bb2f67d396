import { createRandom, type Random } from '../random.ts';
import { COMMON_REPLIES, COMMON_WORDS } from '../themes/common.ts';
import type { Words } from '../themes/grammar.ts';
import type { Theme, Topic } from '../themes/theme.ts';

/** The word lists for the templates of one thread at one time. `previous` is the thread number to link to, or null. */
export function wordsOf(theme: Theme, it: string, at: number, previous: number | null = null): Words {
  const year = new Date(at * 1000).getUTCFullYear();
  const without = Object.entries(theme.words).map(([name, list]) => [name, list.filter((word) => word !== it)]);
  return {
    ...COMMON_WORDS,
    ...(Object.fromEntries(without) as Words),
    it: [it],
    now_year: [String(year)],
    year: [1, 1, 2, 3].map((ago) => String(year - ago)),
    old_year: [4, 7, 11, 16, 22, 27, 35].map((ago) => String(year - ago)),
    previous: [previous === null ? 'No previous thread, this is the first.' : `Previous thread: >>${previous}`],
  };
}

/**
 * The reply templates of a thread in order: topical ones more often at first, each once. On captured boards only the demo's
 * own templates are used.
 */
export function replyOrder(theme: Theme, topic: Topic | null, thread: number): readonly string[] {
  const random = createRandom(`replies/${theme.board.board}/${thread}`);
  const common = theme.guest ? [] : COMMON_REPLIES;
  const bags = [topic?.replies ?? [], theme.replies, common].map((list) => shuffled(list, random));
  const order: string[] = [];
  while (bags.some((bag) => bag.length > 0)) {
    const draw = random.next();
    const template = bags[draw < 0.58 ? 0 : draw < 0.8 ? 1 : 2]?.pop();
    if (template !== undefined) order.push(template);
  }
  return order;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const keyed = list.map((value) => [random.next(), value] as const).sort((a, b) => a[0] - b[0]);
  return keyed.map(([, value]) => value);
}

/** The first line of a comment as typed, for a quote; null when it is unsuitable. */
export function quotableLine(com: string | undefined): string | null {
  const lines = (com ?? '').split('<br>').filter((line) => !/^<|^&gt;|^\s*$/.test(line));
  const text = (lines[0] ?? '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&amp;', '&');
  const sentence = /^.{12,90}?[.?!。？！](?=\s|$)|^.{12,90}$/u.exec(text)?.[0];
  return sentence ?? null;
}
