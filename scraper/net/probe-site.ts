/** Probes a site before a board is added: whether it is of the given kind, and whether it has the board. */
import type { FetchResult, Fetcher } from './fetch.ts';
import type { ParseResult } from '../sources/parse-result.ts';
import type { Source, SourceBoard } from '../sources/source.ts';

export type SiteCheck =
  | { readonly kind: 'ok' }
  /** The site has no such board. Contains the boards that the site lists, if it has a list. */
  | { readonly kind: 'no_board'; readonly boards: readonly string[] }
  | { readonly kind: 'other_site'; readonly detail: string }
  /** The site did not respond; it may be unavailable for a moment. */
  | { readonly kind: 'no_answer'; readonly detail: string };

interface Probe {
  readonly url: string;
  readonly read: (body: string) => ParseResult<unknown>;
}

export async function probeSite(
  fetcher: Fetcher,
  source: Source,
  board: SourceBoard,
  signal: AbortSignal,
): Promise<SiteCheck> {
  const probe = probeOf(source, board);
  const answer = await get(fetcher, board, probe.url, signal);
  switch (answer.kind) {
    case 'fetched': {
      const reading = probe.read(answer.body);
      if (reading.ok) return { kind: 'ok' };
      const { reason, detail } = reading.refusal;
      return reason === 'not_found'
        ? { kind: 'no_board', boards: await boardNames(fetcher, source, board, signal) }
        : { kind: 'other_site', detail: `${probe.url}: ${detail}` };
    }
    case 'gone':
      return { kind: 'no_board', boards: await boardNames(fetcher, source, board, signal) };
    case 'refused':
      return { kind: 'other_site', detail: `${probe.url}: ${answer.refusal.detail}` };
    case 'slow-down':
      return { kind: 'no_answer', detail: `${probe.url} answers with status ${answer.status}` };
    case 'failed':
      return { kind: 'no_answer', detail: `${probe.url}: ${answer.detail}` };
    case 'not-modified':
      return { kind: 'ok' };
  }
}

function probeOf(source: Source, board: SourceBoard): Probe {
  const { threads, history, mail } = source;
  if (threads !== undefined) return { url: threads.url(board), read: (body) => threads.read(body, board) };
  if (mail !== undefined) return { url: mail.index.url(board), read: (body) => mail.index.read(body, board) };
  if (history !== undefined) return { url: history.url(board, 1), read: (body) => history.read(body, board) };
  throw new Error('a source must have a list of threads, a history or messages');
}

async function boardNames(
  fetcher: Fetcher,
  { boards }: Source,
  board: SourceBoard,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (boards === undefined) return [];
  const answer = await get(fetcher, board, boards.url(board), signal);
  if (answer.kind !== 'fetched') return [];
  const reading = boards.read(answer.body, board);
  return reading.ok ? reading.value.map(({ name }) => name) : [];
}

async function get(fetcher: Fetcher, board: SourceBoard, url: string, signal: AbortSignal): Promise<FetchResult> {
  return fetcher.get({ url, validator: null, allowedOrigins: new Set([new URL(board.url).origin]), signal });
}
