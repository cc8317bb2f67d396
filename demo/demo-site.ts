import { writeHistory } from './life/history.ts';
import { openSite, type DemoSite, type SiteOptions } from './site.ts';

export interface DemoSiteOptions extends SiteOptions {
  /** Approximate number of posts of all generated boards. */
  readonly posts?: number;
}

/** Opens a site with captured boards if there are captures, otherwise with generated boards, which (seed, madeAt) determine. */
export async function createDemoSite(options: DemoSiteOptions): Promise<DemoSite> {
  const site = await openSite(options);
  if (site.captures === null) writeHistory(site, options.posts);
  return site;
}
