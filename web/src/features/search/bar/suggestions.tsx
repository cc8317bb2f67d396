import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Completion } from '../../../../../mappings/contract/completion.ts';
import { fetchCompletions } from '../../../lib/api-client.ts';
import { formatCount, formatCountry } from '../../../lib/format.ts';
import { currentLanguage, t, textOf } from '../../../lib/messages.ts';
import { useDebounced } from '../../../lib/timing.ts';
import { fitBelow, keepFitting } from '../../../lib/visible-area.ts';
import { readSavedSearches } from './saved-searches.tsx';
import { type Suggestion, suggestionId } from './suggestion.ts';
import { readRecentSearches } from './use-submit-search.ts';

interface SuggestionsProps {
  readonly id: string;
  readonly text: string;
  readonly caret: number;
  readonly isOpen: boolean;
  /** Shown instead of those that are found. */
  readonly held: readonly Suggestion[] | null;
  /** Called with the suggestions that are found; those of the bar lag behind by a rendering. */
  readonly onFound: (suggestions: readonly Suggestion[]) => void;
  readonly active: number;
  /** A finger or button goes down on a suggestion. */
  readonly onPress: () => void;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- a
   combobox as in the ARIA practices: the focus and the keys stay in the bar, which references the active option. */
/** The suggestions below the query bar. */
export function Suggestions({ id, text, caret, isOpen, held, onFound, active, onPress, onChoose }: SuggestionsProps) {
  const found = useSuggestions(text, caret, isOpen);
  useLayoutEffect(() => onFound(found), [found, onFound]);
  const suggestions = held ?? found;
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
          onPointerDown={(event) => {
            // Keeps the focus in the bar until the click.
            event.preventDefault();
            onPress();
          }}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.label === undefined ? <code>{suggestion.text}</code> : <span>{suggestion.label}</span>}
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

const FRESH_MS = 60_000;

function completionsQuery(q: string, at: number) {
  return queryOptions({
    queryKey: ['completions', q, at],
    queryFn: async ({ signal }) => ({ q, at, ...(await fetchCompletions(q, at, signal)) }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Saved searches, then recent ones, and the way to forget these. */
export function storedSuggestions(saved: readonly string[], recent: readonly string[]): readonly Suggestion[] {
  return [
    ...saved.map((text) => wholeQuery(text, t('search.saved-mark'))),
    ...recent.filter((text) => !saved.includes(text)).map((text) => wholeQuery(text, null)),
    ...(recent.length > 0
      ? [{ ...wholeQuery('', null), label: t('search.forget-recent'), forgets: true } as const]
      : []),
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

/** Completions at the caret and recent searches, at most eight; for an empty bar, saved and recent searches. */
function useSuggestions(text: string, at: number, isOpen: boolean): readonly Suggestion[] {
  const place = useMemo(() => ({ text, at }), [text, at]);
  const asked = useDebounced(place, PAUSE_MS);
  const isAsked = isOpen && text !== '';
  const { data } = useQuery({ ...completionsQuery(asked.text, asked.at), enabled: isAsked });
  // The same list until something changes, since the bar renders again for another one.
  return useMemo(() => {
    if (!isOpen) return NONE;
    const recent = readRecentSearches();
    if (text === '') return storedSuggestions(readSavedSearches(), recent);
    if (data === undefined) return NONE;
    const isAnswer = data.q === text && data.at === at;
    const found = data.completions.map((completion) => suggestionOf(completion));
    const completions = isAnswer ? found : stillFitting(found, data, { q: text, at });
    const fitting = at < text.length ? [] : recentBeginningWith(text, recent);
    return [...completions.slice(0, SHOWN - fitting.length), ...fitting];
  }, [isOpen, text, at, data]);
}

function suggestionOf(completion: Completion): Suggestion {
  const { kind, text, from, to, count, thread, description } = completion;
  const shown = { text, from, to, count, thread, isWhole: false, description: meaningOf(completion) };
  return kind === 'thread' && description !== null ? { ...shown, label: description } : shown;
}

interface Typed {
  readonly q: string;
  readonly at: number;
}

/** The suggestions that also complete what was typed since, until its own answer comes. */
export function stillFitting(
  suggestions: readonly Suggestion[],
  asked: Typed,
  { q, at }: Typed,
): readonly Suggestion[] {
  if (q.slice(at) !== asked.q.slice(asked.at)) return NONE;
  return suggestions
    .filter(({ text, label = text, from, to }) => {
      const written = q.slice(from, at).toLowerCase();
      return (
        to === asked.at &&
        from < at &&
        q.slice(0, from) === asked.q.slice(0, from) &&
        label.toLowerCase().startsWith(written) &&
        label.length > written.length
      );
    })
    .map((suggestion) => ({ ...suggestion, to: at }));
}

/** The meaning of a completion, in the reader's language. In English the API's text, which is more precise than the catalogue's. */
export function meaningOf({ kind, text, description, thread }: Completion): string | null {
  if (kind === 'word') return t('search.word-mark');
  if (thread !== null) return t('search.thread-mark', { board: thread.board });
  if (description === null || currentLanguage() === 'en' || kind === 'board' || kind === 'emoji') return description;
  if (kind === 'country') return formatCountry(text);
  if (kind === 'operator') return t('help.or');
  const word = text.replace(/^(?:is|has|sort|group):|:$/g, '');
  const parts = kind === 'field' ? ['field'] : ['is', 'has', 'search', 'form'];
  return parts.map((part) => textOf(`${part}.${word}`)).find((meaning) => meaning !== null) ?? null;
}
