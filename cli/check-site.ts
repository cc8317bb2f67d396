import { readConfig } from '../platform/config.ts';
import type { BoardInput } from '../store/boards/boards.ts';
import { testSource } from '../scraper/net/test-source.ts';
import { createFetcher } from '../scraper/net/fetch.ts';
import { sourceOf } from '../scraper/sources/registry.ts';
import { englishReason } from '../server/overview/english.ts';
import texts from '../mappings/locales/en/overview.json' with { type: 'json' };
import type { SourceOutcome } from '../mappings/source-answers.ts';
import { didYouMean, UsageError } from './arguments.ts';

/** The site answers, but not as a site of this kind does. */
const OTHER_SITE: ReadonlySet<SourceOutcome> = new Set(['unreadable', 'redirect', 'address', 'too_large']);

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
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { outcome, detail, boards } = await testSource(sourceOf(input.source), board, {
      fetcher,
      delayMs: 0,
      withSample: false,
      signal,
    });
    if (outcome === 'ok') return null;
    if (outcome === 'no_board') {
      throw new UsageError(`${url} has no ${input.source} board ${sourceName}.${didYouMean(sourceName, boards)}`);
    }
    const reason = englishReason({ reason: outcome, detail }, texts) ?? outcome;
    if (OTHER_SITE.has(outcome)) throw new UsageError(`${url} is not a ${input.source} site: ${reason}`);
    return unreachable(reason);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return unreachable(`timeout after ${TIMEOUT_MS / 1_000} s`);
    }
    throw error;
  } finally {
    await fetcher.close();
  }
}
