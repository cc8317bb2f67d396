/** Keeps what a reader did on a page before it was hydrated: typed text and presses of buttons (features/shortcuts/early-keys.ts has the keys). */

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The text that the reader has written in a field, and the caret in it. */
interface Typed {
  readonly value: string;
  /** The value of the field in the server's HTML, with which React hydrates it. */
  readonly sent: string;
  readonly start: number | null;
  readonly end: number | null;
}

const typed = new Map<Field, Typed>();

declare global {
  interface Window {
    /** Buttons that were pressed before any listener existed, noted by public/early.js; undefined after they were pressed again. */
    pressedEarly?: HTMLElement[] | undefined;
    /** An input method composes a text, noted by public/early.js. */
    composesEarly?: boolean;
  }
}

/** Waits for the end of a word that an input method composes, since writing in a field would end it early. */
export async function composedEarly(): Promise<void> {
  if (window.composesEarly !== true) return;
  await new Promise((end) => document.addEventListener('compositionend', () => setTimeout(end), { once: true }));
}

/**
 * Records the text that was typed before hydration, and during it, since React hydrates the page in steps. The text stays in the
 * fields.
 */
export function stashInputs(root: ParentNode): void {
  for (const field of root.querySelectorAll('input, textarea')) note(field);
  document.addEventListener('input', noteTarget, true);
  document.addEventListener('submit', replayInputs, true);
  for (const event of EDITS) document.addEventListener(event, restoreTarget, true);
}

/** Events before an edit. Since the last one, React may have written the value that it has. */
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

/** Whether the element has a text. Other choices, such as checkboxes, are not repeated. */
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
  // Number fields have no selection, and setting it in an element without the focus would focus it in some browsers.
  if (start !== null && document.activeElement === field) field.setSelectionRange(start, end);
}

/** Repeats the typing and the presses of buttons, now that the scripts listen. */
export function replayEarlyEvents(): void {
  document.removeEventListener('input', noteTarget, true);
  document.removeEventListener('submit', replayInputs, true);
  for (const event of EDITS) document.removeEventListener(event, restoreTarget, true);
  replayInputs();
  typed.clear();
  const { pressedEarly = [] } = window;
  window.pressedEarly = undefined;
  // React immediately hydrates the part of the page that receives an event.
  for (const pressed of pressedEarly) if (pressed.isConnected) pressed.click();
}

function replayInputs(): void {
  for (const [field, kept] of typed) {
    // React immediately hydrates the field that receives an event.
    field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
    const { value } = kept;
    const caret = field.value === value ? { ...kept, start: field.selectionStart, end: field.selectionEnd } : kept;
    // Writing the property gives React the value that was sent; an event then makes it notice that the value has changed.
    field.value = kept.sent;
    writeValue(field, value);
    placeCaret(field, caret);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    placeCaret(field, caret);
  }
}

/** React replaces the property on the element, to distinguish its own changes from the reader's. */
function writeValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, value);
}
