import { Type, type Static } from 'typebox';

export const AnswerSource = Type.Enum(['postgres', 'elasticsearch'], {
  type: 'string',
  description:
    'The store that the posts come from. `elasticsearch` is seconds behind `postgres`. Neither shows hidden posts.',
});
export type AnswerSource = Static<typeof AnswerSource>;

/** Part of every answer with posts. */
export const ORIGIN = {
  source: AnswerSource,
  degraded: Type.Boolean({
    description: 'PostgreSQL is away: posts come from Elasticsearch and may lack the newest posts and changes.',
  }),
};

export const Origin = Type.Object(ORIGIN);
export type Origin = Static<typeof Origin>;
