/** Files with all visible posts of a board, `/api/v1/exports`. */
import { Type, type Static } from 'typebox';

export const PublicExport = Type.Object(
  {
    board: Type.String(),
    file: Type.String({
      description: 'Name of the file, which is at `/exports/{file}`: posts as NDJSON, compressed with gzip.',
    }),
    made_at: Type.String({ format: 'date-time' }),
    posts: Type.Integer({ description: 'Number of posts in the file.' }),
    size: Type.Integer({ description: 'Bytes of the file.' }),
    sha256: Type.String({ description: 'Of the file, in hexadecimal.' }),
  },
  { $id: 'PublicExport' },
);
export type PublicExport = Static<typeof PublicExport>;

export const PublicExports = Type.Object(
  { exports: Type.Array(PublicExport, { description: 'By board, the newest first.' }) },
  { $id: 'PublicExports' },
);
export type PublicExports = Static<typeof PublicExports>;

/** Board and time of the export, `g-20260102T030405Z.ndjson.gz`. */
export const PUBLIC_EXPORT_FILE = '^[a-z0-9][a-z0-9_-]{0,31}-[0-9]{8}T[0-9]{6}Z\\.ndjson\\.gz$';
