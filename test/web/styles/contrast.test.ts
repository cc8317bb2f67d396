import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODE_KINDS } from '../../../web/src/components/comment/code-runs.ts';

const css = readFileSync(new URL('../../../web/src/styles/tokens.css', import.meta.url), 'utf8');

const THEMES = ['light', 'dark', 'yotsuba', 'tomorrow'] as const;
type Theme = (typeof THEMES)[number];

/** Token values in all themes, of those that are plain colours. What a board's own theme does not say is its side's. */
const colours = new Map<string, Record<Theme, string>>();
const INHERITED = ['name', 'subject'];
const [common = '', ...own] = css.split(/(?=:root\[data-theme='(?:yotsuba|tomorrow)'\])/);
for (const [, name = '', day, night, both = ''] of common.matchAll(
  /--([a-z-]+):\s*(?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g,
)) {
  const [light, dark] = [day ?? both, night ?? both];
  colours.set(name, { light, dark, yotsuba: light, tomorrow: dark });
}
for (const name of INHERITED) {
  const ink = colours.get('ink');
  expect(css).toContain(`--${name}: var(--ink);`);
  if (ink !== undefined) colours.set(name, ink);
}
for (const block of own) {
  const theme = block.includes("'yotsuba'") ? 'yotsuba' : 'tomorrow';
  for (const [, name = '', colour = ''] of block.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/g)) {
    const sofar = colours.get(name);
    if (sofar === undefined) throw new Error(`${theme} names --${name}, which no other theme has`);
    colours.set(name, { ...sofar, [theme]: colour });
  }
}

test('the boards’ themes have their own colours', () => {
  expect(own).toHaveLength(2);
  expect(colours.get('paper')).toMatchObject({ yotsuba: '#ffffee', tomorrow: '#1d1f21' });
});

/** Uses the formula of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

const GROUNDS = ['paper', 'raised', 'sunken', 'target'];
const TEXTS = [...INHERITED, 'ink', 'ink-quiet', 'accent', 'alarm', 'greentext', 'blue-text'];
const CODE = CODE_KINDS.map((kind) => `code-${kind}`);
const pairs = [
  // Code has its own background, in every post.
  ...CODE.map((text) => [text, 'sunken'] as const),
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ['mark-ink', 'mark'] as const,
  ['alarm', 'alarm-soft'] as const,
  ['ink', 'alarm-soft'] as const,
  ['on-accent', 'accent'] as const,
  ['spoiler-ink', 'spoiler'] as const,
];

for (const theme of THEMES) {
  test.each(pairs)(`%s on %s is legible in the ${theme} theme`, (text, ground) => {
    const [a, b] = [colours.get(text)?.[theme] ?? '', colours.get(ground)?.[theme] ?? ''];
    expect(contrast(a, b)).toBeGreaterThanOrEqual(4.5);
  });

  test(`edges of fields and focus rings stand out in the ${theme} theme`, () => {
    for (const line of ['edge', 'accent']) {
      for (const ground of ['paper', 'raised']) {
        const [a, b] = [colours.get(line)?.[theme] ?? '', colours.get(ground)?.[theme] ?? ''];
        expect(contrast(a, b)).toBeGreaterThanOrEqual(3);
      }
    }
  });
}
