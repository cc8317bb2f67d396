import type { estypes } from '@elastic/elasticsearch';
import { parse } from '../../server/search/language/parse.ts';
import { compile } from '../../server/search/compile.ts';
import { skeletonRequest } from '../../server/search/skeleton.ts';
import type { World } from '../support/world.ts';

/** The request that the server sends to Elasticsearch for a first page of 25. */
export function compileForBench(world: World): (q: string) => estypes.SearchRequest {
  return (q) =>
    skeletonRequest(
      { indexPrefix: world.indexPrefix, timeoutMs: 5_000 },
      { search: compile(parse(q).root, { sort: 'new', direction: 'forward', now: Date.now() }), after: null, size: 26 },
    );
}
