import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  Suspense,
  type SyntheticEvent,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { SearchSort } from '../../../../../mappings/contract/search.ts';
import { useRouter } from '@tanstack/react-router';
import { HELP_ADDRESS, threadAddress } from '../../../lib/addresses.ts';
import { RenderRecordContext } from '../../../lib/hydration/render-record.ts';
import { t } from '../../../lib/messages.ts';
import { useLater } from '../../../lib/rendering.ts';
import type { View } from '../params.ts';
import { useDraft, useFault, useIsTyped, withoutStar, writeDraft } from './query-draft.ts';
import { acceptSuggestion, type Suggestion, suggestionId } from './suggestion.ts';
import { typingParts, useSearchAsYouType } from './use-search-as-you-type.ts';
import { forgetRecentSearches, useSubmitSearch } from './use-submit-search.ts';

const CaretHelp = lazy(async () => ({ default: (await import('./caret-help.tsx')).CaretHelp }));

interface QueryBarProps {
  /** The query of the current page. */
  readonly q: string;
  readonly sort?: SearchSort | undefined;
  readonly view?: View | undefined;
  /** The page shows the results of `q`, which are updated while typing. */
  readonly isResults?: boolean;
  readonly large?: boolean;
}

/** On touch screens the click comes this long after the finger is lifted, at most. */
const CLICK_MS = 300;

const NONE: readonly Suggestion[] = [];

/** The query input. The query is part of the page's address, and the bar follows the address. */
export function QueryBar({ q: searched, sort, view, isResults = false, large = false }: QueryBarProps) {
  const go = useSubmitSearch(searched, sort, view);
  const router = useRouter();
  // With autoFocus in the browser, hydration would focus the bar again, even if the reader has focused something else since.
  const isInHtml = use(RenderRecordContext) !== null;
  const isTyped = useIsTyped();
  const q = isTyped ? withoutStar(searched) : searched;
  const typing = useSearchAsYouType(isResults);
  const draft = useDraft();
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const isComposing = useRef(false);
  const isPressed = useRef(false);
  const [text, setText] = useState(q);
  const [followed, setFollowed] = useState(q);
  const [caret, setCaret] = useState(q.length);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [seen, setSeen] = useState(draft);
  const [hasHelp, setHelp] = useState(false);
  const closeHelp = useCallback(() => {
    setHelp(false);
    const focused = document.activeElement;
    if (focused !== null && focused.closest('.caret-help') !== null)
      focused.closest('form')?.querySelector('a')?.focus();
  }, []);
  if (followed !== q) {
    setFollowed(q);
    // If the query was typed, the bar already contains it, possibly with more text.
    if (typing.typed === null || withoutStar(typing.typed) !== q) {
      setText(q);
      setOpen(false);
      typing.forget();
    }
  } else if (draft.by === 'form' && seen !== draft) {
    setSeen(draft);
    setText(draft.text);
  }
  useEffect(() => writeDraft(text, 'bar'), [text]);
  const found = useFault();
  const fault = found?.q === text ? found : null;
  const [scrolled, setScrolled] = useState(0);
  const parts = useLater(typingParts, isOpen);
  const [current, setCurrent] = useState(NONE);
  const [held, setHeld] = useState<readonly Suggestion[] | null>(null);
  const suggestions = held ?? current;
  /** Nothing moves under a finger until it is lifted. */
  const hold = () => {
    setHeld(suggestions);
    const release = () => setTimeout(() => setHeld(null), CLICK_MS);
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, release, { once: true });
  };
  /** The on-screen keyboard would cover what follows. */
  const closeKeyboard = () => {
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
  };
  const ask = (written: string) => {
    setOpen(false);
    typing.entered();
    closeKeyboard();
    go(written);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    ask(text);
  };
  const write = (element: HTMLInputElement) => {
    setText(element.value);
    setCaret(element.selectionStart ?? element.value.length);
    setOpen(true);
    setActive(-1);
    // Text that an input method is still composing is not searched.
    if (!isComposing.current) typing.type(element.value, element.selectionStart ?? element.value.length);
  };
  const choose = (suggestion: Suggestion) => {
    setHeld(null);
    if (suggestion.forgets === true) {
      forgetRecentSearches();
      setOpen(false);
      return;
    }
    if (suggestion.thread != null) {
      setOpen(false);
      closeKeyboard();
      const { board, num } = suggestion.thread;
      void router.navigate({ href: threadAddress(board, num) });
      return;
    }
    if (suggestion.isWhole) {
      setText(suggestion.text);
      ask(suggestion.text);
      return;
    }
    const { text: completed, at } = acceptSuggestion(text, suggestion);
    setText(completed);
    setCaret(at);
    setActive(-1);
    typing.type(completed, -1);
    // After a field name, suggest its values.
    setOpen(completed.slice(0, at).endsWith(':'));
    input.current?.focus({ preventScroll: true });
    // React moves the caret to the end when it writes the value, so set it afterwards.
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at));
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const suggestion = suggestions[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (!isOpen) setOpen(true);
      else if (suggestions.length > 0)
        setActive((active + step + suggestions.length + (active < 0 && step < 0 ? 1 : 0)) % suggestions.length);
    } else if (event.key === 'Enter' && suggestion !== undefined) {
      event.preventDefault();
      choose(suggestion);
    } else if (event.key === 'Escape' && suggestions.length > 0) {
      event.preventDefault();
      setOpen(false);
    }
  };
  /** Without scripts, or in a new tab, the link leads to the page of help. */
  const toggleHelp = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setCaret(input.current?.selectionStart ?? text.length);
    setOpen(false);
    closeKeyboard();
    setHelp(!hasHelp);
  };
  return (
    <search aria-label={t('search.posts')}>
      <form className={large ? 'query-bar query-bar-large' : 'query-bar'} action="/search" onSubmit={submit}>
        <input
          ref={input}
          id="query"
          name="q"
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-controls={parts === null ? undefined : list}
          aria-expanded={suggestions.length > 0}
          aria-activedescendant={active >= 0 && active < suggestions.length ? suggestionId(list, active) : undefined}
          data-start={large ? true : undefined}
          // On the home page the bar receives the first keys, before any script runs.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={large && isInHtml}
          value={text}
          onChange={(event) => write(event.target)}
          onPointerDown={() => {
            isPressed.current = true;
          }}
          // On a phone the bar has moved away from the finger when the click comes.
          onFocus={() => {
            if (text === '' && isPressed.current) setOpen(true);
          }}
          onClick={() => text === '' && setOpen(true)}
          onCompositionStart={() => {
            isComposing.current = true;
            typing.stop();
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false;
            write(event.currentTarget);
          }}
          onBlur={() => {
            isPressed.current = false;
            setOpen(false);
          }}
          onKeyDown={press}
          aria-label={t('search.posts')}
          placeholder={t('search.placeholder')}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          onScroll={(event) => setScrolled(event.currentTarget.scrollLeft)}
          aria-invalid={fault === null ? undefined : true}
          enterKeyHint="search"
          aria-keyshortcuts="/"
        />
        {fault !== null && <Fault text={text} fault={fault} scrolled={scrolled} />}
        <a
          className="query-help-link"
          href={HELP_ADDRESS}
          aria-label={t('site.help')}
          title={t('site.help')}
          aria-expanded={hasHelp}
          // Keeps the focus in the bar, which would otherwise move away from the finger.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggleHelp}
        >
          ?
        </a>
        <button type="submit" aria-label={t('search.search')}>
          <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="6.75" cy="6.75" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
            <path d="M10.2 10.2l4 4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
          </svg>
        </button>
        {parts !== null && (
          <parts.Suggestions
            {...{ id: list, text, caret, isOpen, held, active }}
            onFound={setCurrent}
            onPress={hold}
            onChoose={choose}
          />
        )}
        {hasHelp && (
          <Suspense>
            <CaretHelp text={text} caret={caret} onClose={closeHelp} />
          </Suspense>
        )}
      </form>
    </search>
  );
}

interface FaultProps {
  readonly text: string;
  readonly fault: { readonly start: number; readonly end: number };
  /** How far the text in the input is scrolled, in pixels. */
  readonly scrolled: number;
}

/** Underlines the characters with an error, over the input. A space stands for an error at the very end. */
function Fault({ text, fault: { start, end }, scrolled }: FaultProps) {
  return (
    <span className="query-fault" aria-hidden="true">
      <span style={{ translate: `${-scrolled}px` }}>
        {text.slice(0, start)}
        <span className="query-error">{text.slice(start, end) || '\u00a0'}</span>
        {text.slice(end)}
      </span>
    </span>
  );
}
