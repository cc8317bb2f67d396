import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from '../../../../../server/search/language/parse.ts';
import { partsOf } from '../../../../../server/search/language/parts.ts';
import { print } from '../../../../../server/search/language/print.ts';
import { FIELDS } from '../../../../../mappings/search/fields.ts';
import {
  modelOf,
  queryOf,
  shownIn,
  withField,
  withWords,
  wordsOf,
} from '../../../../../web/src/features/search/form/form-model.ts';
import { boxName, queryOfForm } from '../../../../../web/src/features/search/form/sent-form.ts';
import { written } from '../../../../unit/server/search/language/tree.ts';

const formOf = (q: string) => modelOf(q, partsOf(q));

describe('a form', () => {
  test('shows what its fields can hold, and the rest as words', () => {
    const q = 'kernel -windows (a OR b) title:"hello world" subject:again board:g,ck width:>1000 is:op -has:file';
    const form = formOf(q);
    expect(wordsOf(form)).toBe('kernel -windows (a OR b) subject:again');
    expect(['subject', 'board', 'width', 'posts', 'attachment', 'is:deleted'].map((key) => shownIn(form, key))).toEqual(
      ['hello world', 'g,ck', '>1000', 'op', 'none', ''],
    );
    expect(queryOf(form)).toBe(q);
  });

  test.each([
    ['a AND title:x  b', 'width', '>=5', 'a AND title:x  b width:>=5'],
    ['width:>1000 title:x', 'title', '', 'width:>1000 title:x'],
    ['width:>1000 title:x', 'subject', '', 'width:>1000'],
    ['width:>1000 title:x y', 'width', '5..6', 'width:5..6 title:x y'],
    ['a OR b', 'board', 'g', '(a OR b) board:g'],
    ['x', 'subject', 'rye bread', 'x subject:"rye bread"'],
    ['x', 'subject', 'say "hi" (now)', String.raw`x subject:"say \"hi\" (now)"`],
    ['x', 'ext', 'webm,mp4', 'x ext:webm,mp4'],
    ['x', 'identity', '"Ann Lee",bo', 'x identity:"Ann Lee",bo'],
    ['x -has:link', 'has:link', 'only', 'x has:link'],
    ['x -has:link', 'has:link', '', 'x'],
    ['is:reply', 'posts', 'op', 'is:op'],
    ['x -has:file', 'attachment', 'video', 'x has:video'],
    ['x has:image', 'attachment', 'none', 'x -has:file'],
    ['x -has:image', 'attachment', 'image', 'x -has:image has:image'],
  ])('%s with %s: %s becomes %s', (q, key, value, changed) => {
    expect(queryOf(withField(formOf(q), key, value))).toBe(changed);
  });

  test('words are replaced at their position', () => {
    expect(queryOf(withWords(formOf('title:x a is:op b'), 'c d'))).toBe('title:x c d is:op');
    expect(queryOf(withWords(formOf('title:x'), 'a'))).toBe('a title:x');
    expect(queryOf(withWords(formOf('a title:x'), 'a OR b'))).toBe('(a OR b) title:x');
    expect(wordsOf(withWords(formOf('a'), 'a '))).toBe('a ');
  });

  test('every field of the language can be read into the form and written back', () => {
    for (const {
      kind,
      name,
      examples: [[example]],
    } of FIELDS) {
      if (kind === 'is' || kind === 'has') continue;
      const form = formOf(`x ${example}`);
      const shown = shownIn(form, name);
      expect({ name, shown: shown !== '' }).toEqual({ name, shown: true });
      expect(queryOf(withField(formOf('x'), name, shown))).toBe(`x ${example}`);
    }
  });

  test('boxes that a browser sends without scripts become lists', () => {
    const several = FIELDS.filter(({ form }) => form?.control === 'several').map(({ name }) => name);
    expect(several).toContain('ext');
    for (const name of ['board', ...several]) {
      const sent = { words: 'x', [boxName(name, 'a')]: 'on', [boxName(name, 'b')]: 'on', attachment: 'none' };
      expect(queryOfForm(sent)).toBe(`x -has:file ${name}:a,b`);
    }
    expect(queryOfForm({ 'op.subject': 'rye', 'subject.length': '>5' })).toBe('op.subject:rye subject.length:>5');
  });

  test('a form keeps the meaning of any query', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(written, (q) => {
        const canonical = canonicalOf(q);
        fc.pre(canonical !== null);
        expect(canonicalOf(queryOf(formOf(q)))).toBe(canonical);
      }),
      { numRuns: 1_000 },
    );
  });
});

function canonicalOf(q: string): string | null {
  try {
    return print(parse(q));
  } catch {
    return null;
  }
}
