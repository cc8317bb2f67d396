import { Type, type Static } from 'typebox';

/**
 * timed_out: stopped at the time limit · shard_failed: a part of the index did not answer · board_missing: the index of these
 * boards is missing, closed or without a working shard · board_refilling: the index of these boards was lost and is being filled
 * again · field_missing: the index of these boards has an older mapping, without a field of the query · post_unreadable: found, and not readable while PostgreSQL is away · documents_missing: found, but
 * the index of these boards holds no whole posts, and PostgreSQL is away.
 */
export const PARTIAL_REASONS = [
  'timed_out',
  'shard_failed',
  'board_missing',
  'board_refilling',
  'field_missing',
  'post_unreadable',
  'documents_missing',
] as const;
export type PartialReasonName = (typeof PARTIAL_REASONS)[number];

export const PartialReason = Type.Object(
  {
    reason: Type.Enum([...PARTIAL_REASONS], {
      type: 'string',
      description:
        '`timed_out`: stopped at the time limit. `shard_failed`: a part of the index did not answer. `board_missing`: the ' +
        'index of these boards is missing, closed or broken; none or only some of their posts are searched. ' +
        '`board_refilling`: the index of these boards was lost and is being filled again. `field_missing`: the index of these boards has to be ' +
        'rebuilt before it has a field that the query asks for. `post_unreadable`: found, but not ' +
        'readable while PostgreSQL is away. `documents_missing`: the same, because the index of these boards holds no whole posts.',
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
