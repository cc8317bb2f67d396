import { describe, expect, test } from 'vitest';
import { formPage } from '../../../../../server/compat/pages/documents.ts';
import { formLanguage } from '../../../../../server/compat/pages/form-words.ts';

describe('a form without scripts', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr, *;q=0.1', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, ja', 'ja'],
    ['fr, de;q=0.2, ja;q=0.9', 'ja'],
    ['de;q=0, en', 'en'],
    ['DE', 'de'],
    [';;q=,,q=x;q=9', 'en'],
  ])('for the languages %s is in %s', (accepted, code) => {
    expect(formLanguage(accepted).code).toBe(code);
  });

  test('says in which language it is', () => {
    const page = formPage('Titel', '/_/reply', '', formLanguage('de'));
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('>Archiv durchsuchen<');
    expect(formPage('Title', '/_/reply', '')).toContain('<html lang="en">');
  });
});
