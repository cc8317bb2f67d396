/** The public interface of this package. README.md has an example. */
export { openArchive, ArchiveError, type Archive, type ArchiveOptions } from './archive/archive.ts';
export { readContributorKey } from './archive/contributor-key.ts';
export { readOwnRelease, releaseFolder } from './archive/own-release.ts';
export { CLIENT } from './client.ts';
export {
  contribute,
  DumpRefusedError,
  type ContributeOptions,
  type ContributeReport,
} from './contribute/contribute.ts';
export { DoneFiles } from './contribute/done-files.ts';
export { findFiles, printPath, type FoundFile, type FoundFiles } from './contribute/find-files.ts';
export { keepDump, sendKept, DumpFolderError } from './contribute/kept-dumps.ts';
export { createDescriber, type Describer, type DescriberOptions } from './describe/describer.ts';
export { DumpFileError } from './describe/describe-file.ts';
export type { Description } from './describe/messages.ts';
export type { Dump, DumpClient, DumpFile, DumpImage, DumpMedia, DumpTrack } from '../format/dump.ts';
export { DUMP_XSD } from '../format/dump-xsd.ts';
export { sealPackage, contributorKeys, type KeyPair } from '../format/package.ts';
export type { ReleaseStatement } from '../format/release.ts';
export { writeDump } from '../format/write-dump.ts';
