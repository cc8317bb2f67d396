import { isBoardName } from '../board.ts';
import { cleanText } from './clean-text.ts';
import { tokensOfRun } from './text-run.ts';
import type { CommentToken } from './tokens.ts';

// Over the years 4chan has written links without a host, with `//host`, and with several hosts and schemes.
const SITE = String.raw`^(?:(?:https?:)?//(?:[a-z0-9-]+\.)*4chan(?:nel)?\.org)?`;
const BOARD = String.raw`/([a-z0-9][a-z0-9_-]{0,31})/`;
/** `/g/thread/1#p2`, `/g/thread/1/some-words#p2`, `/g/res/1#2`, `/g/res/1.html#q2`, `/g/thread/1`. */
const POST = new RegExp(String.raw`${SITE}${BOARD}(?:thread|res)/(\d+)(?:\.html)?(?:/[^#]*)?(?:#[pq]?(\d+))?$`, 'i');
/** `#p2`, `1#p2`, `res/1#2`, `1.html#2`. */
const POST_OF_SAME_BOARD = /^(?:(?:(?:thread|res)\/)?(\d+)(?:\.html)?)?#[pq]?(\d+)$/;
/** `/g/`, `/g/catalog`, `/g/catalog#s=words`, `/g/index.html`. */
const BOARD_PAGE = new RegExp(String.raw`${SITE}${BOARD}(?:catalog|index\.html)?(?:#s=(.*))?$`, 'i');

/**
 * Returns the tokens of an anchor. `run` is its text, with `\n` for each `<br>`. A text that starts with `>>` becomes a link
 * to a post or a board, any other a web link; a link with any other address becomes text.
 */
export function tokensOfAnchor(address: string, run: string): CommentToken[] {
  const text = run.replaceAll('\n', ' ');
  const href = address.trim();
  const token = text.trimStart().startsWith('>>') ? (postLink(href, text) ?? boardLink(href, text)) : null;
  const found = token ?? webLink(href, text);
  return found ? [found] : tokensOfRun(run);
}

function postLink(href: string, text: string): CommentToken | null {
  const here = POST_OF_SAME_BOARD.exec(href);
  const elsewhere = here ? null : POST.exec(href);
  const thread = postNumber(here ? here[1] : elsewhere?.[2]);
  const num = postNumber(here ? here[2] : elsewhere?.[3]) ?? (elsewhere ? thread : null);
  const board = elsewhere?.[1]?.toLowerCase() ?? null;
  if (num === null || (board !== null && !isBoardName(board))) return null;
  return { kind: 'quotelink', text, board, thread, num };
}

function boardLink(href: string, text: string): CommentToken | null {
  const match = BOARD_PAGE.exec(href);
  const board = match?.[1]?.toLowerCase();
  if (!match || !board || !isBoardName(board)) return null;
  return { kind: 'boardlink', text, board, search: match[2] ? searchWords(match[2]) : null };
}

function searchWords(encoded: string): string {
  try {
    return cleanText(decodeURIComponent(encoded));
  } catch {
    return encoded;
  }
}

/** Accepts only schemes that are safe to follow: no `javascript:`, `data:`, `file:` or `intent:`. */
function webLink(address: string, text: string): CommentToken | null {
  const href = address.startsWith('//') ? `https:${address}` : address;
  return /^(?:https?:\/\/|mailto:)/i.test(href) && URL.canParse(href) ? { kind: 'link', href, text } : null;
}

/** Returns the token of a link whose target was already gone: `>>123`, `>>>/g/123` or `>>>/g/`. */
export function deadlink(run: string): CommentToken {
  const text = run.replaceAll('\n', ' ');
  const match = /^\s*>>(?:>?\/([a-z0-9_-]{1,32})\/)?(\d+)?/i.exec(text);
  const board = match?.[1]?.toLowerCase() ?? '';
  return { kind: 'deadlink', text, board: isBoardName(board) ? board : null, num: postNumber(match?.[2]) };
}

/** Returns null for 0, which is not a post, and for numbers of 2^53 and above. */
function postNumber(digits: string | undefined): number | null {
  const num = Number(digits ?? 0);
  return Number.isSafeInteger(num) && num > 0 ? num : null;
}
