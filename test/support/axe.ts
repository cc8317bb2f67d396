import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that another theme can break: it changes colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What hinders readers of a page as it stands, a line each; by the rules about colours alone when only these are new. */
export async function hindrancesOf(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Looking into frames of other origins costs a page of its own each time, and there is no frame to look into.
  if (page.frames().length > 1) throw new Error(`${page.url()} has frames, into which axe would not look`);
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules === 'all' ? axe.withTags(LEVELS) : axe.withRules(COLOUR_RULES)).analyze();
  return violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200)}`);
}
