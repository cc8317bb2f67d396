import { readConfig } from '../platform/config.ts';
import { closestName } from '../mappings/closest-name.ts';
import type { BoardInput } from '../scraper/boards/boards.ts';
import { createFetcher } from '../scraper/net/fetch.ts';
import { probeSite } from '../scraper/boards/probe-site.ts';
import { sourceOf } from '../scraper/sources/registry.ts';
import { UsageError } from './usage-error.ts';

/** Whoever adds a board waits for it. */
const PATIENCE_MS = 15_000;
const MAX_SLIPS = 2;

/**
 * Asks the site for the board once. Returns a warning where it did not answer: it may do so later.
 * @throws UsageError when it did, and is of another kind or does not have the board.
 */
export async function checkSite(input: BoardInput): Promise<string | null> {
  const { userAgent, scraperPrivateHosts: privateHosts, scraperProxies: proxies } = readConfig();
  const fetcher = createFetcher(userAgent, () => new Date(), undefined, { privateHosts, proxies });
  const url = input.url.replace(/\/+$/, '');
  const sourceName = input.sourceName ?? input.name;
  const board = { name: input.name, sourceName, url, mediaUrl: input.mediaUrl };
  try {
    const answer = await probeSite(fetcher, sourceOf(input.source), board, AbortSignal.timeout(PATIENCE_MS));
    switch (answer.kind) {
      case 'ok':
        return null;
      case 'no_answer':
        return `${url} does not answer now (${answer.detail}). The board is added, and asked for again and again.`;
      case 'other_site':
        throw new UsageError(`${url} is no ${input.source} site: ${answer.detail}`);
      case 'no_board': {
        const meant = closestName(sourceName, answer.boards, Math.min(MAX_SLIPS, sourceName.length - 1));
        const hint = meant === null ? '' : ` Did you mean ${meant}?`;
        throw new UsageError(`${url} has no board ${sourceName} of the kind ${input.source}.${hint}`);
      }
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return `${url} does not answer now. The board is added, and asked for again and again.`;
    }
    throw error;
  } finally {
    await fetcher.close();
  }
}
