import type { SourceKind } from '../../mappings/board.ts';
import type { Source } from '../source.ts';
import { fourChan } from './four-chan/source.ts';

const SOURCES: Readonly<Record<SourceKind, Source>> = { '4chan': fourChan };

export function sourceOf(kind: SourceKind): Source {
  return SOURCES[kind];
}
