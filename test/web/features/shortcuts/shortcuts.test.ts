import { expect, test } from 'vitest';
import { SHORTCUTS, shortcutOf } from '../../../../web/src/features/shortcuts/shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

test('keys with Ctrl, Alt or Command belong to the browser', () => {
  for (const { key } of SHORTCUTS) {
    expect(shortcutOf({ key, ...plain })).toBe(key);
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(shortcutOf({ key, ...plain, [held]: true })).toBeNull();
  }
  expect(shortcutOf({ key: 'x', ...plain })).toBeNull();
});
