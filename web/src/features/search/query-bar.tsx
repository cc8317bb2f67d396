import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { SearchSort } from '../../../../server/contract/search.ts';
import { namesOrder } from './search-params.ts';

interface QueryBarProps {
  /** The query of the page that the bar stands on. */
  readonly q: string;
  readonly sort?: SearchSort | undefined;
  readonly large?: boolean;
}

/** The one place where a query is written. The page's address holds it; the bar follows the address. */
export function QueryBar({ q, sort, large = false }: QueryBarProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [text, setText] = useState(q);
  const [followed, setFollowed] = useState(q);
  if (followed !== q) {
    setFollowed(q);
    setText(q);
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const query = text.trim();
    // Asking again means to look again.
    queryClient.removeQueries({ queryKey: ['search', query], type: 'inactive' });
    if (query === q) void queryClient.invalidateQueries({ queryKey: ['search', query] });
    void navigate({
      to: '/search',
      search: { q: query, sort: namesOrder(query) ? undefined : sort, cursor: undefined },
    });
  };
  return (
    <search>
      <form className={large ? 'query-bar query-bar-large' : 'query-bar'} action="/search" onSubmit={submit}>
        <input
          id="query"
          name="q"
          type="search"
          data-start={large ? true : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-label="Search posts"
          placeholder="Search posts"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-keyshortcuts="/"
        />
        <button type="submit" aria-label="Search">
          <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="6.75" cy="6.75" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
            <path d="M10.2 10.2l4 4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
          </svg>
        </button>
      </form>
    </search>
  );
}
