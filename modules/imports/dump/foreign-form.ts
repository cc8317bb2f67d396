/** Recognizes files in unsupported forms, and refuses them with advice on how to make a supported dump. */
import { ImportError } from '../import-error.ts';

const DUMP_AGAIN = 'dump it as mysqldump does by itself, without an option for the form';

const MAGIC: readonly (readonly [signature: string, what: string])[] = [
  ['SQLite format 3\0', 'a compressed SQLite database: unpack it first'],
  ['PGDMP', 'a dump in PostgreSQL’s own form: turn it into SQL with `pg_restore --file dump.sql FILE`'],
  ['PK\u0003\u0004', 'a ZIP archive: unpack it first'],
  ['7z\u00BC\u00AF', 'a 7z archive: unpack it first'],
  ['BZh', 'compressed with bzip2: unpack it first, or compress it with gzip or zstd'],
  ['\u00FD7zXZ\0', 'compressed with xz: unpack it first, or compress it with gzip or zstd'],
  ['\u001F\u008B', 'compressed twice: unpack it once'],
];

/**
 * @param head the first bytes of the file, after unpacking
 * @throws ImportError
 */
export function refuseForeignForm(path: string, head: Buffer): void {
  const text = head.subarray(0, 1024).toString('latin1');
  const refuse = (what: string, problem: 'charset' | 'format' = 'format'): never => {
    throw new ImportError(problem, `${path} is ${what}`);
  };
  for (const [signature, what] of MAGIC) if (text.startsWith(signature)) refuse(what);
  if (text.slice(257, 262) === 'ustar') refuse('a tar archive: unpack it and name the files in it');
  if (isUtf16(text)) {
    refuse(
      'in UTF-16, as PowerShell’s `>` writes it. PowerShell has also read the dump in another character set, so that letters may be lost: ' +
        'dump again with `--result-file=dump.sql` in place of `> dump.sql`. If the file was made otherwise, convert it: ' +
        '`iconv -f UTF-16 -t UTF-8 FILE > dump.sql`',
      'charset',
    );
  }
  if (/^(?:\u00EF\u00BB\u00BF)?\s*<(?:\?xml|mysqldump|pma_xml_export)/.test(text)) {
    refuse(`in XML, as \`mysqldump --xml\` and phpMyAdmin write it: ${DUMP_AGAIN}`);
  }
}

/** Recognizes UTF-16 by its byte order mark, or by the zero byte in each Latin letter. */
function isUtf16(text: string): boolean {
  if (/^(?:\u00FF\u00FE|\u00FE\u00FF)/.test(text)) return true;
  return text.length >= 8 && /^(?:[ -~\r\n]\0){4}|^(?:\0[ -~\r\n]){4}/.test(text);
}
