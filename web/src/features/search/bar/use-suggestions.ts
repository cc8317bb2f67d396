import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSettled } from '../../../lib/use-debounced.ts';
import { completionsQuery, offerKept, type Offer } from './suggestions.ts';
import { readRecentSearches } from './recent-searches.ts';
import { readSavedSearches } from './saved-searches.ts';

const PAUSE_MS = 80;
const SHOWN = 8;
const NONE: readonly Offer[] = [];

/** What may come next at the caret; while nothing is written, what was asked before. */
export function useOffers(text: string, at: number, isOpen: boolean): readonly Offer[] {
  const place = useMemo(() => ({ text, at }), [text, at]);
  const asked = useSettled(place, PAUSE_MS);
  const isAsked = isOpen && text !== '';
  const { data, isPlaceholderData } = useQuery({ ...completionsQuery(asked.text, asked.at), enabled: isAsked });
  if (!isOpen) return NONE;
  if (text === '') return offerKept(readSavedSearches(), readRecentSearches());
  // An answer about another text has its places elsewhere.
  if (data === undefined || isPlaceholderData || asked.text !== text || asked.at !== at) return NONE;
  return data.slice(0, SHOWN).map((completion) => ({ ...completion, isWhole: false }));
}
