/** Files that are never stored again, and those near them. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

const hash = () =>
  Type.String({
    pattern: '^([0-9a-f]{32}|[0-9a-f]{64})$',
    maxLength: 64,
    description: 'MD5 or SHA-256, in hexadecimal.',
  });

export const BannedFilePath = Type.Object({ hash: hash() });

export const BannedFile = Type.Object(
  {
    hash: hash(),
    reason: nullable(Type.String()),
    banned_by: Type.String({ description: 'Name of an account or key, or `cli`.' }),
    banned_at: Type.String({ format: 'date-time' }),
    has_picture: Type.Boolean({
      description: 'Whether files near it can be found: what the picture looked like is known.',
    }),
  },
  { $id: 'BannedFile' },
);
export type BannedFile = Static<typeof BannedFile>;

export const BannedFileList = Type.Object(
  {
    files: Type.Array(BannedFile),
    next: nullable(Type.String({ description: 'Value of `before` for the next page.' })),
  },
  { $id: 'BannedFileList' },
);
export type BannedFileList = Static<typeof BannedFileList>;

export const BannedFileQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^\\d{1,17}\\.([0-9a-f]{32}|[0-9a-f]{64})$', maxLength: 82 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
});

export const NearFile = Type.Object(
  {
    distance: Type.Integer({ description: 'Bits of 64 in which the pictures differ; 0 for the same picture.' }),
    board: Type.String(),
    num: Type.Integer(),
    subnum: Type.Integer(),
    posts: Type.Integer({ description: 'Posts that show the file.' }),
    elsewhere: Type.Boolean({
      description: 'Whether a board that the account does not moderate shows it too: then the account may not ban it.',
    }),
  },
  { $id: 'NearFile', description: 'A file, with the newest visible post that shows it on boards of the account.' },
);
export type NearFile = Static<typeof NearFile>;

export const NearFileList = Type.Object({ files: Type.Array(NearFile) }, { $id: 'NearFileList' });
export type NearFileList = Static<typeof NearFileList>;
