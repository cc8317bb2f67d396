/** What a reader did on a page before its scripts took it over: nothing of it is lost. */

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What the reader has written in a field, and where the caret is in it. */
interface Typed {
  readonly value: string;
  /** The field's value in the server's HTML, with which React takes it over. */
  readonly sent: string;
  readonly start: number | null;
  readonly end: number | null;
}

const typed = new Map<Field, Typed>();

declare global {
  interface Window {
    /** Buttons and keys that were pressed before anything listened, noted by public/early.js; undefined after they were pressed again. */
    pressedEarly?: (HTMLElement | string)[] | undefined;
    /** An input method composes a text, noted by public/early.js. */
    composesEarly?: boolean;
  }
}

/** Waits for the end of a word that an input method composes: to write in a field would end it early. */
export async function composedEarly(): Promise<void> {
  if (window.composesEarly !== true) return;
  await new Promise((end) => document.addEventListener('compositionend', () => setTimeout(end), { once: true }));
}

/** Records what was typed, and what is typed while React takes over the page, which it does in steps. The text stays where it is. */
export function keepTyped(root: ParentNode): void {
  for (const field of root.querySelectorAll('input, textarea')) note(field);
  document.addEventListener('input', noteTarget, true);
  document.addEventListener('submit', repeatTyped, true);
  for (const event of EDITS) document.addEventListener(event, restoreTarget, true);
}

/** Events before an edit. React may have written the value that it knows since the last one. */
const EDITS = ['keydown', 'beforeinput', 'compositionstart'] as const;

const noteTarget = ({ target }: Event) => note(target);
const restoreTarget = ({ target }: Event) => {
  if (isField(target)) restore(target);
};

function note(field: unknown): void {
  if (!isField(field)) return;
  const { value, defaultValue, selectionStart: start, selectionEnd: end } = field;
  const sent = typed.get(field)?.sent ?? defaultValue;
  if (value !== sent || typed.has(field)) typed.set(field, { value, sent, start, end });
}

/** Whether it has a text. What was chosen otherwise is not repeated. */
function isField(element: unknown): element is Field {
  if (element instanceof HTMLInputElement) return TEXTS.has(element.type);
  return element instanceof HTMLTextAreaElement;
}

const TEXTS = new Set(['text', 'search', 'password', 'url', 'tel', 'email', 'number']);

function restore(field: Field): void {
  const kept = typed.get(field);
  if (kept === undefined || field.value === kept.value) return;
  writeValue(field, kept.value);
  placeCaret(field, kept);
}

function placeCaret(field: Field, { start, end }: Typed): void {
  // Fields of numbers have none, and elements without the focus would get it in some browsers.
  if (start !== null && document.activeElement === field) field.setSelectionRange(start, end);
}

/** Types it again and presses the buttons again, now that the scripts listen. */
export function repeatEarlyDeeds(): void {
  document.removeEventListener('input', noteTarget, true);
  document.removeEventListener('submit', repeatTyped, true);
  for (const event of EDITS) document.removeEventListener(event, restoreTarget, true);
  repeatTyped();
  typed.clear();
  const { pressedEarly = [] } = window;
  window.pressedEarly = undefined;
  for (const pressed of pressedEarly) {
    // Where the reader would press it: React takes over the part of the page that an event is for at once.
    if (typeof pressed === 'string')
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
      );
    else if (pressed.isConnected) pressed.click();
  }
}

function repeatTyped(): void {
  for (const [field, kept] of typed) {
    // React takes over what an event is for at once.
    field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
    const { value } = kept;
    const caret = field.value === value ? { ...kept, start: field.selectionStart, end: field.selectionEnd } : kept;
    // By its own property React learns the value that was sent, and by an event that it has changed since.
    field.value = kept.sent;
    writeValue(field, value);
    placeCaret(field, caret);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    placeCaret(field, caret);
  }
}

/** React replaces the property of the element, to tell its own changes from the reader's. */
function writeValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, value);
}
