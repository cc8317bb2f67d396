import type { Board } from '../../mappings/board.ts';
import type { SourceKind } from '../../mappings/sources.ts';
import { MODULES } from '../modules.ts';
import type { PollableSource, Source } from './source.ts';
import { foolFuuka } from './foolfuuka/source.ts';
import { fourChan } from './four-chan/source.ts';
import { pipermail } from './pipermail/source.ts';
import { vichan } from './vichan/source.ts';

/** The sources: each is a folder beside this file and a line here, or belongs to a module. */
const SOURCES: Readonly<Partial<Record<SourceKind, Source>>> = {
  '4chan': fourChan,
  vichan,
  foolfuuka: foolFuuka,
  pipermail,
  ...Object.assign({}, ...MODULES.map(({ sources }) => sources)),
};

/** Boards whose module was removed keep their posts. */
const UNREAD: Source = {};

export function sourceOf(kind: SourceKind): Source {
  return SOURCES[kind] ?? UNREAD;
}

export function isPollable(source: Source): source is PollableSource {
  return source.threads !== undefined && source.thread !== undefined;
}

/** @throws Error for a board whose source has no list of living threads. */
export function pollableSourceOf(board: Board): PollableSource {
  const source = sourceOf(board.source);
  if (!isPollable(source)) throw new Error(`a ${board.source} source has no list of living threads`);
  return source;
}
