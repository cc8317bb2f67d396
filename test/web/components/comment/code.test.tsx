import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CodeText } from '../../../../web/src/components/comment/coloured-code.tsx';
import { readCode } from '../../../../web/src/components/comment/code-languages.ts';
import {
  CODE_KINDS,
  codePieces,
  type CodeRun,
  MAX_CODE_CHARACTERS,
} from '../../../../web/src/components/comment/code-runs.ts';
import { runsOf } from '../../../../web/src/components/comment/highlighting.ts';

const WRITTEN: readonly (readonly [language: string, code: string])[] = [
  ['cpp', '#include <stdio.h>\nint main(void) {\n  printf("hi\\n");\n  return 0;\n}'],
  ['python', 'def f(x):\n    return x + 1\n\nprint(f(2))'],
  ['python', 'for i in range(10):\n    print(i)'],
  ['typescript', 'const a = () => {\n  console.log("x");\n};'],
  ['rust', 'fn main() {\n    let mut v: Vec<u32> = Vec::new();\n    println!("{}", v.len());\n}'],
  ['go', 'package main\nimport "fmt"\nfunc main() {\n\tfmt.Println("hi")\n}'],
  ['haskell', 'main :: IO ()\nmain = do\n  putStrLn "hi"\n  where x = 1'],
  ['lisp', '(defun fact (n)\n  (if (<= n 1) 1 (* n (fact (- n 1)))))'],
  ['scheme', '(define (fact n)\n  (if (= n 0) 1 (* n (fact (- n 1)))))'],
  ['bash', '#!/bin/bash\nfor f in *.png; do\n  convert "$f" out\ndone'],
  ['sql', 'SELECT name, count(*) FROM users WHERE age > 3 GROUP BY name;'],
  ['xml', '<div class="a"><a href="#">x</a></div>'],
  ['css', 'body {\n  color: red;\n  margin: 0 auto;\n}'],
  ['json', '{"a": 1, "b": [true, null]}'],
  ['x86asm', 'mov eax, 1\nxor ebx, ebx\nint 0x80'],
  ['java', 'public class Main {\n  public static void main(String[] a) {\n    System.out.println("x");\n  }\n}'],
  ['lua', 'local x = {}\nfunction x:foo()\n  return self.y\nend'],
  ['diff', '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-foo\n+bar'],
];

test.each(WRITTEN)('%s is detected', (language, code) => {
  const read = readCode(code);
  expect(read.language).toBe(language);
  expect(read.runs.length).toBeGreaterThan(1);
});

test.each([
  'This is just a bit of prose that somebody put there for no reason; it is not code, and it never was. What of that?',
  'Thank you for reading.\nIf you want to, select one from the list and return it to me.',
  '  ∧＿∧\n ( ´∀`)\n (    )\n | | |',
  '[  0.000000] Linux version 5.4.0 (gcc version 9.3.0)\n[  0.004] Command line: root=/dev/sda1',
  'OS: Arch Linux x86_64\nKernel: 5.10.1\nUptime: 3 hours\nPackages: 900 (pacman)',
  '',
])('text that is not code stays plain: %j', (text) => {
  expect(readCode(text)).toEqual({ language: null, runs: [] });
});

const arbitraryCode = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...WRITTEN.map(([, code]) => code), '/*', '"', '<script>', '${', '\n', '日本'), {
      maxLength: 6,
    })
    .map((parts) => parts.join('')),
);

test('runs are in order, disjoint, within the text, and of known kinds', () => {
  fc.assert(
    fc.property(arbitraryCode, (text) => {
      let at = 0;
      for (const [start, end, kind] of readCode(text).runs) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        expect(CODE_KINDS).toContain(kind);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('for any part of the code, the joined pieces are that part and each has its own kind', () => {
  fc.assert(
    fc.property(arbitraryCode, fc.nat(), fc.nat(), (text, a, b) => {
      const { runs } = readCode(text);
      const [from, to] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [number, number];
      const pieces = codePieces(text.slice(from, to), runs, from);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text.slice(from, to));
      for (const { start, kind } of pieces) {
        const at = start + from;
        expect(kind).toBe(runs.find((run) => run[0] <= at && at < run[1])?.[2] ?? null);
      }
    }),
  );
});

const draw = (text: string, runs: readonly CodeRun[], marks: readonly (readonly [number, number])[] = [], from = 0) =>
  renderToStaticMarkup(<CodeText shown={{ text, marks, from }} runs={runs} />);

describe('drawn', () => {
  test('each run has its kind, other text has none, and text never becomes markup', () => {
    expect(draw('if <b>', [[0, 2, 'keyword']])).toBe('<span class="code-keyword">if</span> &lt;b&gt;');
  });

  test('a match over several runs is marked in each', () => {
    const runs: readonly CodeRun[] = [
      [0, 3, 'keyword'],
      [4, 8, 'name'],
    ];
    expect(draw('let name = 1', runs, [[2, 6]])).toBe(
      '<span class="code-keyword">le<mark>t</mark></span><mark> </mark><span class="code-name"><mark>na</mark>me</span> = 1',
    );
  });

  test('a part has the same colours as in the whole code', () => {
    expect(draw('me = 1', [[4, 8, 'name']], [[0, 1]], 6)).toBe('<span class="code-name"><mark>m</mark>e</span> = 1');
  });
});

test('code that is too long, or any code without workers, stays plain', async () => {
  expect(await runsOf('x'.repeat(MAX_CODE_CHARACTERS + 1))).toEqual([]);
  expect(await runsOf('int main() {\n}')).toEqual([]);
});
