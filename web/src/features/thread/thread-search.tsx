import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, type SyntheticEvent, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import type { Thread } from '../../../../mappings/contract/thread.ts';
import { postAnchor, stringifySearch, threadAddress } from '../../lib/addresses.ts';
import { useAnnouncement } from '../../lib/announce.ts';
import { isApiError } from '../../lib/api-error.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { errorText } from '../../lib/messages.ts';
import { t } from './texts.ts';
import { type Matches, matchesQuery, NO_MATCHES } from './matches.ts';
import type { ThreadPart } from './thread-part.ts';

/** The matches of the thread's search, empty without one. */
export function useMatches({ board, num }: Pick<Thread, 'board' | 'num'>, q: string | undefined): Matches {
  const { data } = useQuery({ ...matchesQuery(board, num, q ?? ''), enabled: q !== undefined });
  return (q === undefined ? undefined : data) ?? NO_MATCHES;
}

interface ThreadSearchProps {
  readonly thread: Thread;
  readonly part: ThreadPart;
  /** The post in the page's address. */
  readonly target: string;
}

/** Searches the thread: its matches are marked, and keys move between them. */
export function ThreadSearch({ thread, part, target }: ThreadSearchProps) {
  const { board, num, posts } = thread;
  const { q = '' } = part;
  const [text, setText] = useState(q);
  const [followed, setFollowed] = useState(q);
  if (followed !== q) {
    setFollowed(q);
    setText(q);
  }
  const { data, error } = useQuery({ ...matchesQuery(board, num, q), enabled: q !== '' });
  const navigate = useNavigate();
  const address = (written: string) => `${threadAddress(board, num)}${stringifySearch({ ...part, q: written.trim() })}`;
  const matches = data === undefined ? [] : posts.filter((post) => data.has(postKey(post)));
  const { at, previous, next } = placeIn(matches, posts, target);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() !== q) void navigate({ href: address(text) });
    else event.currentTarget.querySelector<HTMLElement>('[data-match=next]')?.click();
  };
  /** Steps between matches do not add history entries: Back leaves the thread. */
  const walkTo = (post: Post) => (event: MouseEvent) => {
    const hash = `#${anchorOf(post)}`;
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || window.location.hash === hash) return;
    event.preventDefault();
    void navigate({ href: `${address(q)}${hash}`, replace: true });
  };
  const status = statusOf({ q, at, count: matches.length, isLoading: data === undefined, error });
  useAnnouncement(q !== '' && data !== undefined ? status : '');
  return (
    <search className="thread-search">
      <form onSubmit={submit}>
        <input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label={t('thread.search')}
          placeholder={t('thread.search')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        {q !== '' && (
          <>
            <span className="thread-search-status">{status}</span>
            {previous !== undefined && (
              <a
                className="quiet-button"
                href={`#${anchorOf(previous)}`}
                onClick={walkTo(previous)}
                data-match="previous"
                aria-label={t('thread.previous-match')}
                title={t('thread.previous-match')}
              >
                ↑
              </a>
            )}
            {next !== undefined && (
              <a
                className="quiet-button"
                href={`#${anchorOf(next)}`}
                onClick={walkTo(next)}
                data-match="next"
                aria-label={t('thread.next-match')}
                title={t('thread.next-match')}
              >
                ↓
              </a>
            )}
            <a
              className="quiet-button"
              href={address('')}
              aria-label={t('thread.end-search')}
              title={t('thread.end-search')}
            >
              ×
            </a>
          </>
        )}
      </form>
    </search>
  );
}

interface Status {
  readonly q: string;
  readonly at: number;
  readonly count: number;
  readonly isLoading: boolean;
  readonly error: unknown;
}

function statusOf({ q, at, count, isLoading, error }: Status): string {
  if (q === '') return '';
  if (isLoading && error !== null) return isApiError(error) ? errorText(error) : t('search.unavailable');
  if (isLoading) return t('thread.counting');
  return count === 0 ? t('thread.no-matches') : t('thread.matches', { at: at === 0 ? '–' : at, count });
}

/**
 * The matches before and after the target; after the last comes the first. `at`: the number of the target among the matches, from 1; 0
 * if it is not a match.
 */
export function placeIn(
  matches: readonly Post[],
  posts: readonly Post[],
  target: string,
): { readonly at: number; readonly previous: Post | undefined; readonly next: Post | undefined } {
  const order = new Map(posts.map((post, place) => [post, place]));
  const here = posts.findIndex((post) => anchorOf(post) === target);
  const orderOf = (post: Post) => order.get(post) ?? 0;
  const at = matches.findIndex((post) => orderOf(post) === here) + 1;
  return {
    at,
    previous: matches.findLast((post) => orderOf(post) < here) ?? matches.at(-1),
    next: matches.find((post) => orderOf(post) > here) ?? matches[0],
  };
}

function anchorOf({ num, subnum }: Post): string {
  return postAnchor(num, subnum);
}
