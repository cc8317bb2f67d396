import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Beside the levels: a landmark within another is announced in the wrong place. */
const LANDMARKS = ['landmark-banner-is-top-level', 'landmark-contentinfo-is-top-level', 'landmark-main-is-top-level'];
/** The rules whose result depends on the theme, which changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Only the reported results: a description of every passed element is megabytes for a long thread. */
const REPORT: RunOptions = { resultTypes: ['violations'], selectors: false };

const OPTIONS: Readonly<Record<'all' | 'colours', RunOptions>> = {
  all: {
    ...REPORT,
    runOnly: { type: 'tag', values: LEVELS },
    rules: Object.fromEntries(LANDMARKS.map((rule) => [rule, { enabled: true }])),
  },
  colours: { ...REPORT, runOnly: { type: 'rule', values: COLOUR_RULES } },
};

/**
 * The violations of WCAG 2.2 AA on the current page, one line per rule; on request only of the rules about colours. `part`: a selector of
 * the checked part, which must exist.
 */
export async function axeViolationsOf(
  page: Page,
  rules: 'all' | 'colours' = 'all',
  part: string | null = null,
): Promise<string[]> {
  // axe would have to be loaded into each frame; our pages have none.
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames, which axe would not check`);
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(axe.source);
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${part === null ? 'document' : JSON.stringify(part)}, ${JSON.stringify(OPTIONS[rules])}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200)}`);
}

/** A screen of 1280 px at 400 % zoom. */
const NARROWEST = { width: 320, height: 568 };

/** Expects no violations of WCAG 2.2 AA in either theme, and no sideways scrolling in the narrowest window. */
export async function expectAccessible(page: Page): Promise<void> {
  const wide = page.viewportSize();
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colours'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolationsOf(page, rules)).toEqual([]);
  }
  await page.setViewportSize(NARROWEST);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(NARROWEST.width);
  if (wide !== null) await page.setViewportSize(wide);
}
