import type { Board } from '../../mappings/board.ts';
import type { SourceKind } from '../../mappings/sources.ts';
import type { Source } from './source.ts';
import { cable } from '../../modules/cable/scraper/source.ts';
import { foolFuuka } from './foolfuuka/source.ts';
import { fourChan } from './four-chan/source.ts';
import { pipermail } from './pipermail/source.ts';
import { vichan } from './vichan/source.ts';

/** The only place that lists the sources: a new one is a folder beside this file and a line here. */
const SOURCES: Readonly<Record<SourceKind, Source>> = {
  '4chan': fourChan,
  vichan,
  foolfuuka: foolFuuka,
  pipermail,
  cable,
};

export function sourceOf(kind: SourceKind): Source {
  return SOURCES[kind];
}

/** A source with a list of living threads, whose boards are polled. */
export type PollableSource = Source & Required<Pick<Source, 'threads' | 'thread'>>;

export function isPollable(source: Source): source is PollableSource {
  return source.threads !== undefined && source.thread !== undefined;
}

/** @throws Error for a board whose source has no list of living threads. */
export function pollableSourceOf(board: Board): PollableSource {
  const source = sourceOf(board.source);
  if (!isPollable(source)) throw new Error(`a ${board.source} source has no list of living threads`);
  return source;
}
