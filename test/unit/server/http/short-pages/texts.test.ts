import { describe, expect, test } from 'vitest';
import { formPage } from '../../../../../server/http/short-pages/documents.ts';
import { formLanguage, sentenceOf } from '../../../../../server/http/short-pages/texts.ts';
import { acceptedLanguages } from '../../../../../server/http/accept-language.ts';

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
    expect(formLanguage(acceptedLanguages({ 'accept-language': accepted })).code).toBe(code);
  });

  test('is in the language chosen on the pages, regardless of the browser’s', () => {
    const headers = { cookie: 'theme=dark; language=ja', 'accept-language': 'de' };
    expect(formLanguage(acceptedLanguages(headers)).code).toBe('ja');
  });

  test('has messages in that language, and in English if there is no text', () => {
    const known = { code: 'thread_unknown', detail: 'There is no thread 1.' };
    expect(sentenceOf(formLanguage(['de']), known)).toBe('Dieser Thread ist nicht im Archiv.');
    expect(sentenceOf(formLanguage(['en']), known)).toBe(known.detail);
    expect(sentenceOf(formLanguage(['de']), { ...known, code: 'toString' })).toBe(known.detail);
  });

  test('declares its language', () => {
    const page = formPage('Titel', '/_/reply', '', formLanguage(['de']));
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('>Archiv durchsuchen<');
    expect(formPage('Title', '/_/reply', '')).toContain('<html lang="en">');
  });
});
