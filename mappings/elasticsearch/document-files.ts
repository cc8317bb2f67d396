/** Additional files in the document of a post: each searched field of a file has the values of all files, and `rest` has the files. */
import type { ExtraFile } from '../file-fields.ts';
import type { Post } from '../post.ts';
import { MAX_SHOWN_EXTRA, withinExtra } from '../text-limits.ts';
import { DOCUMENT_COLUMNS, type DocumentColumn } from './document-columns.ts';

/** Columns of `post_files`. */
interface FileColumn extends DocumentColumn {
  readonly field: DocumentColumn['field'] & keyof ExtraFile;
}

const IN_FILES: ReadonlySet<string> = new Set<keyof ExtraFile>([
  'timeDeletedFile',
  'mediaTime',
  'mediaHash',
  'mediaHashSrc',
  'mediaHashThb',
  'mediaName',
  'mediaType',
  'mediaSize',
  'mediaDimsSrcW',
  'mediaDimsSrcH',
  'mediaDimsThbW',
  'mediaDimsThbH',
  'spoiler',
  'extra',
]);
const FILE_COLUMNS = DOCUMENT_COLUMNS.filter((column): column is FileColumn => IN_FILES.has(column.field));

/** The searched fields of which any file may match. */
const OF_ANY_FILE: ReadonlySet<string> = new Set([
  'media_hash',
  'media_hash_src',
  'media_name',
  'media_type',
  'media_size',
  'media_dims_src_w',
  'media_dims_src_h',
]);
const SEARCHED_COLUMNS = FILE_COLUMNS.filter(({ name }) => OF_ANY_FILE.has(name));

type Values = Readonly<Record<string, unknown>>;

/** The forms of a file's name in the index. */
export interface IndexedNames {
  readonly fold: (name: string) => string;
  /** Left out: the index has no parts of names. */
  readonly parts?: (name: string) => string;
}

/** Adds the additional files to the document of a post. */
export function withExtraFiles<D extends Values>(
  document: D,
  { extraFiles }: Pick<Post, 'extraFiles'>,
  { fold, parts }: IndexedNames,
): D {
  if (extraFiles === undefined) return document;
  const first: Record<string, unknown> = {};
  const all: Record<string, unknown> = {};
  const rest = document['rest'] as Values | undefined;
  for (const { name, field, encode } of SEARCHED_COLUMNS) {
    // The name as it was written is in `rest` if folding changed it.
    first[name] = rest?.[name] ?? document[name];
    const others = extraFiles.map((file) =>
      name === 'media_name' ? file.mediaName && fold(file.mediaName) : encode(file[field]),
    );
    all[name] = [document[name], ...others].filter((value) => value !== undefined && value !== null && value !== '');
  }
  const names = extraFiles.flatMap(({ mediaName }) => (parts === undefined || !mediaName ? [] : [parts(mediaName)]));
  return {
    ...document,
    ...all,
    ...(names.length > 0 && { media_name_parts: [document['media_name_parts'] ?? [], names].flat() }),
    ...(rest !== undefined && { rest: { ...rest, ...first, extra_files: extraFiles.map(encoded) } }),
  };
}

function encoded(file: ExtraFile): Values {
  const columns = FILE_COLUMNS.map(({ name, field, encode }) => [name, encode(file[field])] as const);
  const extra = withinExtra(file.extra, MAX_SHOWN_EXTRA) ?? undefined;
  return { ...Object.fromEntries(columns), place: file.place, extra };
}

/** The additional files of a document; undefined for a post without them. */
export function extraFilesOf(rest: Values): readonly ExtraFile[] | undefined {
  const files = rest['extra_files'] as readonly Values[] | undefined;
  return files?.map((values) => {
    const columns = FILE_COLUMNS.map(({ name, field, decode }) => [field, decode(values[name])] as const);
    return { place: values['place'], ...Object.fromEntries(columns) } as ExtraFile;
  });
}

/** True if the document has the values of all files in this field, and `rest` that of the first. */
export const isOfAnyFile = (rest: Values, name: string): boolean =>
  rest['extra_files'] !== undefined && OF_ANY_FILE.has(name);
