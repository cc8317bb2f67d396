/** Settings of one board, as admins read and change them. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/** Spelt as one type of several: for `anyOf` the serializer would validate every value to choose a branch. */
const value = (description: string) =>
  Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'], description });

export const BoardSetting = Type.Object(
  {
    name: Type.String(),
    kind: Type.Enum(['number', 'whole', 'flag', 'expression', 'choice'], {
      type: 'string',
      description: 'choice: yes, no, or expressions. Expressions stand one a line, and one that matches is enough.',
    }),
    value: value('As it is set; null for the default, and for what is stored and not understood.'),
    default: value('Where nothing is set, as the environment of this server has it; null for none.'),
    in_force: value('What the scraper goes by from its next look on; null for none.'),
    meaning: Type.String(),
    unit: Type.Unsafe<'seconds' | 'milliseconds' | 'pages' | null>({
      type: ['string', 'null'],
      enum: ['seconds', 'milliseconds', 'pages', null],
    }),
    minimum: nullable(Type.Number()),
    maximum: nullable(Type.Number()),
    problem: nullable(
      Type.String({
        description:
          'Why what is stored is not understood. While there is one, scrapers go by what they understood last.',
      }),
    ),
  },
  { $id: 'BoardSetting' },
);

export const HeldCounts = Type.Object(
  { posts: Type.Integer(), threads: Type.Integer(), files: Type.Integer() },
  { $id: 'HeldCounts' },
);
export type HeldCounts = Static<typeof HeldCounts>;

export const BoardSettings = Type.Object(
  {
    board: Type.String(),
    revision: Type.String({ description: 'The same as long as nobody changes anything.' }),
    settings: Type.Array(BoardSetting),
    unknown: Type.Array(Type.String(), { description: 'Names that are stored and are no settings: set them to null.' }),
    held: HeldCounts,
  },
  { $id: 'BoardSettings' },
);
export type BoardSettings = Static<typeof BoardSettings>;
export type BoardSetting = BoardSettings['settings'][number];

export const ChangeBoardSettings = Type.Object(
  {
    // Of no type: the framework would turn a number into text, or text into a number.
    settings: Type.Record(
      Type.String(),
      Type.Unknown({ description: 'Text, a number, true or false, as the kind is; null for the default.' }),
      { minProperties: 1, description: 'What changes, by name; the rest stays.' },
    ),
    revision: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Of the settings that were looked at: when they have changed since, nothing is done (409).',
      }),
    ),
  },
  { $id: 'ChangeBoardSettings', additionalProperties: false },
);
export type ChangeBoardSettings = Static<typeof ChangeBoardSettings>;
