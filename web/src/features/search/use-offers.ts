import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { completionsQuery, offerRecent, type Offer } from './completions.ts';
import { readRecentSearches } from './recent-searches.ts';

const PAUSE_MS = 80;
const SHOWN = 8;
const NONE: readonly Offer[] = [];

/** What may come next at the caret; while nothing is written, what was asked before. */
export function useOffers(text: string, at: number, isOpen: boolean): readonly Offer[] {
  const asked = useSettled({ text, at }, PAUSE_MS);
  const isAsked = isOpen && text !== '';
  const { data, isPlaceholderData } = useQuery({ ...completionsQuery(asked.text, asked.at), enabled: isAsked });
  if (!isOpen) return NONE;
  if (text === '') return offerRecent(readRecentSearches());
  // An answer about another text has its places elsewhere.
  if (data === undefined || isPlaceholderData || asked.text !== text || asked.at !== at) return NONE;
  return data.slice(0, SHOWN).map((completion) => ({ ...completion, isWhole: false }));
}

interface Place {
  readonly text: string;
  readonly at: number;
}

/** The value after it has stayed the same for a while. */
function useSettled({ text, at }: Place, pauseMs: number): Place {
  const [settled, setSettled] = useState<Place>({ text, at });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, at }), pauseMs);
    return () => clearTimeout(timer);
  }, [text, at, pauseMs]);
  return settled;
}
