/** What a reader did on a page before its scripts took it over: nothing of it is lost. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  readonly field: Field;
  readonly value: string;
}

let typed: readonly Typed[] = [];

declare global {
  interface Window {
    /** Buttons that were pressed before anything listened, noted by public/theme.js; undefined after they were pressed again. */
    pressedEarly?: HTMLElement[] | undefined;
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
  for (const button of pressedEarly) if (button.isConnected) button.click();
}

/** React replaces the property of the element, to tell its own changes from the reader's. */
function writeValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')?.set?.call(field, value);
}
