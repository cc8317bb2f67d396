import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { renderFormula } from '../../../../web/src/components/comment/rendered-formula.tsx';
import { HOSTILE_FORMULAS } from '../../../support/hostile-formulas.ts';
import { type Part, readPage } from '../../../support/page.ts';

function draw(tex: string, display = false): string | null {
  const formula = renderFormula(tex, display);
  return formula === null ? null : renderToStaticMarkup(formula);
}

function drawn(tex: string, display = false): Part {
  const markup = draw(tex, display);
  if (markup === null) throw new Error(`${tex} is not drawn`);
  return readPage(markup);
}

describe('a formula is rendered', () => {
  test.each([
    String.raw`\frac{1}{2}`,
    String.raw`\sqrt[3]{x^2+y_i}`,
    String.raw`\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}`,
    String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`,
    String.raw`\left\{ \begin{array}{c|c} 1 & 2 \\ \hline 3 & 4 \end{array} \right.`,
    String.raw`\displaystyle\sum_{n=1}^{\infty} \frac{1}{n^2}`,
    String.raw`\mathbb{R} \to \mathcal{L} \ni \mathfrak{g}`,
    String.raw`\overbrace{a+b}^{\text{two of them}} \xrightarrow{f} \widehat{abc}`,
    String.raw`\cancel{x} \boxed{y} \not= \phantom{z} \underline{u}`,
    String.raw`\begin{align} a &= b \\ &= c \end{align}`,
    String.raw`日本語 + \text{ä}`,
    String.raw`\color{red} x + \textcolor{#00ff00}{y} + \colorbox{blue}{z}`,
    String.raw`\fcolorbox{red}{blue}{z} \pmb{a}`,
  ])('%s', (tex) => {
    for (const display of [false, true]) {
      const page = drawn(tex, display);
      expect(page.all('math')).toHaveLength(1);
      expect(page.one('.katex-html').attribute('aria-hidden')).toBe('true');
    }
  });

  test('as MathML for screen readers, without its source', () => {
    const page = drawn(String.raw`\frac{a}{b}`);
    expect(page.texts('math mfrac > *')).toEqual(['a', 'b']);
    expect(page.all('annotation, semantics')).toEqual([]);
  });

  test('over several lines inside a line of text, as boards do', () => {
    expect(draw(String.raw`\begin{align} a &= b \\ &= c \end{align}`)).toContain('katex-display');
    expect(draw('a = b')).not.toContain('katex-display');
  });

  test('in the theme’s colours, except for transparent parts', () => {
    const markup = draw(String.raw`\color{red}{x} \colorbox{blue}{y} \fcolorbox{red}{blue}{z} \phantom{w}`) ?? '';
    expect(markup).not.toMatch(/red|blue/);
    expect(markup).toContain('color:transparent');
  });
});

test.each(['', String.raw`\frac{1}`, '}{', String.raw`\nosuchthing{x}`, String.raw`\left( x`, 'a & b', '$x$'])(
  'text that is not a formula stays source: %j',
  (tex) => {
    if (tex === '') expect(draw(tex)).not.toBeNull();
    else expect(draw(tex)).toBeNull();
  },
);

test('an excessively large formula stays source', () => {
  expect(draw('x'.repeat(4_001))).toBeNull();
  expect(draw('{'.repeat(1_900) + 'x' + '}'.repeat(1_900))).toBeNull();
  expect(draw(String.raw`\sqrt{`.repeat(300) + 'x' + '}'.repeat(300))).toBeNull();
  expect(draw(String.raw`\def\a{xxxxxxxx}` + String.raw`\a`.repeat(500))).toBeNull();
  expect(draw('x'.repeat(4_000))).toBeNull();
  expect(draw('x'.repeat(500))).not.toBeNull();
});

/** Names of all elements and attributes in a page. */
function namesIn(markup: string): readonly string[] {
  const names = [...markup.matchAll(/<([a-z]+)((?:\s+[-\w:]+(?:="[^"]*")?)*)\s*\/?>/gi)];
  return names.flatMap(([, element = '', attributes = '']) => [
    `<${element}>`,
    ...[...attributes.matchAll(/([-\w:]+)(?:=|\s|$)(?:"[^"]*")?/g)].map(([, name = '']) => name),
  ]);
}

const HARMLESS =
  /^(?:<(?:span|svg|path|line|math|m[a-z]+)>|class|style|aria-hidden|d|viewBox|preserveAspectRatio|[xy][12]|stroke-width|width|height|depth|display|stretchy|[lr]space|(?:row|column)(?:spacing|lines|align)|notation|scriptlevel|displaystyle|voffset|math(?:variant|size)|fence|separator|linebreak|accent(?:under)?|largeop|linethickness|(?:min|max)size)$/;

test('a hostile formula is reduced to a harmless formula', () => {
  expect(HOSTILE_FORMULAS.length).toBeGreaterThanOrEqual(20);
  for (const tex of HOSTILE_FORMULAS) {
    for (const display of [false, true]) {
      const markup = draw(tex, display) ?? '';
      expect(
        namesIn(markup).filter((name) => !HARMLESS.test(name)),
        tex,
      ).toEqual([]);
      expect(
        [...markup.matchAll(/style="([^"]*)"/g)].filter(([, style]) => /url|expression|fixed|;;/.test(style ?? '')),
        tex,
      ).toEqual([]);
    }
  }
});
