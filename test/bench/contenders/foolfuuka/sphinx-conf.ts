/**
 * Sphinx's configuration as FoolFuuka's admin page generates it: for each board the indexes ancient, main and delta
 * over its table, attributes outside the document lists, no morphology, prefixes from three letters, accents folded.
 * One setting differs: the shortest word has 1 letter instead of 3, so that every engine searches the same words.
 */
import { POST_COLUMNS } from './tables.ts';

export interface SphinxPlan {
  readonly boards: readonly { readonly id: number; readonly name: string }[];
  readonly database: string;
  readonly mariadbPort: number;
  readonly port: number;
  readonly folder: string;
}

/** In the order in which FoolFuuka lists a board's indexes. */
export const INDEXES = ['ancient', 'main', 'delta'] as const;

const UINTS = ['num', 'subnum', 'tnum', 'cap', 'board', 'mid', 'pip'];
const BOOLS = ['has_image', 'is_internal', 'is_spoiler', 'is_deleted', 'is_sticky', 'is_op'];

export function sphinxConfiguration(plan: SphinxPlan): string {
  return [
    block('source archive', {
      type: 'mysql',
      sql_host: '127.0.0.1',
      sql_port: plan.mariadbPort,
      sql_user: 'root',
      sql_pass: '',
      sql_db: plan.database,
      sql_query_pre: 'SET NAMES utf8mb4',
      sql_range_step: 10_000,
      sql_query: `${select(0)} FROM \`${plan.boards[0]?.name}\` LIMIT 1`,
      sql_attr_uint: UINTS,
      sql_attr_bool: BOOLS,
      sql_attr_timestamp: 'timestamp',
    }),
    block('index archive', {
      source: 'archive',
      path: `${plan.folder}/archive`,
      docinfo: 'extern',
      mlock: 0,
      morphology: 'none',
      min_word_len: 1,
      min_prefix_len: 3,
      html_strip: 0,
      charset_table: charsetTable(),
    }),
    ...plan.boards.flatMap(({ id, name }) => boardBlocks(plan, id, name)),
    block('indexer', { mem_limit: '256M', write_buffer: '8M', max_file_field_buffer: '32M' }),
    block('searchd', {
      listen: `127.0.0.1:${plan.port}:mysql41`,
      log: `${plan.folder}/searchd.log`,
      pid_file: `${plan.folder}/searchd.pid`,
      binlog_path: '',
      workers: 'threads',
      max_children: 0,
      read_timeout: 5,
      client_timeout: 300,
      preopen_indexes: 1,
      max_packet_size: '32M',
      max_filters: 256,
      max_filter_values: 4096,
      listen_backlog: 25,
      max_batch_queries: 32,
      thread_stack: '128K',
      collation_server: 'utf8_general_ci',
    }),
  ].join('\n');
}

/** main continues after the last post of ancient, delta after the last post of main. */
function boardBlocks({ folder }: SphinxPlan, id: number, board: string): string[] {
  const counter = (name: string) => `(SELECT val FROM index_counters WHERE id = '${name}_${board}')`;
  const note = (name: string) => `REPLACE INTO index_counters (id, val) VALUES ('${name}_${board}', $maxid)`;
  const last = `(SELECT MAX(doc_id) FROM \`${board}\`)`;
  const query = `${select(id)} FROM \`${board}\` WHERE doc_id >= $start AND doc_id <= $end`;
  const range = {
    ancient: `SELECT MIN(doc_id), MAX(doc_id) FROM \`${board}\``,
    main: `SELECT ${counter('max_ancient_id')}, ${last}`,
    delta: `SELECT ${counter('max_indexed_id')}, ${last}`,
  };
  const after = { ancient: note('max_ancient_id'), main: note('max_indexed_id'), delta: '' };
  return INDEXES.flatMap((part) => [
    block(`source ${board}_${part} : archive`, {
      sql_query: query,
      sql_query_range: range[part],
      sql_query_post_index: after[part],
    }),
    block(`index ${board}_${part} : archive`, { source: `${board}_${part}`, path: `${folder}/${board}_${part}` }),
  ]);
}

function select(boardId: number): string {
  const texts = ['name', 'trip', 'email', 'title', 'comment', 'media_filename', 'media_hash'];
  const renamed = {
    tnum: 'thread_num',
    mid: 'media_id',
    pip: 'poster_ip',
    pid: 'poster_hash',
    country: 'poster_country',
    cap: 'ASCII(capcode)',
    is_internal: '(subnum != 0)',
    is_spoiler: 'spoiler',
    is_deleted: 'deleted',
    is_sticky: 'sticky',
    is_op: 'op',
    has_image: "(media_filename != '' AND media_filename IS NOT NULL)",
  };
  const same = POST_COLUMNS.map(([name]) => name).filter((name) =>
    ['num', 'subnum', 'timestamp', ...texts].includes(name),
  );
  const others = Object.entries(renamed).map(([name, value]) => `${value} AS ${name}`);
  return `SELECT doc_id, ${boardId} AS board, ${[...same, ...others].join(', ')}`;
}

/**
 * Digits, Latin without accents, lower-case Cyrillic, full-width forms as half-width, Chinese and Japanese unchanged.
 */
function charsetTable(): string {
  const parts = ['0..9', 'A..Z->a..z', '_', 'a..z', 'U+410..U+42F->U+430..U+44F', 'U+430..U+44F'];
  parts.push('U+FF10..U+FF19->0..9', 'U+FF21..U+FF3A->a..z', 'U+FF41..U+FF5A->a..z');
  for (let code = 0xc0; code <= 0x17f; code++) {
    const plain = String.fromCodePoint(code).normalize('NFD').charAt(0).toLowerCase();
    if (/[a-z]/.test(plain)) parts.push(`U+${code.toString(16).toUpperCase()}->${plain}`);
  }
  parts.push(
    'U+4E00..U+9FCF',
    'U+3400..U+4DBF',
    'U+20000..U+2A6DF',
    'U+3000..U+303F',
    'U+3040..U+309F',
    'U+30A0..U+30FF',
  );
  return parts.join(', ');
}

function block(head: string, settings: Readonly<Record<string, string | number | readonly string[]>>): string {
  const lines = Object.entries(settings).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: string | number) => `  ${name} = ${one}`),
  );
  return `${head}\n{\n${lines.join('\n')}\n}\n`;
}
