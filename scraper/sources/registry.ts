import type { Board } from '../../mappings/board.ts';
import type { SourceKind } from '../../mappings/sources.ts';
import type { Source } from './source.ts';
import { foolFuuka } from './foolfuuka/source.ts';
import { fourChan } from './four-chan/source.ts';
import { pipermail } from './pipermail/source.ts';
import { vichan } from './vichan/source.ts';

const SOURCES: Readonly<Record<SourceKind, Source>> = { '4chan': fourChan, vichan, foolfuuka: foolFuuka, pipermail };

export function sourceOf(kind: SourceKind): Source {
  return SOURCES[kind];
}

/** What a board that lives is polled by. */
export type LivingSource = Source & Required<Pick<Source, 'threads' | 'thread'>>;

export function isLiving(source: Source): source is LivingSource {
  return source.threads !== undefined && source.thread !== undefined;
}

/** @throws Error for a board whose source has only a history. */
export function livingSourceOf(board: Board): LivingSource {
  const source = sourceOf(board.source);
  if (!isLiving(source)) throw new Error(`a ${board.source} source has no list of living threads`);
  return source;
}
