import type { Post } from '../../mappings/post.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ElasticsearchDocuments } from './elasticsearch-documents.ts';
import { judge, placeOf, type FoundDocument, type IndexPlace, type PlaceOfPost } from './judge.ts';
import type { DriftKind } from './ports.ts';
import type { PostgresRows, StandingRow } from './postgres-rows.ts';

/** A page of ids; each is one row of a join and one document of an answer. */
const AT_ONCE = 500;
/** How long a row that is being written right now is waited for: not at all, or all in all some three seconds. */
const PAUSES_MS = { once: [0], patiently: [0, 50, 100, 200, 400, 800, 1_600] } as const;

export interface ConfirmPorts {
  readonly rows: PostgresRows;
  readonly documents: ElasticsearchDocuments;
  readonly clock: Clock;
  pace(): Promise<void>;
}

export interface Confirmed {
  readonly id: string;
  readonly kind: DriftKind;
  /** null where there is no document, or no row. */
  readonly found: FoundDocument | null;
  readonly post: Post | null;
}

export interface Pending {
  readonly id: string;
  readonly found: FoundDocument | null;
}

export interface Confirmation {
  readonly drift: readonly Confirmed[];
  /** Those whose rows were being written at every look. */
  readonly pending: readonly Pending[];
  /** Those whose rows Elasticsearch refuses for good. */
  readonly quarantined: readonly string[];
  /** The index has left the set: nothing of what it holds matters. */
  readonly isGone: boolean;
}

const GONE: Confirmation = { drift: [], pending: [], quarantined: [], isGone: true };

/**
 * Says which of these ids are drift, and nothing that is not: row unmarked, then the document, then the same rev unmarked
 * again. Between the two looks the row did not change, so every index of the set had it as it is.
 */
export async function confirm(
  ports: ConfirmPorts,
  index: IndexPlace,
  candidates: Iterable<string>,
  how: keyof typeof PAUSES_MS,
): Promise<Confirmation> {
  const drift: Confirmed[] = [];
  const pending: Pending[] = [];
  const quarantined: string[] = [];
  const ids = [...new Set(candidates)];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    let open: readonly Pending[] = ids.slice(start, start + AT_ONCE).map((id) => ({ id, found: null }));
    for (const pause of PAUSES_MS[how]) {
      if (pause > 0) await ports.clock.wait(pause);
      await ports.pace();
      const look = await lookOnce(
        ports,
        index,
        open.map(({ id }) => id),
      );
      if (look === null) return GONE;
      drift.push(...look.drift);
      quarantined.push(...look.quarantined);
      open = look.pending;
      if (open.length === 0) break;
    }
    pending.push(...open);
  }
  return { drift, pending, quarantined, isGone: false };
}

type Look = Omit<Confirmation, 'isGone'>;

async function lookOnce(
  { rows, documents }: ConfirmPorts,
  index: IndexPlace,
  ids: readonly string[],
): Promise<Look | null> {
  const places = new Map(ids.map((id) => [id, placeOf(id, index)]));
  const wanted = [...places.values()].filter((place) => place !== null);
  const before = await rows.standing(index, wanted);
  if (before === null) return null;
  const revs = new Map(before.map((row) => [keyOf(row), row.isMarked ? undefined : row.rev]));
  const found = await documents.read(index.name, ids);
  const after = await rows.standingRows(index, wanted);
  if (after === null) return null;
  const standing = new Map(after.standing.map((row) => [keyOf(row), row]));

  const drift: Confirmed[] = [];
  const pending: Pending[] = [];
  const quarantined: string[] = [];
  for (const [position, id] of ids.entries()) {
    const document = found[position] ?? null;
    const place = places.get(id) ?? null;
    const row: StandingRow | null = place === null ? null : (standing.get(keyOf(place)) ?? null);
    if (row?.isQuarantined === true) {
      quarantined.push(id);
      continue;
    }
    if (row !== null && (row.isMarked || revs.get(keyOf(row)) !== row.rev)) {
      pending.push({ id, found: document });
      continue;
    }
    const post = row?.post ?? null;
    const kind = judge(index, id, document, post, after.epoch);
    if (kind !== null) drift.push({ id, kind, found: document, post });
  }
  return { drift, pending, quarantined };
}

function keyOf({ num, subnum }: PlaceOfPost): string {
  return `${num}.${subnum}`;
}
