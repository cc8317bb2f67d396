/** What a reader did on a page before its scripts took it over: nothing of it is lost. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  readonly field: Field;
  readonly value: string;
}

let typed: readonly Typed[] = [];

declare global {
  interface Window {
    /** Buttons and keys that were pressed before anything listened, noted by public/early.js; undefined after they were pressed again. */
    pressedEarly?: (HTMLElement | string)[] | undefined;
  }
}

/** Takes out what was typed, so that the page is the one that the server sent. */
export function keepTyped(root: ParentNode): void {
  const fields = [...root.querySelectorAll<Field>('input:not([type=checkbox], [type=radio], [type=file]), textarea')];
  typed = fields.flatMap((field) => {
    const { value } = field;
    const sent = 'defaultValue' in field ? field.defaultValue : value;
    if (value === sent) return [];
    writeValue(field, sent);
    return [{ field, value }];
  });
}

/** Types it again and presses the buttons again, now that the scripts listen. */
export function repeatEarlyDeeds(): void {
  for (const { field, value } of typed) {
    // React takes over what an event is for at once, and then sees that the value changes.
    field.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
    writeValue(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  typed = [];
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

/** React replaces the property of the element, to tell its own changes from the reader's. */
function writeValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, value);
}
