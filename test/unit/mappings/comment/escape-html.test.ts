import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, escapeMarkup } from '../../../../mappings/comment/print-html.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const texts = fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", 'a', 'é', '茶', '\ud800', '\u2028', '\n') });

test('each special character becomes its entity, and nothing else changes', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const signs = text.split('');
      expect(escapeMarkup(text)).toBe(signs.map((sign) => ENTITIES[sign] ?? sign).join(''));
      expect(escapeHtml(text)).toBe(signs.map((sign) => ENTITIES[sign] ?? (sign === "'" ? '&#039;' : sign)).join(''));
    }),
  );
});
