/** A dump as mysqldump writes it, of the posts that the bench generates. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { commentPlainText } from '../../../../mappings/comment/plain-text.ts';
import type { PostFields } from '../../../../mappings/post.ts';
import { ONE_BOARD, generateThreads, type CorpusBoard, type GenerateOptions } from '../../../../test/bench/corpus.ts';

/** The size of mysqldump's own statements. */
const STATEMENT = 1_000_000;

const HEAD = '-- MySQL dump\n/*!40101 SET NAMES utf8mb4 */;\n';

const tableOf = (board: string) => `CREATE TABLE \`${board}\` (
  \`doc_id\` int(10) unsigned NOT NULL AUTO_INCREMENT,
  \`media_id\` int(10) unsigned NOT NULL DEFAULT 0,
  \`poster_ip\` decimal(39,0) unsigned NOT NULL DEFAULT 0,
  \`num\` int(10) unsigned NOT NULL,
  \`subnum\` int(10) unsigned NOT NULL,
  \`thread_num\` int(10) unsigned NOT NULL DEFAULT 0,
  \`op\` tinyint(1) NOT NULL DEFAULT 0,
  \`timestamp\` int(10) unsigned NOT NULL,
  \`timestamp_expired\` int(10) unsigned NOT NULL,
  \`preview_orig\` varchar(20) DEFAULT NULL,
  \`preview_w\` smallint(5) unsigned NOT NULL DEFAULT 0,
  \`preview_h\` smallint(5) unsigned NOT NULL DEFAULT 0,
  \`media_filename\` text DEFAULT NULL,
  \`media_w\` smallint(5) unsigned NOT NULL DEFAULT 0,
  \`media_h\` smallint(5) unsigned NOT NULL DEFAULT 0,
  \`media_size\` int(10) unsigned NOT NULL DEFAULT 0,
  \`media_hash\` varchar(25) DEFAULT NULL,
  \`media_orig\` varchar(20) DEFAULT NULL,
  \`spoiler\` tinyint(1) NOT NULL DEFAULT 0,
  \`deleted\` tinyint(1) NOT NULL DEFAULT 0,
  \`capcode\` varchar(1) NOT NULL DEFAULT 'N',
  \`email\` varchar(100) DEFAULT NULL,
  \`name\` varchar(100) DEFAULT NULL,
  \`trip\` varchar(25) DEFAULT NULL,
  \`title\` varchar(100) DEFAULT NULL,
  \`comment\` text DEFAULT NULL,
  \`delpass\` tinytext DEFAULT NULL,
  \`sticky\` tinyint(1) NOT NULL DEFAULT 0,
  \`locked\` tinyint(1) NOT NULL DEFAULT 0,
  \`poster_hash\` varchar(8) DEFAULT NULL,
  \`poster_country\` varchar(2) DEFAULT NULL,
  \`exif\` text DEFAULT NULL,
  PRIMARY KEY (\`doc_id\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
`;

export interface DumpOptions extends GenerateOptions {
  /** One table each. */
  readonly boards?: readonly CorpusBoard[];
}

export async function writeAsagiDump(path: string, posts: number, options: DumpOptions = {}): Promise<void> {
  await pipeline(Readable.from(statements(posts, options)), createWriteStream(path));
}

/** Threads as they end: an archive's rows are in the order of their posts, but never exactly. */
function* statements(posts: number, { boards = ONE_BOARD, ...options }: DumpOptions): Generator<string> {
  yield HEAD;
  let [table, row, tuples, length]: [string, number, string[], number] = ['', 0, [], 0];
  const statement = () => `INSERT INTO \`${table}\` VALUES ${tuples.join(',')};\n`;
  for (const { board, thread } of generateThreads(boards, posts, options)) {
    if (board.name !== table) {
      if (tuples.length > 0) yield statement();
      yield tableOf(board.name);
      [table, row, tuples, length] = [board.name, 0, [], 0];
    }
    for (const { fields } of thread.posts) {
      const tuple = tupleOf((row += 1), fields);
      tuples.push(tuple);
      length += tuple.length;
      if (length < STATEMENT) continue;
      yield statement();
      [tuples, length] = [[], 0];
    }
  }
  if (tuples.length > 0) yield statement();
}

const ESCAPES: Readonly<Record<string, string>> = { "'": String.raw`\'`, '\\': '\\\\', '\n': String.raw`\n` };

function quoted(text: string | null | undefined): string {
  return text ? `'${text.replaceAll(/['\\\n]/g, (sign) => ESCAPES[sign] ?? sign)}'` : 'NULL';
}

const flag = (value: boolean | null) => (value === true ? '1' : '0');

const NEW_YORK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The time that clocks in New York showed, in seconds as if it were UTC: Asagi stores such times. */
const newYorkReading = (time: Date) => Date.parse(`${NEW_YORK.format(time).replace(' ', 'T')}Z`) / 1000;

function tupleOf(row: number, post: PostFields): string {
  const time = newYorkReading(post.timePosted);
  const media = post.mediaTime === null ? null : `${post.mediaTime}.${post.mediaType}`;
  const comment = post.comment === null ? null : commentPlainText(parseComment(post.comment).tokens);
  return `(${[
    row,
    0,
    0,
    post.num,
    0,
    post.thread,
    flag(post.opener),
    time,
    0,
    quoted(media === null ? null : `${post.mediaTime}s.jpg`),
    post.mediaDimsThbW ?? 0,
    post.mediaDimsThbH ?? 0,
    quoted(media === null ? null : `${post.mediaName}.${post.mediaType}`),
    post.mediaDimsSrcW ?? 0,
    post.mediaDimsSrcH ?? 0,
    post.mediaSize ?? 0,
    quoted(post.mediaHash && Buffer.from(post.mediaHash).toString('base64')),
    quoted(media),
    flag(post.spoiler),
    0,
    quoted(post.capcode ?? 'N'),
    quoted(post.email),
    quoted(post.name),
    quoted(post.tripcode),
    quoted(post.subject),
    quoted(comment),
    'NULL',
    flag(post.sticky),
    flag(post.closed),
    quoted(post.posterid),
    quoted(post.country),
    'NULL',
  ].join(',')})`;
}
