/** The files of a post after its first: vichan's API lists them in `extra_files`. docs/FIELDS.md has the table. */
import { MAX_EXTRA_FILES, type ObservedFile } from '../../../mappings/file-fields.ts';
import { MAX_INT, positive, readFileTime, words } from '../columns.ts';
import { readExtra } from '../extra.ts';
import { JsonFields } from '../json-fields.ts';
import type { ParseWarnings } from '../parse-result.ts';

export const FILE_COLUMNS = words('tim filename ext md5 fsize w h tn_w tn_h spoiler filedeleted');
export const FILE_EXTRA = words('thumb_ext thumb fpath');
const NOTHING: ReadonlySet<string> = new Set();

const UNREADABLE = {
  mediaTime: null,
  mediaHash: null,
  mediaName: null,
  mediaType: null,
  mediaSize: null,
  mediaDimsSrcW: null,
  mediaDimsSrcH: null,
  mediaDimsThbW: null,
  mediaDimsThbH: null,
  spoiler: false,
  extra: null,
  isIncomplete: true,
} as const;

/** Undefined if the post states no list. Deleted files are left out: their places are vacant. */
export function readExtraFiles(post: JsonFields, warnings: ParseWarnings): readonly ObservedFile[] | undefined {
  const list = post.raw('extra_files');
  if (list === null) return undefined;
  if (!Array.isArray(list)) {
    post.drop('extra_files');
    return undefined;
  }
  if (list.length > MAX_EXTRA_FILES) post.drop('extra_files');
  return list.slice(0, MAX_EXTRA_FILES).flatMap((entry: unknown, at) => {
    const place = at + 1;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      post.drop('extra_files');
      return [{ place, ...UNREADABLE }];
    }
    const fields = new JsonFields(entry, `${post.path}.extra_files[${at}]`, warnings, true);
    const isDeleted = fields.raw('ext') === 'deleted' || fields.flag('filedeleted') === true;
    return isDeleted ? [] : [readFile(fields, place, warnings)];
  });
}

function readFile(file: JsonFields, place: number, warnings: ParseWarnings): ObservedFile {
  const { time: mediaTime, lossy: isNamed } = readFileTime(file);
  const names = {
    inColumns: FILE_COLUMNS,
    inExtra: FILE_EXTRA,
    dropped: NOTHING,
    lossy: isNamed ? words('tim') : NOTHING,
  };
  return {
    place,
    ...readFileColumns(file),
    mediaTime,
    spoiler: file.flag('spoiler') ?? false,
    extra: readExtra(file, warnings, names),
    isIncomplete: file.isIncomplete,
  };
}

/** The columns of a file, of a post or of its list. */
export function readFileColumns(file: JsonFields) {
  const size = (name: string): number | null => positive(file.optionalInteger(name, 0, MAX_INT));
  return {
    mediaHash: file.md5('md5'),
    mediaName: file.text('filename'),
    mediaType: file.ending('ext'),
    mediaSize: size('fsize'),
    mediaDimsSrcW: size('w'),
    mediaDimsSrcH: size('h'),
    mediaDimsThbW: size('tn_w'),
    mediaDimsThbH: size('tn_h'),
  };
}
