import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isSearchAsYouTypeOn } from '../../../lib/display-preferences.ts';
import { later } from '../../../lib/rendering.ts';
import type { TypedSearches } from './typed-searches.ts';

interface Typing extends TypedSearches {
  /** The last query shown on the page because it was typed. */
  readonly typed: string | null;
  /** The page shows another query that was not typed. */
  readonly forget: () => void;
}

export const typingParts = later(() => import('./typing-parts.ts'));

/**
 * Search as you type on the results page. Old results stay until new ones are loaded. A typed query replaces the history
 * entry, which remembers the submitted search: Enter restores that one and adds an entry for the typed query.
 */
export function useSearchAsYouType(isHere: boolean): Typing {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const [search] = useState(() => {
    let started: Promise<TypedSearches> | undefined;
    const start = async () => (await typingParts.load()).typedSearches(router, queryClient, setTyped);
    const run = (work: (searches: TypedSearches) => void) => {
      started?.then(work, () => {
        started = undefined;
      });
    };
    return {
      type: (text: string, caret: number) => {
        started ??= start();
        run((searches) => searches.type(text, caret));
      },
      stop: () => run((searches) => searches.stop()),
      entered: () => run((searches) => searches.entered()),
    };
  });
  useEffect(() => {
    if (!isHere) search.stop();
    return () => search.stop();
  }, [search, isHere]);
  return {
    typed,
    type: (text, caret) => {
      if (isHere && isSearchAsYouTypeOn()) search.type(text, caret);
    },
    stop: () => search.stop(),
    forget: () => setTyped(null),
    entered: () => {
      setTyped(null);
      search.entered();
    },
  };
}
