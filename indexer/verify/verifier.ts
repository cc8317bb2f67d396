import type pg from 'pg';
import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import type { TaskProgress } from '../../mappings/task.ts';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import type { StoreMonitor } from '../runtime/store-monitor.ts';
import { isIndexMissing } from '../runtime/store-errors.ts';
import type { IndexProvisioner } from '../live/ports.ts';
import type { Clock, Random } from '../runtime/clock.ts';
import { ElasticsearchSegments } from '../purge-segments/elasticsearch-segments.ts';
import { Aliases } from './aliases.ts';
import { compact, type CompactPorts } from './compact.ts';
import { ElasticsearchDocuments } from './elasticsearch-documents.ts';
import { IndexComparison, type IndexComparisonOptions, type Span } from './compare-index.ts';
import type { IndexState, IndexVerifier, Verification, VerifyContext, VerifyRequest } from './verification.ts';
import { IndexGoneError } from './resolve-differences.ts';
import { PostgresRows, type SetMember } from './postgres-rows.ts';
import { rangeOf } from './compare-sums.ts';
import { VerifyResults } from './verify-results.ts';
import type { Comparison } from './compare-windows.ts';
import { openComparison, type StoreAddresses } from './compare-threads.ts';

const POLL_MS = 100;
/** Without progress for this long, no indexer is running. */
const STALLED_MS = 60_000;
/** An index without documents is compacted when at least this many and this share of its documents were written again. */
const MIN_COMPACTED = 5_000;
const COMPACTED_SHARE = 0.1;

export interface VerifierOptions {
  readonly rows: PostgresRows;
  readonly documents: ElasticsearchDocuments;
  readonly aliases: Aliases;
  readonly provisioner: IndexProvisioner;
  readonly clock: Clock;
  readonly random: Random;
  /** Opens a comparison of about this many documents in full. */
  readonly comparison: (documents: number) => Comparison;
  readonly segments: CompactPorts['segments'];
  /** Called with the number of newly confirmed differences. */
  readonly onFound: (differences: number) => void;
}

/**
 * Verifies a board: first its aliases, then one index after the other (compare-index.ts). docs/decisions/0008 gives the
 * reasons for the method.
 */
export class Verifier implements IndexVerifier {
  readonly #options: VerifierOptions;

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  async verify(request: VerifyRequest, context: VerifyContext): Promise<Verification> {
    const results = new VerifyResults(context.resume ?? null);
    const { onFound } = this.#options;
    let reported = results.verification().found;
    const report = () => {
      const { found } = results.verification();
      onFound(found - reported);
      reported = found;
    };
    try {
      if (request.indices === null && results.isFresh) await this.#checkAliases(request, results);
      const members = await this.#selectMembers(request);
      const total = await this.#countRanges(request, members);
      for (const member of members) {
        if (results.hasFinished(member.name)) continue;
        await context.pace();
        await this.#compare(request, context, member, results, async (state, span) => {
          report();
          await context.onProgress?.(results.state(), progressOf(state, span, results.ranges, total));
        });
      }
      if (request.indices === null) results.unindexed = await this.#unindexedSlices(request);
      return results.verification();
    } finally {
      report();
    }
  }

  async #checkAliases({ boardId, board, repair }: VerifyRequest, results: VerifyResults): Promise<void> {
    const { found, drift } = await this.#options.aliases.check(boardId, board, repair);
    for (const difference of found) results.found(difference);
    results.left(drift);
  }

  async #selectMembers({ boardId, indices }: VerifyRequest): Promise<readonly SetMember[]> {
    const members = await this.#options.rows.set(boardId);
    return members.filter(({ name, state }) => (indices === null ? state !== 'building' : indices.includes(name)));
  }

  /** Slices with rows but without an index that searches use. */
  async #unindexedSlices({ boardId, sliceSize }: VerifyRequest): Promise<readonly number[]> {
    const { rows } = this.#options;
    const live = new Set((await rows.set(boardId)).flatMap(({ state, slice }) => (state === 'live' ? [slice] : [])));
    const unindexed: number[] = [];
    for (let from = 0; ;) {
      const bounds = await rows.bounds(boardId, from, Number.MAX_SAFE_INTEGER + 1);
      if (bounds === null) return unindexed;
      const slice = Math.floor(bounds[0] / sliceSize);
      if (!live.has(slice)) unindexed.push(slice);
      from = (slice + 1) * sliceSize;
    }
  }

  async #countRanges({ boardId, sliceSize }: VerifyRequest, members: readonly SetMember[]): Promise<number> {
    let total = 0;
    for (const { slice } of members) {
      const bounds = await this.#options.rows.bounds(boardId, slice * sliceSize, (slice + 1) * sliceSize);
      if (bounds !== null) total += rangeOf(bounds[1]) - rangeOf(bounds[0]) + 1;
    }
    return total;
  }

  async #compare(
    request: VerifyRequest,
    context: VerifyContext,
    member: SetMember,
    results: VerifyResults,
    onStep: IndexComparisonOptions['onStep'],
  ): Promise<void> {
    const { name, slice, state, mappingVersion, hasDocuments, isShared } = member;
    if (mappingVersion !== MAPPING_VERSION) {
      if (state === 'standby') results.finish(name);
      else results.outdate(name);
      return;
    }
    const { boardId, board, sliceSize } = request;
    // The start of a resumed comparison is unknown: earlier documents count too.
    const isResumed = results.current?.name === name;
    const before = isResumed
      ? { rewritten: 0, documents: 0 }
      : { rewritten: results.rewritten, documents: results.documents };
    const passOnce = () =>
      new IndexComparison({
        ...this.#options,
        pace: () => context.pace(),
        index: { boardId, board, sliceSize, name, slice, hasDocuments, isShared },
        member,
        depth: request.depth,
        isRepaired: request.repair,
        results,
        onStep,
      }).run(results.current);
    try {
      try {
        await passOnce();
      } catch (error) {
        if (!isIndexMissing(error)) throw error;
        results.current = null;
        if (await this.#restoreLost(request, context, name, results)) await passOnce();
        // The board has joined another shared index instead.
        else if (isShared && request.repair) results.replace(name);
      }
    } catch (error) {
      if (!(error instanceof IndexGoneError) && !isIndexMissing(error)) throw error;
      results.replace(name);
    }
    const [rewritten, documents] = [results.rewritten - before.rewritten, results.documents - before.documents];
    if (rewritten >= Math.max(MIN_COMPACTED, documents * COMPACTED_SHARE)) {
      await compact({ ...this.#options, pace: () => context.pace() }, name).catch((error: unknown) => {
        if (!isIndexMissing(error)) throw error;
      });
    }
    results.finish(name);
  }

  /** Reports an index that Elasticsearch has lost, and with repair restores it. Returns whether it can be compared now. */
  async #restoreLost(
    { boardId, repair }: VerifyRequest,
    context: VerifyContext,
    name: string,
    results: VerifyResults,
  ): Promise<boolean> {
    const { rows, provisioner, clock } = this.#options;
    const isInSet = async () => (await rows.set(boardId)).some((member) => member.name === name);
    if (!(await isInSet())) return false;
    results.found({ kind: 'lost_index', index: name, id: null });
    if (!repair) {
      results.left(1);
      return false;
    }
    await provisioner.restoreLost(boardId);
    const { last } = await rows.countDirty(boardId, null);
    let fewest = Number.POSITIVE_INFINITY;
    for (let stalled = 0; stalled < STALLED_MS; stalled += POLL_MS) {
      await context.pace();
      const { waiting } = await rows.countDirty(boardId, last);
      if (waiting === 0) break;
      if (waiting < fewest) stalled = 0;
      fewest = Math.min(fewest, waiting);
      await clock.wait(POLL_MS);
    }
    return isInSet();
  }
}

function progressOf(
  { phase, at, checkpoint }: IndexState,
  [first, end]: Span,
  ranges: number,
  total: number,
): TaskProgress {
  if (phase === 'ranges') return { done: ranges, total: Math.max(total, ranges), unit: 'ranges', perSecond: null };
  // An estimate: nums are not evenly distributed.
  const documents = phase === 'written' ? end - first : checkpoint + 1;
  const share = end > first ? (at - first) / (end - first) : 1;
  return { done: Math.round(documents * share), total: documents, unit: 'documents', perSecond: null };
}

export interface CreateVerifierOptions {
  readonly pool: pg.Pool;
  readonly client: Elasticsearch;
  readonly monitors: { readonly postgres: StoreMonitor; readonly elasticsearch: StoreMonitor };
  readonly provisioner: IndexProvisioner;
  readonly indexPrefix: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Lets large comparisons run on worker threads; null for none. */
  readonly addresses: StoreAddresses | null;
  /** Called with the number of newly confirmed differences. */
  readonly onFound: (differences: number) => void;
}

export function createVerifier(options: CreateVerifierOptions): IndexVerifier {
  const { pool, client, monitors, indexPrefix, addresses, ...ports } = options;
  const rows = new PostgresRows(pool, monitors.postgres);
  const documents = new ElasticsearchDocuments(client, monitors.elasticsearch);
  return new Verifier({
    ...ports,
    rows,
    documents,
    segments: new ElasticsearchSegments({ client, monitor: monitors.elasticsearch, clock: ports.clock }),
    comparison: (count) => openComparison({ rows, documents, addresses }, count),
    aliases: new Aliases({ client, monitor: monitors.elasticsearch, rows, indexPrefix }),
  });
}
