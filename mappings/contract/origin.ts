import { Type, type Static } from 'typebox';

export const AnswerSource = Type.Enum(['postgres', 'elasticsearch'], {
  type: 'string',
  description:
    'Which store the posts are from. `elasticsearch` is seconds behind `postgres`; neither shows what is hidden.',
});
export type AnswerSource = Static<typeof AnswerSource>;

/** What every answer with posts in it says of itself. */
export const ORIGIN = {
  source: AnswerSource,
  degraded: Type.Boolean({
    description:
      'PostgreSQL is away: this is as Elasticsearch knew it last, and may lack the newest posts and changes.',
  }),
};

export const Origin = Type.Object(ORIGIN);
export type Origin = Static<typeof Origin>;
