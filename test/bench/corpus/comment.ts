import { japanese, vocabulary } from './vocabulary.ts';
import { logNormal, pick, type Random } from './random.ts';

/** Words per comment: median 16, 10th percentile 5, 90th percentile 53, mean 25. */
const WORDS_MEDIAN = 16;
const WORDS_SPREAD = 0.93;
const MAX_WORDS = 400;
const QUOTING_SHARE = 0.6;
const GREENTEXT_SHARE = 0.15;
const JAPANESE_SHARE = 0.015;
const LINK_SHARE = 0.03;
const HOSTS = 40;

/**
 * The HTML of a comment as the source writes it. `earlier`: nums of the thread's posts so far; empty for the opener.
 */
export function makeComment(random: Random, board: string, earlier: readonly number[]): string {
  const lines: string[] = [];
  if (earlier.length > 0 && random() < QUOTING_SHARE) {
    lines.push(quote(earlier[pick(random, earlier.length)] ?? 0));
    if (random() < 0.1) lines.push(quote(earlier[pick(random, earlier.length)] ?? 0));
  }
  if (random() < 0.01) {
    const num = 1 + pick(random, 1_000_000);
    lines.push(
      random() < 0.5
        ? `<a href="/${board}/thread/${num}#p${num}" class="quotelink">&gt;&gt;${num}</a>`
        : `<span class="deadlink">&gt;&gt;${num}</span>`,
    );
  }
  const { draw } = vocabulary();
  let left = commentWords(random);
  while (left > 0) {
    const length = Math.min(left, 6 + pick(random, 14));
    left -= length;
    // Runs millions of times, so it builds the text without a list.
    let text = random() < 0.3 ? capitalised(draw(random)) : draw(random);
    for (let index = 1; index < length; index++) text += ` ${draw(random)}`;
    if (random() < 0.5) text += '.';
    lines.push(random() < GREENTEXT_SHARE ? `<span class="quote">&gt;${text}</span>` : text);
  }
  if (random() < JAPANESE_SHARE) lines.push(japanese(random));
  if (random() < LINK_SHARE) lines.push(`https://host${pick(random, HOSTS)}.example.org/${pick(random, 100_000)}`);
  return lines.join('<br>');
}

export function commentWords(random: Random): number {
  return Math.min(MAX_WORDS, Math.max(1, Math.round(logNormal(random, WORDS_MEDIAN, WORDS_SPREAD))));
}

export function makeSubject(random: Random): string {
  const { draw } = vocabulary();
  return capitalised(Array.from({ length: 1 + pick(random, 6) }, () => draw(random)).join(' '));
}

function quote(num: number): string {
  return `<a href="#p${num}" class="quotelink">&gt;&gt;${num}</a>`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
