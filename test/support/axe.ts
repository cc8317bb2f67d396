import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the theme, which changes only colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Only what is reported: a description of every element that passed is megabytes for a long thread. */
const REPORT: RunOptions = { resultTypes: ['violations'], selectors: false };

const OPTIONS: Readonly<Record<'all' | 'colours', RunOptions>> = {
  all: { ...REPORT, runOnly: { type: 'tag', values: LEVELS } },
  colours: { ...REPORT, runOnly: { type: 'rule', values: COLOUR_RULES } },
};

/**
 * The violations of WCAG 2.2 AA on a page as it is now, a line for each rule; only of the rules about colours on request. `part`: a
 * selector of what is checked, which must be there.
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
