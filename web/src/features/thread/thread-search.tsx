import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { postAnchor, stringifySearch, threadAddress } from '../../lib/addresses.ts';
import { useAnnouncement } from '../../lib/announce.ts';
import { isApiError } from '../../lib/api-error.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { errorText } from '../../lib/messages.ts';
import { findInPosts } from './find-in-posts.ts';
import { type Matches, matchesQuery, NO_MATCHES } from './matches.ts';
import { t } from './texts.ts';
import type { ThreadPart } from './thread-part.ts';
import { currentPosition } from './visible-posts.ts';

export interface ThreadFind {
  /** The text of the field. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly matches: Matches;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/**
 * The search in the thread. The page has all posts, so it finds a typed text itself, at any place in a word. A query that was carried
 * from a search is answered by the server until the reader types something else.
 */
export function useThreadFind({ board, num, posts }: Thread, q = ''): ThreadFind {
  const [typed, setTyped] = useState<{ readonly over: string; readonly text: string } | null>(null);
  // Another query in the address replaces what was typed.
  const text = typed?.over === q ? typed.text : q;
  const isCarried = text === q && q !== '';
  const { data, error } = useQuery({ ...matchesQuery(board, num, q), enabled: isCarried });
  const wanted = useDeferredValue(isCarried ? '' : text);
  const found = useMemo(() => (wanted === '' ? NO_MATCHES : findInPosts(posts, wanted)), [posts, wanted]);
  return {
    text,
    onText: (next) => setTyped({ over: q, text: next }),
    matches: isCarried ? (data ?? NO_MATCHES) : found,
    isLoading: isCarried && data === undefined,
    error: isCarried ? error : null,
  };
}

interface ThreadSearchProps {
  readonly thread: Thread;
  /** All posts as they are shown. */
  readonly order: readonly Post[];
  readonly part: ThreadPart;
  /** The post in the page's address. */
  readonly target: string;
  readonly find: ThreadFind;
}

/** The field of the search in the thread. Enter and Shift+Enter go through the matches, Escape ends the search. */
export function ThreadSearch({ thread, order: posts, part, target, find }: ThreadSearchProps) {
  const { board, num } = thread;
  const { text, onText, matches: marked, isLoading, error } = find;
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const address = (q: string | undefined) => `${threadAddress(board, num)}${stringifySearch({ ...part, q })}`;
  const isAny = text.trim() !== '';
  const matches = useMemo(() => posts.filter((post) => marked.has(postKey(post))), [posts, marked]);
  const at = matches.findIndex((post) => anchorOf(post) === target) + 1;
  const status = statusOf({ at, count: matches.length, isLoading, error });
  useAnnouncement(isAny && !isLoading ? status : '');
  /** Steps between matches do not add history entries: Back leaves the thread. */
  const step = (way: 'next' | 'previous') => {
    const here = target === '' || at === 0 ? (currentPosition()?.post ?? target) : target;
    const post = placeIn(matches, posts, here, at === 0)[way];
    if (post !== undefined) void navigate({ href: `${address(part.q)}#${anchorOf(post)}`, replace: true });
  };
  const end = () => {
    onText('');
    setOpen(false);
    if (part.q !== undefined)
      void navigate({ href: `${address(undefined)}${target === '' ? '' : `#${target}`}`, replace: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') step(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Escape' && (isAny || isOpen)) end();
    else return;
    event.preventDefault();
  };
  return (
    <search aria-label={t('thread.search')} className={isOpen || isAny ? 'thread-search is-open' : 'thread-search'}>
      <button
        type="button"
        className="quiet-button narrow-only"
        aria-label={t('thread.search')}
        onClick={() => {
          setOpen(true);
          // The field is visible from the next frame on; the keyboard opens only during the touch.
          field.current?.focus();
        }}
      >
        <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M10.5 10.5L14 14" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
      <input
        ref={field}
        type="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        aria-label={t('thread.search')}
        placeholder={t('thread.search')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {isAny && (
        <span className="thread-search-walk">
          <span className="thread-search-status">{status}</span>
          {(['previous', 'next'] as const).map((way) => (
            <button
              key={way}
              type="button"
              className="quiet-button"
              data-match={way}
              aria-label={t(`thread.${way}-match`)}
              title={t(`thread.${way}-match`)}
              disabled={matches.length === 0}
              onClick={() => step(way)}
            >
              {way === 'next' ? '↓' : '↑'}
            </button>
          ))}
          <button
            type="button"
            className="quiet-button"
            aria-label={t('thread.end-search')}
            title={t('thread.end-search')}
            onClick={end}
          >
            ×
          </button>
        </span>
      )}
    </search>
  );
}

interface Status {
  readonly at: number;
  readonly count: number;
  readonly isLoading: boolean;
  readonly error: unknown;
}

function statusOf({ at, count, isLoading, error }: Status): string {
  if (error !== null) return isApiError(error) ? errorText(error) : t('error.problem');
  if (isLoading) return t('thread.counting');
  return count === 0 ? t('thread.no-matches') : t('thread.matches', { at: at === 0 ? '–' : at, count });
}

/**
 * The matches before and after a post; after the last comes the first. `isFrom`: a match at the post itself is the next one.
 */
export function placeIn(
  matches: readonly Post[],
  posts: readonly Post[],
  from: string,
  isFrom: boolean,
): { readonly previous: Post | undefined; readonly next: Post | undefined } {
  const order = new Map(posts.map((post, place) => [post, place]));
  const here = posts.findIndex((post) => anchorOf(post) === from);
  const orderOf = (post: Post) => order.get(post) ?? 0;
  return {
    previous: matches.findLast((post) => orderOf(post) < here) ?? matches.at(-1),
    next: matches.find((post) => orderOf(post) > here - (isFrom ? 1 : 0)) ?? matches[0],
  };
}

function anchorOf({ num, subnum }: Post): string {
  return postAnchor(num, subnum);
}
