import { Type, type Static } from 'typebox';
import { TimeZone } from './facets.ts';
import { MAX_PARAMETER_LENGTH } from './parameter-length.ts';
import { nullable } from './nullable.ts';
import { Post } from './post.ts';
import { SearchGroup, SearchSort, ThreadGroup } from './search.ts';

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_SCOPES = ['posts', 'threads'] as const;
export type ExportScope = (typeof EXPORT_SCOPES)[number];

export const ExportQuery = Type.Object({
  q: Type.Optional(Type.String({ default: '', maxLength: MAX_PARAMETER_LENGTH, description: 'As in /api/v1/search.' })),
  format: Type.Optional(Type.Unsafe<ExportFormat>({ type: 'string', enum: [...EXPORT_FORMATS], default: 'ndjson' })),
  scope: Type.Optional(
    Type.Unsafe<ExportScope>({
      type: 'string',
      enum: [...EXPORT_SCOPES],
      default: 'posts',
      description:
        '`posts`: the hits. `threads`: every post of every thread with a hit, once, in the order of the first hits.',
    }),
  ),
  sort: Type.Optional(SearchSort),
  group: Type.Optional(SearchGroup),
  tz: TimeZone,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Maximum number of rows; never more than /api/v1/limits allows the caller.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: '`next` of an answer or export with the same q, sort, group and tz.',
    }),
  ),
});
export type ExportQuery = Static<typeof ExportQuery>;

/** A line of NDJSON: a search hit without highlights. */
export const ExportRow = Type.Object(
  {
    ...Post.properties,
    thread_subject: nullable(Type.String({ description: "The opening post's subject." })),
    group: ThreadGroup,
  },
  { $id: 'ExportRow' },
);
export type ExportRow = Static<typeof ExportRow>;

/** The last line of every export. An export without it was interrupted. */
export const ExportEnd = Type.Object(
  {
    end: Type.Literal(true),
    rows: Type.Integer({ description: 'Rows before this line.' }),
    complete: Type.Boolean({ description: 'All hits were exported.' }),
    reason: nullable(
      Type.String({
        description:
          'Why the export is incomplete: `limit`, `time` (it took too long), `closing` (the server stops), or the code of ' +
          'an error, such as `search_unavailable`.',
      }),
    ),
    next: nullable(
      Type.String({ description: 'Cursor to continue with; null if complete, and for exports of threads.' }),
    ),
  },
  { $id: 'ExportEnd' },
);
export type ExportEnd = Static<typeof ExportEnd>;
