import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nestedForms } from '../support/nested-forms.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('no component renders a form within a form', () => {
  const sources = globSync('{web/src,modules/*/web}/**/*.tsx', { cwd: ROOT }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }));
  expect(sources.length).toBeGreaterThan(100);
  expect(nestedForms(sources)).toEqual([]);
});

describe('a form within a form is detected', () => {
  const DIALOG = {
    path: 'dialog.tsx',
    text: 'export function Dialog({ children }: Props) {\n  return <dialog><form>{children}</form></dialog>;\n}',
  };
  test.each([
    ['beside other elements', 'function A() { return <form><p><form /></p></form>; }'],
    ['by a component', 'function A() { return <form>{asked && <Dialog />}</form>; }'],
    [
      'by a component of a component',
      'function A() { return <form><B /></form>; } function B() { return <Dialog />; }',
    ],
    [
      'by the children of a component',
      'function A() { return <Dialog><B /></Dialog>; } function B() { return <form />; }',
    ],
  ])('%s', (_how, text) => {
    expect(nestedForms([DIALOG, { path: 'a.tsx', text }])).toHaveLength(1);
  });
  test('adjacent forms are accepted', () => {
    const text = 'function A() { return <><form><p /></form><Dialog><p /></Dialog></>; }';
    expect(nestedForms([DIALOG, { path: 'a.tsx', text }])).toEqual([]);
  });
});
