import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Completion } from '../../../../../mappings/contract/completion.ts';
import { fetchCompletions } from '../../../lib/api-client.ts';
import { formatCount, formatCountry } from '../../../lib/format.ts';
import { currentLanguage, t, textOf } from '../../../lib/messages.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { fitBelow, keepFitting } from '../../../lib/visible-area.ts';
import { readSavedSearches } from './saved-searches.tsx';
import { readRecentSearches } from './use-submit-search.ts';

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}

export function suggestionId(list: string, place: number): string {
  return `${list}-${place}`;
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- a
   combobox as in the ARIA practices: the focus and the keys stay in the bar, which references the active option. */
/** The suggestions below the query bar. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null);
  const isShown = suggestions.length > 0;
  useLayoutEffect(() => {
    const [element, bar] = [list.current, list.current?.parentElement];
    if (!isShown || element === null || bar == null) return undefined;
    return keepFitting(() => fitBelow(element, bar));
  }, [isShown]);
  useLayoutEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      id={id}
      ref={list}
      className="suggestions"
      role="listbox"
      aria-label={t('search.suggestions')}
      hidden={!isShown}
    >
      {suggestions.map((suggestion, place) => (
        <div
          key={`${suggestion.text} ${place}`}
          id={suggestionId(id, place)}
          className={suggestion.forgets === true ? 'suggestion suggestion-forget' : 'suggestion'}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          // Keeps the focus in the bar until the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.forgets === true ? <span>{suggestion.text}</span> : <code>{suggestion.text}</code>}
          <span className="suggestion-description">
            {suggestion.description}
            {suggestion.count !== null && <span className="suggestion-count">{formatCount(suggestion.count)}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}
/* oxlint-enable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */

/** A suggestion: a part of a query, or a whole query that was searched or saved before. */
export type Suggestion = Pick<Completion, 'text' | 'from' | 'to' | 'description' | 'count'> & {
  readonly isWhole: boolean;
  /** Forgets the recent searches instead of writing anything. */
  readonly forgets?: true;
};

const FRESH_MS = 60_000;

function completionsQuery(q: string, at: number) {
  return queryOptions({
    queryKey: ['completions', q, at],
    queryFn: async ({ signal }) => (await fetchCompletions(q, at, signal)).completions,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** The text after accepting a suggestion, and the new position of the caret. A space follows, unless it is a field's name or something does. */
export function acceptSuggestion(
  text: string,
  { text: piece, from, to }: Suggestion,
): { readonly text: string; readonly at: number } {
  const rest = text.slice(to);
  const isFinished = !piece.endsWith(':');
  const space = isFinished && !/^[\s),|]/.test(rest) ? ' ' : '';
  const isBeforeSpace = isFinished && rest.startsWith(' ');
  return {
    text: text.slice(0, from) + piece + space + rest,
    at: from + piece.length + (space || isBeforeSpace ? 1 : 0),
  };
}

/** Saved searches, then recent ones, and the way to forget these. */
export function storedSuggestions(saved: readonly string[], recent: readonly string[]): readonly Suggestion[] {
  return [
    ...saved.map((text) => wholeQuery(text, t('search.saved-mark'))),
    ...recent.filter((text) => !saved.includes(text)).map((text) => wholeQuery(text, null)),
    ...(recent.length > 0 ? [{ ...wholeQuery(t('search.forget-recent'), null), forgets: true } as const] : []),
  ];
}

const SHOWN_RECENT = 2;

/** Recent searches that begin with the text, in any letter case. */
export function recentBeginningWith(text: string, recent: readonly string[]): readonly Suggestion[] {
  const written = text.trimStart().toLowerCase();
  return recent
    .filter((other) => other.toLowerCase().startsWith(written) && other.toLowerCase() !== written.trimEnd())
    .slice(0, SHOWN_RECENT)
    .map((other) => wholeQuery(other, t('search.recent-mark')));
}

function wholeQuery(text: string, description: string | null): Suggestion {
  return { text, from: 0, to: 0, description, count: null, isWhole: true };
}

const PAUSE_MS = 80;
const SHOWN = 8;
const NONE: readonly Suggestion[] = [];

/** Completions at the caret; for an empty bar, saved and recent searches. */
export function useSuggestions(text: string, at: number, isOpen: boolean): readonly Suggestion[] {
  const place = useMemo(() => ({ text, at }), [text, at]);
  const asked = useDebounced(place, PAUSE_MS);
  const isAsked = isOpen && text !== '';
  const { data, isPlaceholderData } = useQuery({ ...completionsQuery(asked.text, asked.at), enabled: isAsked });
  if (!isOpen) return NONE;
  if (text === '') return storedSuggestions(readSavedSearches(), readRecentSearches());
  // The offsets of an answer apply to its own text only.
  if (data === undefined || isPlaceholderData || asked.text !== text || asked.at !== at) return NONE;
  const completions = data.map((completion) => ({ ...completion, description: meaningOf(completion), isWhole: false }));
  const recent = at < text.length ? [] : recentBeginningWith(text, readRecentSearches());
  return [...completions.slice(0, SHOWN - recent.length), ...recent];
}

/** The meaning of a completion, in the reader's language. In English the API's text, which is more precise than the catalogue's. */
export function meaningOf({ kind, text, description }: Completion): string | null {
  if (description === null || currentLanguage() === 'en' || kind === 'board' || kind === 'emoji') return description;
  if (kind === 'country') return formatCountry(text);
  if (kind === 'operator') return t('help.or');
  const word = text.replace(/^(?:is|has|sort|group):|:$/g, '');
  const parts = kind === 'field' ? ['field'] : ['is', 'has', 'search', 'form'];
  return parts.map((part) => textOf(`${part}.${word}`)).find((meaning) => meaning !== null) ?? null;
}
