/**
 * A condition on opening posts that holds for too many threads to list them is asked of the threads that a walk over
 * hits meets. The query itself lets all of them through; whoever lists hits asks here which of them are right.
 */
import { compile, type CompileOptions, type QueryContainer } from './compile.ts';
import type { Concealed } from '../../visibility/pending-hides.ts';
import { openerQuery, inThreads } from './thread-query.ts';
import { allOf } from './clauses.ts';
import type { SearchHouse } from '../context.ts';
import type { Query } from '../language/tree.ts';
import { findThreads, withoutConcealed, type ThreadSet } from './find-threads.ts';
import { openerKey, type OpenerLeaf, type Resolved } from './resolved-conditions.ts';

export interface Sieve {
  /** What a post of one of these threads must match to be a hit. There are at most as many as an answer has hits. */
  of(threads: ThreadSet, signal: AbortSignal): Promise<Sifting>;
}

export interface Sifting {
  readonly query: QueryContainer;
  readonly partial: boolean;
}

export interface SieveOptions {
  readonly root: Query['root'];
  readonly order: CompileOptions;
  /** Leaves whose threads are not listed in `resolved`. */
  readonly wide: readonly OpenerLeaf[];
  readonly resolved: Resolved;
  readonly concealed: Concealed;
}

export function createSieve(house: SearchHouse, { root, order, wide, resolved, concealed }: SieveOptions): Sieve {
  return {
    async of(met, signal) {
      const boards = [...met.keys()];
      const threads = new Map(resolved.threads);
      let partial = false;
      for (const leaf of wide) {
        const query = allOf([openerQuery(leaf), inThreads(met)]);
        const found = await findThreads(house, { boards, query }, Infinity, signal);
        partial ||= found.partial;
        threads.set(openerKey(leaf), withoutConcealed(found.threads ?? new Map(), concealed));
      }
      // Which posts, and not how well they match.
      const { query } = compile(root, { ...order, sort: 'new', resolved: { ...resolved, threads } });
      return { query, partial };
    },
  };
}
