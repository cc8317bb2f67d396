/** Which documents may be shown: PostgreSQL says, or while it is away the copy of what it said last. */
import { documentId } from '../../mappings/elasticsearch/post-document.ts';
import type { PostKey } from '../../mappings/post.ts';
import type { ArchiveCopy } from './fallback-snapshot.ts';
import { selectByBoard, type RowSource } from '../posts/select-by-board.ts';
import { loadConcealed, type Concealed } from './pending-hides.ts';
import { SELECT_VISIBLE } from '../search/hydrate/sql.ts';

export interface Visibility {
  concealed(boards: readonly string[] | null): Promise<Concealed>;
  /** Ids of those that may be shown. */
  visibleAmong(keys: readonly PostKey[]): Promise<ReadonlySet<string>>;
}

/** By the rows themselves, and not by what is known to be concealed: right whatever went wrong between the stores. */
export function visibilityByRows(source: RowSource): Visibility {
  return {
    concealed: async (boards) => loadConcealed(source.pool, boards),
    async visibleAmong(keys) {
      if (keys.length === 0) return new Set();
      const rows = await selectByBoard<{ board: string; num: string; subnum: number }, PostKey>(
        source,
        SELECT_VISIBLE,
        keys,
        (some) => [some.map(({ num }) => num), some.map(({ subnum }) => subnum)],
      );
      return new Set(rows.map((row) => documentId({ ...row, num: Number(row.num) })));
    },
  };
}

/** For documents whose state is visible. */
export function visibilityByCopy(copy: ArchiveCopy): Visibility {
  return {
    concealed: async (boards) => copy.concealed(boards),
    async visibleAmong(keys) {
      const ids = keys.map(documentId);
      const concealed = await copy.concealedAmong(ids);
      return new Set(ids.filter((id) => !concealed.has(id)));
    },
  };
}
