import { Type, type Static } from 'typebox';
import { TimeZone } from './facets.ts';
import { nullable } from './nullable.ts';
import { Post } from './post.ts';
import { SearchGroup, SearchSort, ThreadGroup } from './search.ts';

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_SCOPES = ['posts', 'threads'] as const;
export type ExportScope = (typeof EXPORT_SCOPES)[number];

export const ExportQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', description: 'As in /api/v1/search.' })),
  format: Type.Optional(Type.Unsafe<ExportFormat>({ type: 'string', enum: [...EXPORT_FORMATS], default: 'ndjson' })),
  scope: Type.Optional(
    Type.Unsafe<ExportScope>({
      type: 'string',
      enum: [...EXPORT_SCOPES],
      default: 'posts',
      description:
        '`threads`: every post of every thread with a hit, each once; threads in the order of their first hit.',
    }),
  ),
  sort: Type.Optional(SearchSort),
  group: Type.Optional(SearchGroup),
  tz: TimeZone,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Rows at most; never more than /api/v1/limits allows who asks.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: '`next` of an answer or an export of the same q, sort, group and tz.',
    }),
  ),
});
export type ExportQuery = Static<typeof ExportQuery>;

/** A line of NDJSON: a hit of the search without its highlights. */
export const ExportRow = Type.Object(
  {
    ...Post.properties,
    thread_subject: nullable(Type.String({ description: "The opening post's subject." })),
    group: ThreadGroup,
  },
  { $id: 'ExportRow' },
);
export type ExportRow = Static<typeof ExportRow>;

/** The last line of every export; an export without it was cut off on its way. */
export const ExportEnd = Type.Object(
  {
    end: Type.Literal(true),
    rows: Type.Integer({ description: 'Rows before this line.' }),
    complete: Type.Boolean({ description: 'Every hit is among them.' }),
    reason: nullable(
      Type.String({
        description:
          'Why it is not complete: `limit`, `time` (it took too long), `closing` (this server stops), or the code of ' +
          'what went wrong, such as `search_unavailable`.',
      }),
    ),
    next: nullable(Type.String({ description: 'Cursor to go on with; null when complete, and of threads.' })),
  },
  { $id: 'ExportEnd' },
);
export type ExportEnd = Static<typeof ExportEnd>;
