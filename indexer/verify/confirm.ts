import type { Post } from '../../mappings/post.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ElasticsearchDocuments } from './elasticsearch-documents.ts';
import { classify, placeOf, type FoundDocument, type IndexPlace, type PlaceOfPost } from './classify.ts';
import type { DriftKind } from './verification.ts';
import type { PostgresRows, FullRowState } from './postgres-rows.ts';

/** Ids per query. */
const BATCH = 500;
/** Waits before each attempt to classify a document whose row is dirty: a single attempt, or about three seconds in total. */
const WAITS_MS = { once: [0], repeatedly: [0, 50, 100, 200, 400, 800, 1_600] } as const;

export interface ConfirmPorts {
  readonly rows: PostgresRows;
  readonly documents: ElasticsearchDocuments;
  readonly clock: Clock;
  pace(): Promise<void>;
}

export interface Confirmed {
  readonly id: string;
  readonly kind: DriftKind;
  /** null when there is no document. */
  readonly found: FoundDocument | null;
  /** null when there is no row. */
  readonly post: Post | null;
}

export interface Pending {
  readonly id: string;
  readonly found: FoundDocument | null;
}

export interface Confirmation {
  readonly drift: readonly Confirmed[];
  /** Documents that could not be judged, because their rows were dirty at every attempt. */
  readonly pending: readonly Pending[];
  /** Ids of documents in quarantine. */
  readonly quarantined: readonly string[];
  /** The index has left the set, so its documents no longer matter. */
  readonly isGone: boolean;
}

const GONE: Confirmation = { drift: [], pending: [], quarantined: [], isGone: true };

/**
 * Decides which of the candidates are drift, without false positives. Reads the row's state, then the document, then the
 * row's state again. If the row was not dirty and had the same rev both times, every index of the set must have had that
 * row when the document was read.
 */
export async function confirm(
  ports: ConfirmPorts,
  index: IndexPlace,
  candidates: Iterable<string>,
  how: keyof typeof WAITS_MS,
): Promise<Confirmation> {
  const drift: Confirmed[] = [];
  const pending: Pending[] = [];
  const quarantined: string[] = [];
  const ids = [...new Set(candidates)];
  for (let start = 0; start < ids.length; start += BATCH) {
    let open: readonly Pending[] = ids.slice(start, start + BATCH).map((id) => ({ id, found: null }));
    for (const wait of WAITS_MS[how]) {
      if (wait > 0) await ports.clock.wait(wait);
      await ports.pace();
      const attempt = await confirmOnce(
        ports,
        index,
        open.map(({ id }) => id),
      );
      if (attempt === null) return GONE;
      drift.push(...attempt.drift);
      quarantined.push(...attempt.quarantined);
      open = attempt.pending;
      if (open.length === 0) break;
    }
    pending.push(...open);
  }
  return { drift, pending, quarantined, isGone: false };
}

type Attempt = Omit<Confirmation, 'isGone'>;

async function confirmOnce(
  { rows, documents }: ConfirmPorts,
  index: IndexPlace,
  ids: readonly string[],
): Promise<Attempt | null> {
  const places = new Map(ids.map((id) => [id, placeOf(id, index)]));
  const wanted = [...places.values()].filter((place) => place !== null);
  const before = await rows.rowStates(index, wanted);
  if (before === null) return null;
  const revs = new Map(before.map((row) => [keyOf(row), row.isDirty ? undefined : row.rev]));
  const found = await documents.read(index, ids);
  const after = await rows.fullRowStates(index, wanted);
  if (after === null) return null;
  const states = new Map(after.rows.map((row) => [keyOf(row), row]));

  const drift: Confirmed[] = [];
  const pending: Pending[] = [];
  const quarantined: string[] = [];
  for (const [position, id] of ids.entries()) {
    const document = found[position] ?? null;
    const place = places.get(id) ?? null;
    const row: FullRowState | null = place === null ? null : (states.get(keyOf(place)) ?? null);
    if (row?.isQuarantined === true) {
      quarantined.push(id);
      continue;
    }
    if (row !== null && (row.isDirty || revs.get(keyOf(row)) !== row.rev)) {
      pending.push({ id, found: document });
      continue;
    }
    const post = row?.post ?? null;
    const kind = classify(index, id, document, post, after.epoch);
    if (kind !== null) drift.push({ id, kind, found: document, post });
  }
  return { drift, pending, quarantined };
}

function keyOf({ num, subnum }: PlaceOfPost): string {
  return `${num}.${subnum}`;
}
