import { writeHistory } from './life/history.ts';
import { openSite, type DemoSite, type SiteOptions } from './site.ts';

export interface DemoSiteOptions extends SiteOptions {
  /** About how many posts the generated boards have in all. */
  readonly posts?: number;
}

/** The demo's content: captured boards where there are captures, else boards of its own, determined by (seed, madeAt). */
export async function createDemoSite(options: DemoSiteOptions): Promise<DemoSite> {
  const site = await openSite(options);
  if (site.captures === null) writeHistory(site, options.posts);
  return site;
}
