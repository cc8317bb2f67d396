import { MAPPING_VERSION } from '../../mappings/elasticsearch/post-index.ts';
import type { TaskProgress } from '../../mappings/task.ts';
import { RejectedError } from '../runtime/store-errors.ts';
import type { IndexKeeper } from '../live/ports.ts';
import type { Clock, Random } from '../runtime/clock.ts';
import type { Aliases } from './aliases.ts';
import type { ElasticsearchDocuments } from './elasticsearch-documents.ts';
import { IndexGoneError } from './errors.ts';
import { IndexPass, type PassOptions, type Span } from './compare-index.ts';
import type { IndexState, IndexVerifier, Verification, VerifyContext, VerifyRequest } from './ports.ts';
import type { PostgresRows, SetMember } from './postgres-rows.ts';
import { rangeOf } from './ranges.ts';
import { Tally } from './tally.ts';
import type { Comparison } from './compare-windows.ts';

const LOOK_MS = 100;
/** With no mark gone for this long nobody is indexing. */
const STALLED_MS = 60_000;

export interface VerifierOptions {
  readonly rows: PostgresRows;
  readonly documents: ElasticsearchDocuments;
  readonly aliases: Aliases;
  readonly keeper: IndexKeeper;
  readonly clock: Clock;
  readonly random: Random;
  /** For about so many documents. */
  readonly comparison: (documents: number) => Comparison;
  readonly onFound: (differences: number) => void;
}

/** Compares a board's indices with its rows, one after the other. docs/decisions/0008 says why it is as it is. */
export class Verifier implements IndexVerifier {
  readonly #options: VerifierOptions;

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  async verify(request: VerifyRequest, context: VerifyContext): Promise<Verification> {
    const tally = new Tally(context.resume ?? null);
    const { onFound } = this.#options;
    let told = tally.verification().found;
    const tell = () => {
      const { found } = tally.verification();
      onFound(found - told);
      told = found;
    };
    try {
      if (request.indices === null && tally.isFresh) await this.#checkAliases(request, tally);
      const members = await this.#wanted(request);
      const total = await this.#countRanges(request, members);
      for (const member of members) {
        if (tally.hasFinished(member.name)) continue;
        await context.pace();
        await this.#compare(request, context, member, tally, async (state, span) => {
          tell();
          await context.onProgress?.(tally.state(), progressOf(state, span, tally.ranges, total));
        });
      }
      return tally.verification();
    } finally {
      tell();
    }
  }

  async #checkAliases({ boardId, board, repair }: VerifyRequest, tally: Tally): Promise<void> {
    const { found, drift } = await this.#options.aliases.check(boardId, board, repair);
    for (const difference of found) tally.found(difference);
    tally.left(drift);
  }

  async #wanted({ boardId, indices }: VerifyRequest): Promise<readonly SetMember[]> {
    const members = await this.#options.rows.set(boardId);
    return members.filter(({ name, state }) => (indices === null ? state !== 'building' : indices.includes(name)));
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
    tally: Tally,
    onStep: PassOptions['onStep'],
  ): Promise<void> {
    const { name, slice, mappingVersion } = member;
    if (mappingVersion !== MAPPING_VERSION) {
      tally.outdate(name);
      return;
    }
    const { boardId, board, sliceSize } = request;
    const passOnce = () =>
      new IndexPass({
        ...this.#options,
        pace: () => context.pace(),
        index: { boardId, board, sliceSize, name, slice },
        member,
        depth: request.depth,
        isRepaired: request.repair,
        tally,
        onStep,
      }).run(tally.current);
    try {
      try {
        await passOnce();
      } catch (error) {
        if (!isLost(error)) throw error;
        tally.current = null;
        if (await this.#isRestored(request, context, name, tally)) await passOnce();
      }
    } catch (error) {
      // It left the set, and whatever it held is nobody's to search any more.
      if (!(error instanceof IndexGoneError) && !isLost(error)) throw error;
    }
    tally.finish(name);
  }

  /** Elasticsearch has lost an index. Answers whether it is there again, with what was in it. */
  async #isRestored(
    { boardId, repair }: VerifyRequest,
    context: VerifyContext,
    name: string,
    tally: Tally,
  ): Promise<boolean> {
    const { rows, keeper, clock } = this.#options;
    const isWanted = async () => (await rows.set(boardId)).some((member) => member.name === name);
    if (!(await isWanted())) return false;
    tally.found({ kind: 'lost_index', index: name, id: null });
    if (!repair) {
      tally.left(1);
      return false;
    }
    await keeper.restoreLost(boardId);
    const { last } = await rows.countMarks(boardId, null);
    let least = Number.POSITIVE_INFINITY;
    for (let stalled = 0; stalled < STALLED_MS; stalled += LOOK_MS) {
      await context.pace();
      const { waiting } = await rows.countMarks(boardId, last);
      if (waiting === 0) break;
      if (waiting < least) stalled = 0;
      least = Math.min(least, waiting);
      await clock.wait(LOOK_MS);
    }
    return isWanted();
  }
}

function isLost(error: unknown): boolean {
  return error instanceof RejectedError && error.type === 'index_not_found_exception';
}

function progressOf(
  { phase, at, checkpoint }: IndexState,
  [first, end]: Span,
  ranges: number,
  total: number,
): TaskProgress {
  if (phase === 'ranges') return { done: ranges, total: Math.max(total, ranges), unit: 'ranges', perSecond: null };
  // Which num a document has says only about how many come before it.
  const documents = phase === 'written' ? end - first : checkpoint + 1;
  const share = end > first ? (at - first) / (end - first) : 1;
  return { done: Math.round(documents * share), total: documents, unit: 'documents', perSecond: null };
}
