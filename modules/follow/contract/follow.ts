import { Type, type Static } from 'typebox';
import { TimeZone } from '../../../mappings/contract/facets.ts';
import { nullable } from '../../../mappings/contract/nullable.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_QUERY_LENGTH, SentHit } from '../../../mappings/contract/search.ts';
import { FOLLOW_KINDS, FOLLOW_LIMITS } from '../limits.ts';

const secret = (description: string) => Type.String({ pattern: '^[\\w-]{43}$', maxLength: 43, description });
const day = (description: string) => Type.String({ format: 'date', description });
const rev = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });
const name = () =>
  Type.String({
    maxLength: FOLLOW_LIMITS.name,
    pattern: '^[^\\x00]*$',
    description: 'For the reader; empty: the query is shown.',
  });

export const FollowKeyHeaders = Type.Object({
  'follow-key': secret('The secret of the key. It is in a header, since addresses are in the logs of proxies.'),
});

export const MadeFollowKey = Type.Object(
  { secret: secret('It is not shown again: the archive has its hash only.') },
  { $id: 'MadeFollowKey' },
);
export type MadeFollowKey = Static<typeof MadeFollowKey>;

export const FollowItem = Type.Object(
  {
    id: Type.Integer(),
    kind: Type.Enum([...FOLLOW_KINDS], {
      type: 'string',
      description:
        'By the query: `thread` (`board:g thread:100`), `series` (`series:dpt`), `person` (a name, tripcode or identity alone), else `search`.',
    }),
    q: Type.String({ description: 'Finds the posts of the item, as `q` of a search.' }),
    name: name(),
    added_on: day('UTC'),
    read_rev: rev('Posts that were stored or changed after this rev are new to the reader.'),
  },
  { $id: 'FollowItem' },
);
export type FollowItem = Static<typeof FollowItem>;

export const FollowKey = Type.Object(
  {
    made_on: day('UTC'),
    expires_on: day('The key is deleted on this day unless it is used before: a year after its last use.'),
    items: Type.Array(FollowItem, { maxItems: FOLLOW_LIMITS.items }),
  },
  { $id: 'FollowKey', description: 'Everything that the archive keeps with the key.' },
);
export type FollowKey = Static<typeof FollowKey>;

export const AddFollowItem = Type.Object(
  {
    q: Type.String({ minLength: 1, maxLength: MAX_QUERY_LENGTH, pattern: '^[^\\x00]*$' }),
    name: Type.Optional(name()),
  },
  { $id: 'AddFollowItem', additionalProperties: false },
);
export type AddFollowItem = Static<typeof AddFollowItem>;

export const RenameFollowItem = Type.Object({ name: name() }, { $id: 'RenameFollowItem', additionalProperties: false });

export const FollowItemPath = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const MarkFollowsRead = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
          through: rev('Posts up to this rev have been read.'),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: FOLLOW_LIMITS.items, description: 'Items that the key does not follow are ignored.' },
    ),
  },
  { $id: 'MarkFollowsRead', additionalProperties: false },
);
export type MarkFollowsRead = Static<typeof MarkFollowsRead>;

export const NewsQuery = Type.Object({ tz: TimeZone });

export const ItemNewsQuery = Type.Object({
  tz: TimeZone,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
  through: Type.Optional(rev('`through` of the first page, for the pages after it.')),
  below: Type.Optional(rev('`next` of the page before.')),
  include: Type.Optional(
    Type.Enum(['tokens'], { type: 'string', description: '`tokens`: also the comments as tokens for display.' }),
  ),
});
export type ItemNewsQuery = Static<typeof ItemNewsQuery>;

const NewsTotal = Type.Object({
  value: Type.Integer(),
  relation: Type.Enum(['eq', 'gte', 'about'], { type: 'string', description: '`gte`: at least this many.' }),
});

const through = () =>
  rev('The posts up to this rev are complete: mark them as read by it once the reader has seen them.');

export const FollowNews = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        through: nullable(through()),
        total: nullable(NewsTotal),
        newest: Type.Optional(SentHit),
        problem: nullable(
          Type.Object(
            { code: Type.String(), detail: Type.String() },
            {
              description:
                'Its posts cannot be found: the query is no longer valid, or the search is out of reach. Nothing is lost meanwhile.',
            },
          ),
        ),
      }),
      { maxItems: FOLLOW_LIMITS.items, description: 'In the order of the items of the key.' },
    ),
  },
  { $id: 'FollowNews' },
);
export type FollowNews = Static<typeof FollowNews>;

export const ItemNews = Type.Object(
  {
    hits: Type.Array(SentHit, { description: 'The last stored or changed first.' }),
    total: NewsTotal,
    through: through(),
    next: nullable(rev('`below` of the next page; null on the last.')),
  },
  { $id: 'ItemNews' },
);
export type ItemNews = Static<typeof ItemNews>;
