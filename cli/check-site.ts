import { readConfig } from '../platform/config.ts';
import type { BoardInput } from '../store/boards/boards.ts';
import { probeSite } from '../scraper/net/probe-site.ts';
import { createFetcher } from '../scraper/net/fetch.ts';
import { sourceOf } from '../scraper/sources/registry.ts';
import { didYouMean, UsageError } from './arguments.ts';

/** Longest wait for the source, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Requests the board from the source once. Returns a warning when the source does not answer, which may be temporary.
 * @throws UsageError when it answers but runs other software or lacks the board.
 */
export async function checkSite(input: BoardInput): Promise<string | null> {
  const { userAgent, scraperPrivateHosts: privateHosts, scraperProxies: proxies } = readConfig();
  const fetcher = createFetcher(userAgent, () => new Date(), undefined, { privateHosts, proxies });
  const url = input.url.replace(/\/+$/, '');
  const sourceName = input.sourceName ?? input.name;
  const board = { name: input.name, sourceName, url, mediaUrl: input.mediaUrl };
  const unreachable = (detail: string) =>
    `Warning: ${url} does not answer (${detail}). The board is added; the scraper keeps trying.`;
  try {
    const answer = await probeSite(fetcher, sourceOf(input.source), board, AbortSignal.timeout(TIMEOUT_MS));
    switch (answer.kind) {
      case 'ok':
        return null;
      case 'no_answer':
        return unreachable(answer.detail);
      case 'other_site':
        throw new UsageError(`${url} is not a ${input.source} site: ${answer.detail}`);
      case 'no_board':
        throw new UsageError(
          `${url} has no ${input.source} board ${sourceName}.${didYouMean(sourceName, answer.boards)}`,
        );
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return unreachable(`timeout after ${TIMEOUT_MS / 1_000} s`);
    }
    throw error;
  } finally {
    await fetcher.close();
  }
}
