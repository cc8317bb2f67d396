/** The list of archives that 4chan X and its forks read (the form of 4chenz/archives.json). */
import { Type, type Static } from 'typebox';

const boards = (description: string) => Type.Array(Type.String(), { description });

export const ListedArchive = Type.Object(
  {
    uid: Type.Integer({ description: 'Differs from archive to archive: clients keep their choices by it.' }),
    name: Type.String(),
    domain: Type.String({ description: 'Host with its port, and the path if the archive has one.' }),
    http: Type.Boolean(),
    https: Type.Boolean(),
    software: Type.Literal('foolfuuka', { description: 'The API and the addresses that clients use.' }),
    boards: boards('Boards whose posts are archived.'),
    files: boards('Boards whose whole files are archived, not only thumbnails.'),
    reports: Type.Literal(true, { description: 'Posts can be reported from the pages of 4chan.' }),
  },
  { $id: 'ListedArchive' },
);
export type ListedArchive = Static<typeof ListedArchive>;

export const ArchiveList = Type.Array(ListedArchive, { $id: 'ArchiveList' });
