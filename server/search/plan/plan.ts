/** Plans a search: resolves the conditions that need a lookup, and compiles the Elasticsearch query. */
import { isListed } from '../../../mappings/board.ts';
import { fieldNamed, fieldOf, HAS_KINDS, IS_KINDS, partsOfField } from '../../../mappings/search/fields.ts';
import { sortOf } from '../../../mappings/search/sorts.ts';
import type { RequestContext } from '../../limits/request-context.ts';
import { leavesOf, type Leaf, type Query } from '../language/tree.ts';
import { notePartial, searchTarget } from '../elasticsearch/send-search.ts';
import { hasOlderTexts } from './older-texts.ts';
import { boardsOf, compile, type CompiledSearch, type CompileOptions } from './compile.ts';
import { resolveConditions, type Resolution, type ResolveContext } from './resolve.ts';

export interface SearchPlan {
  /** Still matches pending hides, which hydration drops. */
  readonly search: CompiledSearch;
  readonly resolution: Resolution;
}

/** For pages of hits. @throws QueryError condition_too_wide, UnavailableError, and errors of `sendSearch` */
export async function planSearch(
  context: ResolveContext,
  { root }: Pick<Query, 'root'>,
  order: Pick<CompileOptions, 'sort' | 'direction' | 'now' | 'zone'>,
  request: RequestContext,
): Promise<SearchPlan> {
  return request.timings.measure('plan', async () => {
    await noteMissingFields(context, { root, sort: order.sort }, request);
    const resolution = await resolveConditions(context, { root }, boardsOf(root), request);
    const olderTexts = await hasOlderTexts(context, boardsOf(root));
    const search = compile(root, { ...order, resolved: resolution.resolved, olderTexts });
    return { search: await withoutUnlisted(context, search), resolution };
  });
}

/** Unlisted boards are searched only if the query names them. */
async function withoutUnlisted({ boards }: ResolveContext, search: CompiledSearch): Promise<CompiledSearch> {
  if (search.boards !== null) return search;
  const unlisted = (await boards.all()).filter((board) => !isListed(board)).map(({ name }) => name);
  if (unlisted.length === 0) return search;
  return { ...search, query: { bool: { must: [search.query], must_not: [{ terms: { board: unlisted } }] } } };
}

/** The first mapping version with the index field that the leaf searches; 0 for a field of all versions. */
function sinceOf(leaf: Leaf): number {
  switch (leaf.kind) {
    case 'text':
      return leaf.field === 'any' ? 0 : (fieldOf('text', leaf.field).since ?? 0);
    case 'part':
      return partsOfField(leaf.field).since;
    case 'is':
      return IS_KINDS[leaf.value].since ?? 0;
    case 'has':
      return HAS_KINDS[leaf.value].since ?? 0;
    case 'exact':
    case 'number':
      return fieldNamed(leaf.field)?.since ?? 0;
    case 'time':
      return fieldOf('time', leaf.edge).since ?? 0;
    case 'board':
    case 'quote':
      return 0;
  }
}

/** Indices of an older mapping find no posts by a field that they lack; the answer reports that. */
async function noteMissingFields(
  context: ResolveContext,
  { root, sort }: Pick<Query, 'root' | 'sort'>,
  request: RequestContext,
): Promise<void> {
  const ofSort = sort === null ? 0 : (sortOf(sort).since ?? 0);
  const newest = Math.max(ofSort, ...[...leavesOf(root)].map((leaf) => sinceOf(leaf)));
  if (newest === 0) return;
  const { index } = searchTarget(context, boardsOf(root));
  notePartial(context, (await context.coverage?.gapsOfField(index, newest)) ?? [], request);
}
