/** Upload of packages with contributed dumps. dump-list.ts has the stored dumps, dump-moderation.ts the actions of moderators. */
import { Type } from 'typebox';

export const DumpKey = Type.Object(
  {
    key: Type.String({ description: 'Public key (X25519) to which packages are sealed, in Base64.' }),
    format: Type.String({ description: 'Namespace of the dumps that are taken.' }),
    max_package_bytes: Type.Integer({ description: 'Size of the largest package.' }),
    max_dump_bytes: Type.Integer({ description: 'Size of the largest dump, unpacked.' }),
    takes_releases: Type.Boolean({ description: 'Whether packages may state the release of the client: true.' }),
  },
  { $id: 'DumpKey' },
);

export const DumpTaken = Type.Object(
  {
    outcome: Type.Union(
      [
        Type.Literal('added'),
        Type.Literal('confirmed'),
        Type.Literal('known'),
        Type.Literal('kept'),
        Type.Literal('waiting'),
      ],
      {
        description:
          'added: the first of its kind. confirmed: another contributor has sent the same dump. known: it has been sent before. ' +
          'kept: it could not be handled, and is kept for the operators. waiting: the database is away, and the package is kept until it returns.',
      },
    ),
  },
  { $id: 'DumpTaken' },
);
