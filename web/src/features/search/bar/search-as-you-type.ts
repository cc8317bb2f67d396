/** Search as you type: debounced, one request at a time, and only the answer of the last one is shown. */

export const DEBOUNCE_MS = 250;

interface SearchAsYouTypeHandlers {
  /** Loads the answer of `q`. Rejects with an AbortError once `signal` is aborted. */
  readonly ask: (q: string, signal: AbortSignal) => Promise<void>;
  /** Called when the answer of `q` is loaded and the text has not changed since. */
  readonly show: (q: string) => void;
  readonly onLoading: (isBusy: boolean) => void;
  /** Whether the error means that requests must pause (429). */
  readonly isRateLimited: (error: unknown) => boolean;
}

export class SearchAsYouType {
  readonly #needs: SearchAsYouTypeHandlers;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: { readonly q: string; readonly controller: AbortController } | null = null;
  #isPaused = false;

  constructor(needs: SearchAsYouTypeHandlers) {
    this.#needs = needs;
  }

  /** `q` is null if the text should not be searched yet. `shown` is the query whose results are on the page. */
  type(q: string | null, shown: string): void {
    clearTimeout(this.#timer);
    if (q !== null && q === this.#asking?.q) return;
    this.#abort();
    if (q === null || q === shown || this.#isPaused) return;
    this.#timer = setTimeout(() => void this.#ask(q), DEBOUNCE_MS);
  }

  /** Cancels the pending request. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#abort();
  }

  /** The reader submitted a query, which ends a pause. */
  entered(): void {
    this.stop();
    this.#isPaused = false;
  }

  async #ask(q: string): Promise<void> {
    const controller = new AbortController();
    this.#asking = { q, controller };
    this.#needs.onLoading(true);
    try {
      await this.#needs.ask(q, controller.signal);
      if (!controller.signal.aborted) this.#needs.show(q);
    } catch (error) {
      // Errors are not shown while typing. Enter repeats the request and shows the error.
      if (!controller.signal.aborted && this.#needs.isRateLimited(error)) this.#isPaused = true;
    } finally {
      if (!controller.signal.aborted) this.#rest();
    }
  }

  #abort(): void {
    if (this.#asking === null) return;
    this.#asking.controller.abort();
    this.#rest();
  }

  #rest(): void {
    this.#asking = null;
    this.#needs.onLoading(false);
  }
}

const MAX_CHARACTERS = 200;
/** Fields that are cheap to search and have whole words as values. */
const CHEAP_FIELDS: ReadonlySet<string> = new Set(['board', 'boards', 'is', 'has']);
const QUOTES = /["“”„]/g;
/** Groups, alternatives and prefixes are expensive, or incomplete while being typed. */
const SPECIAL = /[()|*]|(?:^|\s)(?:OR|AND|NOT)(?:\s|$)/;
const PART = /-*[^\s"“”„]*["“”„][^"“”„]*["“”„]|\S+/g;
const FIELD = /^([\p{L}\p{N}_.-]+):(.*)$/su;
/** Scripts in which one character may be a word. */
const WORD_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const MIN_CHARACTERS = 2;
/** Text that begins with a bare word which is not negated. */
const BEGINNING = /^[^-:"“”„][^:"“”„]*[\p{L}\p{M}\p{N}]{3}$|^[\p{L}\p{M}\p{N}]{3}$/u;

/**
 * The query to run while a text is being typed. It consists of words, the last of which may be unfinished, phrases and cheap fields.
 * null for an incomplete or expensive text, which runs only when submitted. A field counts once `caret` has left its value. Only the
 * server parses the query language; this is a cheap approximation.
 */
export function queryWhileTyping(text: string, caret: number): string | null {
  const query = text.trim();
  if (query === '' || query.length > MAX_CHARACTERS || SPECIAL.test(query)) return null;
  if ((query.match(QUOTES)?.length ?? 0) % 2 === 1) return null;
  let hasWord = false;
  for (const { 0: part, index } of text.matchAll(PART)) {
    const isWanted = !part.startsWith('-');
    const term = part.replace(/^-+/, '');
    const [, name, value = ''] = FIELD.exec(term) ?? [];
    if (name !== undefined) {
      const isBeingWritten = caret > index && caret <= index + part.length;
      if (!CHEAP_FIELDS.has(name.toLowerCase()) || value === '' || isBeingWritten) return null;
    } else if (!isWord(term)) return null;
    else hasWord ||= isWanted && isLongEnough(term);
  }
  if (!hasWord) return null;
  return caret === text.length && endsInBeginning(text) ? `${query}*` : query;
}

/**
 * The last word may be unfinished while the caret is behind it. The server refuses shorter beginnings
 * (server/search/language/limits.ts).
 */
function endsInBeginning(text: string): boolean {
  const last = [...text.matchAll(PART)].at(-1)?.[0] ?? '';
  return BEGINNING.test(last) && !WORD_SIGNS.test(last) && text.endsWith(last);
}

/** Excludes punctuation and quoted post numbers. */
function isWord(term: string): boolean {
  return /[\p{L}\p{N}]/u.test(term) && !term.startsWith('>');
}

function isLongEnough(term: string): boolean {
  return term.replaceAll(QUOTES, '').trim().length >= MIN_CHARACTERS || WORD_SIGNS.test(term);
}
