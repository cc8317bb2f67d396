import { Type, type Static } from 'typebox';

interface PartialReasonText {
  /** Texts for the API's description. */
  readonly description: string;
  /** Texts for readers of answers without a list of reasons. They lack a full stop, since the boards follow. */
  readonly sentence: string;
}

/** In the order of answers. */
export const PARTIAL_REASONS = {
  timed_out: {
    description: 'stopped at the time limit',
    sentence: 'The search was stopped because it took too long.',
  },
  shard_failed: {
    description: 'a part of the index did not answer',
    sentence: 'A part of the search index did not answer.',
  },
  board_missing: {
    description:
      'the index of these boards is missing, closed or broken; none or only some of their posts are searched',
    sentence: 'The search index of these boards is missing or broken',
  },
  board_refilling: {
    description: 'the index of these boards was lost and is being filled again',
    sentence: 'The search index of these boards is being filled again',
  },
  field_missing: {
    description: 'the index of these boards has to be rebuilt before it has a field that the query asks for',
    sentence: 'The search index of these boards lacks a field of this query until it is rebuilt',
  },
  post_unreadable: {
    description: 'found, but not readable while PostgreSQL is away',
    sentence: 'Some posts cannot be read while the database is away.',
  },
  documents_missing: {
    description:
      'found, but not readable while PostgreSQL is away, because the index of these boards holds no whole posts',
    sentence: 'The search index of these boards holds no posts, which cannot be read while the database is away',
  },
} as const satisfies Readonly<Record<string, PartialReasonText>>;
export type PartialReasonName = keyof typeof PARTIAL_REASONS;
export const PARTIAL_REASON_NAMES = Object.keys(PARTIAL_REASONS) as PartialReasonName[];

export const PartialReason = Type.Object(
  {
    reason: Type.Enum(PARTIAL_REASON_NAMES, {
      type: 'string',
      description: Object.entries(PARTIAL_REASONS)
        .map(([reason, { description }]) => `\`${reason}\`: ${description}.`)
        .join(' '),
    }),
    boards: Type.Array(Type.String(), {
      description: 'The boards that are not wholly covered; empty if any may lack posts.',
    }),
  },
  { $id: 'PartialReason' },
);
export type PartialReason = Static<typeof PartialReason>;

/** Part of every answer that Elasticsearch finds or counts. */
export const PARTIAL = {
  partial: Type.Boolean({
    description: 'Hits may be missing, and counts too low: not everything was searched. `partial_reasons` says why.',
  }),
  partial_reasons: Type.Array(PartialReason, { description: 'Why the answer is partial; empty if it is not.' }),
};
