/** Filters that admins set, and their effects on posts. */
import { Type, type Static } from 'typebox';
import { FILTER_ACTIONS, FILTER_FIELDS, FILTER_KINDS, MAX_FILTER, MAX_FILTER_FILES } from '../post-filter-names.ts';
import { nullable } from './nullable.ts';
import { PostSample } from './post-sample.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });
const kind = () =>
  Type.Enum([...FILTER_KINDS], {
    type: 'string',
    description:
      '`phrase`: the text contains it, whatever the letter case and the white space. `regexp`: one expression per line, in linear time. `files`: the post has a file of a list. `deleted`: the source deleted the post.',
  });
const fields = () => Type.Array(Type.Enum([...FILTER_FIELDS], { type: 'string' }), { maxItems: FILTER_FIELDS.length });
const action = () =>
  Type.Enum([...FILTER_ACTIONS], {
    type: 'string',
    description:
      '`hide`: stored and hidden. `hold`: hidden until staff look at it, in the queue of reports. `refuse`: not stored; opening posts and posts that are stored already are hidden instead.',
  });

export const FilterPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const Filter = Type.Object(
  {
    id: Type.Integer(),
    board: nullable(Type.String({ description: 'null: on every board.' })),
    kind: kind(),
    pattern: Type.String({ description: 'Of a list of files a digest of it.' }),
    files: Type.Integer({ description: 'Files of the list.' }),
    fields: fields(),
    action: action(),
    note: nullable(Type.String({ description: 'For staff.' })),
    created_by: Type.String(),
    created_at: time(''),
    tried_at: nullable(time('When the last trial on the archive began.')),
    tried_posts: Type.Integer({ description: 'Visible posts that the trial has read, from the newest on.' }),
    tried_matches: Type.Integer({ description: 'Posts among them that the filter would hide.' }),
    enabled_at: nullable(time('Since when it counts; null while it does not.')),
    problem: nullable(
      Type.String({
        description:
          'Why it does not count although it is enabled: matching its pattern takes too long; null if nothing is wrong.',
      }),
    ),
    hidden: Type.Integer({ description: 'Posts that it has hidden, that nobody of staff has decided on since.' }),
    held: Type.Integer({ description: 'Posts that it holds until staff look at them.' }),
    refused: Type.Integer({ description: 'Posts that it has refused.' }),
  },
  { $id: 'Filter' },
);
export type Filter = Static<typeof Filter>;

export const FilterList = Type.Object({ filters: Type.Array(Filter) }, { $id: 'FilterList' });
export type FilterList = Static<typeof FilterList>;

export const AddFilter = Type.Object(
  {
    board: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\x00]*$', description: 'Every board without it.' }),
    ),
    kind: kind(),
    pattern: Type.Optional(Type.String({ maxLength: MAX_FILTER, pattern: '^[^\\x00]*$' })),
    fields: Type.Optional(fields()),
    files: Type.Optional(
      Type.Array(Type.String({ maxLength: 32 }), {
        maxItems: MAX_FILTER_FILES,
        description: 'MD5s, in hexadecimal or base64 as other archives publish them. For `files` only.',
      }),
    ),
    action: action(),
    note: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[^\\x00]*$' })),
  },
  {
    $id: 'AddFilter',
    additionalProperties: false,
    description: '`pattern` and `fields` for phrases and expressions only; subject and comment by default.',
  },
);
export type AddFilter = Static<typeof AddFilter>;

export const AddedFilter = Type.Object({ id: Type.Integer() }, { $id: 'AddedFilter' });
export type AddedFilter = Static<typeof AddedFilter>;

const cursor = (description: string) =>
  Type.String({ pattern: '^\\d{1,10}\\.\\d{1,16}\\.\\d{1,10}$', maxLength: 40, description });

export const FilterBatch = Type.Object(
  { cursor: Type.Optional(cursor('`next` of the answer before; without it the newest posts come first.')) },
  { $id: 'FilterBatch', additionalProperties: false },
);
export type FilterBatch = Static<typeof FilterBatch>;

export const TriedFilter = Type.Object(
  {
    posts: Type.Integer({ description: 'Visible posts that the trial has read so far.' }),
    matches: Type.Integer({ description: 'Posts so far that the filter would hide.' }),
    samples: Type.Array(PostSample, { description: 'Up to 20 of this batch.' }),
    next: nullable(cursor('Where the trial goes on; null at the end of the archive.')),
  },
  { $id: 'TriedFilter' },
);
export type TriedFilter = Static<typeof TriedFilter>;

export const AppliedFilter = Type.Object(
  {
    posts: Type.Integer({ description: 'Posts that this batch has hidden.' }),
    next: nullable(cursor('Where it goes on; null at the end of the archive.')),
  },
  { $id: 'AppliedFilter' },
);
export type AppliedFilter = Static<typeof AppliedFilter>;

export const UndoneFilter = Type.Object(
  {
    posts: Type.Integer({ description: 'Posts that this batch has shown again.' }),
    left: Type.Integer({ description: 'Posts that are left for the next batch.' }),
  },
  { $id: 'UndoneFilter' },
);
export type UndoneFilter = Static<typeof UndoneFilter>;
