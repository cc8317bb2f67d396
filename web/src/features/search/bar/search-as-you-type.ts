/** Asks for a query while it is being typed: when the hand rests, one at a time, and only the last one's answer counts. */

export const DEBOUNCE_MS = 250;

interface SearchAsYouTypeHandlers {
  /** Rejects with an AbortError once the signal says so. */
  readonly ask: (q: string, signal: AbortSignal) => Promise<void>;
  /** The answer of `q` is here, and nothing else was typed since. */
  readonly show: (q: string) => void;
  readonly onBusy: (isBusy: boolean) => void;
  /** The archive asks for a pause. */
  readonly asksForPause: (error: unknown) => boolean;
}

export class SearchAsYouType {
  readonly #needs: SearchAsYouTypeHandlers;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: { readonly q: string; readonly controller: AbortController } | null = null;
  #isPaused = false;

  constructor(needs: SearchAsYouTypeHandlers) {
    this.#needs = needs;
  }

  /** null: what stands there now is no query to ask. `shown`: the query whose answer is on the page. */
  type(q: string | null, shown: string): void {
    clearTimeout(this.#timer);
    if (q !== null && q === this.#asking?.q) return;
    this.#abort();
    if (q === null || q === shown || this.#isPaused) return;
    this.#timer = setTimeout(() => void this.#ask(q), DEBOUNCE_MS);
  }

  /** Nothing of what was typed is shown any more. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#abort();
  }

  /** The reader has asked: what was refused while typing may be asked again. */
  entered(): void {
    this.stop();
    this.#isPaused = false;
  }

  async #ask(q: string): Promise<void> {
    const controller = new AbortController();
    this.#asking = { q, controller };
    this.#needs.onBusy(true);
    try {
      await this.#needs.ask(q, controller.signal);
      if (!controller.signal.aborted) this.#needs.show(q);
    } catch (error) {
      // Whoever is still typing hears of no mistake; Enter asks again, and then it is told.
      if (!controller.signal.aborted && this.#needs.asksForPause(error)) this.#isPaused = true;
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
    this.#needs.onBusy(false);
  }
}

const MOST_CHARACTERS = 200;
/** Fields that cost little, and whose values are whole words. */
const CHEAP_FIELDS: ReadonlySet<string> = new Set(['board', 'boards', 'is', 'has']);
const QUOTES = /["“”„]/g;
/** Groups, choices and prefixes: costly, or nothing before they are finished. */
const SPECIAL = /[()|*]|(?:^|\s)(?:OR|AND|NOT)(?:\s|$)/;
const PART = /-*[^\s"“”„]*["“”„][^"“”„]*["“”„]|\S+/g;
const FIELD = /^([\p{L}\p{N}_.-]+):(.*)$/su;
/** Scripts that have whole words of one sign. */
const WORD_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LEAST_CHARACTERS = 2;

/**
 * The query that a text is, where it is a simple one without a half-written end: words and phrases, with or without a
 * cheap field. null for what waits until it is asked for. `caret`: where the reader is writing; a field's value is taken
 * only once the caret has left it.
 */
export function queryWhileTyping(text: string, caret: number): string | null {
  const query = text.trim();
  if (query === '' || query.length > MOST_CHARACTERS || SPECIAL.test(query)) return null;
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
  return hasWord ? query : null;
}

/** Not a sign alone, and not a post that is quoted. */
function isWord(term: string): boolean {
  return /[\p{L}\p{N}]/u.test(term) && !term.startsWith('>');
}

function isLongEnough(term: string): boolean {
  return term.replaceAll(QUOTES, '').trim().length >= LEAST_CHARACTERS || WORD_SIGNS.test(term);
}
