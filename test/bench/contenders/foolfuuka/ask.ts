/**
 * A search as FoolFuuka asks it: ids from Sphinx over the indexes of all boards, then SHOW META for the count, then the rows by a
 * UNION of one SELECT per hit, each with its image.
 */
import type { Pool, RowDataPacket } from 'mysql2/promise';
import { FOUR_BOARDS } from '../../corpus.ts';
import { PAGE, type BenchQuery } from '../../query-classes.ts';
import type { AnsweredPage } from '../contender.ts';
import { INDEXES } from './sphinx-conf.ts';

/** FoolFuuka's own limit: match 5,000 is the last that can be reached. */
const MAX_MATCHES = 5_000;
export const BOARDS = FOUR_BOARDS.map(({ name }, index) => ({ id: index + 1, name }));

export async function askAsFoolfuuka(sphinx: Pool, mariadb: Pool, query: BenchQuery): Promise<AnsweredPage> {
  // SHOW META describes the last search of the same connection.
  const connection = await sphinx.getConnection();
  let hits: RowDataPacket[];
  let meta: RowDataPacket[];
  try {
    [hits] = await connection.query<RowDataPacket[]>(sphinxQuery(query));
    [meta] = await connection.query<RowDataPacket[]>('SHOW META');
  } finally {
    connection.release();
  }
  const total = Number(meta.find((row) => row['Variable_name'] === 'total_found')?.['Value'] ?? 0);
  if (hits.length === 0) return { rows: [], total };
  const [rows] = await mariadb.query<RowDataPacket[]>(hits.map((hit) => rowQuery(hit)).join(' UNION '));
  if (query.wantsHighlights) await sphinx.query(snippets(rows, query));
  return { rows, total };
}

function sphinxQuery({ words, isPhrase, board, openersOnly, days, md5, page }: BenchQuery): string {
  const match =
    md5 === null
      ? `@(title,comment) ${isPhrase ? `\\"${words.join(' ')}\\"` : words.join(' ')}`
      : `@media_hash \\"${Buffer.from(md5)
          .toString('base64')
          .replaceAll(/[/=]/g, String.raw`\\$&`)}\\"`;
  const conditions = [
    `MATCH('${match}')`,
    ...(openersOnly ? ['is_op = 1'] : []),
    ...(days === null ? [] : [`timestamp >= ${epoch(days[0])}`, `timestamp <= ${epoch(days[1]) - 1}`]),
  ];
  return `SELECT id, board, tnum FROM ${indexesOf(board === null ? BOARDS.map(({ name }) => name) : [board]).join(', ')}
    WHERE ${conditions.join(' AND ')} ORDER BY timestamp DESC LIMIT ${(page - 1) * PAGE}, ${PAGE}
    OPTION max_matches = ${MAX_MATCHES}, reverse_scan = 1`;
}

function rowQuery(hit: RowDataPacket): string {
  const board = BOARDS.find(({ id }) => id === Number(hit['board']))?.name;
  return `SELECT *, ${hit['board']} AS board_id FROM \`${board}\` r
    LEFT JOIN \`${board}_images\` mg ON mg.media_id = r.media_id WHERE doc_id = '${hit['id']}'`;
}

function snippets(rows: readonly RowDataPacket[], { words }: BenchQuery): string {
  const texts = rows.map((row) => quoted(String(row['comment'] ?? '')));
  return `CALL SNIPPETS((${texts.join(', ')}), '${BOARDS[0]?.name}_ancient', ${quoted(words.join(' '))}, 0 AS limit)`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

export function indexesOf(boards: readonly string[]): string[] {
  return boards.flatMap((board) => INDEXES.map((part) => `${board}_${part}`));
}

function epoch(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
