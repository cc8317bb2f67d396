/** Settings of a board and defaults of all boards, which admins read and change. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

/** A list of types and not `anyOf`, for which the serializer would validate every value to choose a branch. */
const value = (description: string) =>
  Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'], description });

export const BoardSetting = Type.Object(
  {
    name: Type.String(),
    kind: Type.Enum(['number', 'whole', 'flag', 'expression', 'choice', 'option'], {
      type: 'string',
      description:
        'choice: `yes`, `no` or expressions. Expressions are one a line; the setting applies where any of them matches. option: one of `options`.',
    }),
    value: value(
      'The stored value of the board or, among the defaults, of all boards; null for the default and for an invalid stored value. ' +
        '`false` where `can_be_none`: none.',
    ),
    default: value('What applies if `value` is null, according to the environment of this server; null for none.'),
    default_from: Type.Enum(['all_boards', 'built_in'], {
      type: 'string',
      description: 'Where `default` comes from: the defaults of all boards, or this program and its environment.',
    }),
    default_setting: nullable(
      Type.String({ description: 'The setting of the environment that decides a built-in default; null for others.' }),
    ),
    in_force: value('The value that scrapers apply from their next poll on; null for none.'),
    can_be_none: Type.Boolean({ description: 'Whether `false` is accepted: none, whatever the default.' }),
    needs: Type.Array(
      Type.Object({
        setting: Type.String({
          description: 'A setting of the board, or of the environment if it begins with SAGASU_.',
        }),
        state: Type.Enum(['set', 'above_zero', 'on'], { type: 'string', description: 'What it must be.' }),
        met: Type.Boolean({ description: 'Whether it is, according to the environment of this server.' }),
      }),
      { description: 'Settings without which this one has no effect.' },
    ),
    meaning: Type.String(),
    unit: Type.Unsafe<'seconds' | 'milliseconds' | 'pages' | null>({
      type: ['string', 'null'],
      enum: ['seconds', 'milliseconds', 'pages', null],
    }),
    options: nullable(Type.Array(Type.String(), { description: 'The names of an option; null for other kinds.' })),
    minimum: nullable(Type.Number()),
    maximum: nullable(Type.Number()),
    problem: nullable(
      Type.String({
        description: 'Why the stored value is invalid. Until it is corrected, scrapers keep the last valid value.',
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

export const UndeclaredMail = Type.Object(
  {
    messages: Type.Integer({
      description: 'Kept messages that neither name nor show their charset; 10,000 stands for more.',
    }),
    waiting: Type.Integer({
      description: 'Those of them that were read by another charset than `mail.charset`. A scraper reads them again.',
    }),
    proposal: nullable(
      Type.Object(
        {
          charset: Type.String({ description: 'A value of `mail.charset`.' }),
          samples: Type.Array(Type.Object({ num: Type.Integer(), before: Type.String(), after: Type.String() }), {
            description: 'A line each of a few messages, as it is read now and by this charset.',
          }),
        },
        {
          description:
            'What a detector finds in a sample; null if it finds nothing better, or the board has its own `mail.charset`.',
        },
      ),
    ),
  },
  {
    $id: 'UndeclaredMail',
    description: 'Messages of a mailing list whose charset is a guess; null for a board without them.',
  },
);
export type UndeclaredMail = Static<typeof UndeclaredMail>;

export const BoardSettings = Type.Object(
  {
    board: Type.String(),
    revision: Type.String({ description: 'Changes with every change of the settings.' }),
    settings: Type.Array(BoardSetting),
    unknown: Type.Array(Type.String(), {
      description: 'Stored names that are not settings; set them to null to remove them.',
    }),
    held: HeldCounts,
    undeclared_mail: nullable(UndeclaredMail),
  },
  { $id: 'BoardSettings' },
);
export type BoardSettings = Static<typeof BoardSettings>;
export type BoardSetting = BoardSettings['settings'][number];

export const BoardDefaults = Type.Object(
  {
    revision: Type.String({ description: 'Changes with every change of the defaults.' }),
    settings: Type.Array(BoardSetting),
    unknown: Type.Array(Type.String(), {
      description: 'Stored names that are not settings; set them to null to remove them.',
    }),
  },
  { $id: 'BoardDefaults' },
);
export type BoardDefaults = Static<typeof BoardDefaults>;

export const ChangeBoardSettings = Type.Object(
  {
    // Without a type, since Fastify would coerce a number to text or text to a number.
    settings: Type.Record(
      Type.String(),
      Type.Unknown({ description: 'Text, number or boolean according to the kind; null for the default.' }),
      { minProperties: 1, description: 'New values by name; other settings do not change.' },
    ),
    revision: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          '`revision` of the settings that the change is based on; refused (409) if they have changed since.',
      }),
    ),
  },
  { $id: 'ChangeBoardSettings', additionalProperties: false },
);
export type ChangeBoardSettings = Static<typeof ChangeBoardSettings>;
