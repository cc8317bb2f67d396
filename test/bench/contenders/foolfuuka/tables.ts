/**
 * A board's tables as Asagi and FoolFuuka create them: posts and images, with the same columns and the same twelve
 * secondary indexes. The indexes are created after the rows are loaded, which is faster and gives the same result.
 */
export const POST_COLUMNS = [
  ['doc_id', 'int unsigned not null auto_increment primary key'],
  ['media_id', 'int unsigned not null default 0'],
  ['poster_ip', 'decimal(39,0) unsigned not null default 0'],
  ['num', 'int unsigned not null'],
  ['subnum', 'int unsigned not null'],
  ['thread_num', 'int unsigned not null default 0'],
  ['op', 'bool not null default 0'],
  ['timestamp', 'int unsigned not null'],
  ['timestamp_expired', 'int unsigned not null'],
  ['preview_orig', 'varchar(20)'],
  ['preview_w', 'smallint unsigned not null default 0'],
  ['preview_h', 'smallint unsigned not null default 0'],
  ['media_filename', 'text'],
  ['media_w', 'smallint unsigned not null default 0'],
  ['media_h', 'smallint unsigned not null default 0'],
  ['media_size', 'int unsigned not null default 0'],
  ['media_hash', 'varchar(25)'],
  ['media_orig', 'varchar(20)'],
  ['spoiler', 'bool not null default 0'],
  ['deleted', 'bool not null default 0'],
  ['capcode', "varchar(1) not null default 'N'"],
  ['email', 'varchar(100)'],
  ['name', 'varchar(100)'],
  ['trip', 'varchar(25)'],
  ['title', 'varchar(100)'],
  ['comment', 'text'],
  ['delpass', 'tinytext'],
  ['sticky', 'bool not null default 0'],
  ['locked', 'bool not null default 0'],
  ['poster_hash', 'varchar(8)'],
  ['poster_country', 'varchar(2)'],
  ['exif', 'text'],
] as const;

export const IMAGE_COLUMNS = [
  ['media_id', 'int unsigned not null auto_increment primary key'],
  ['media_hash', 'varchar(25) not null'],
  ['media', 'varchar(20)'],
  ['preview_op', 'varchar(20)'],
  ['preview_reply', 'varchar(20)'],
  ['total', 'int unsigned not null default 0'],
  ['banned', 'smallint unsigned not null default 0'],
] as const;

const POST_INDEXES = [
  'unique num_subnum_index (num, subnum)',
  'index thread_num_subnum_index (thread_num, num, subnum)',
  'index subnum_index (subnum)',
  'index op_index (op)',
  'index media_id_index (media_id)',
  'index media_hash_index (media_hash)',
  'index media_orig_index (media_orig)',
  'index name_trip_index (name, trip)',
  'index trip_index (trip)',
  'index email_index (email)',
  'index poster_ip_index (poster_ip)',
  'index timestamp_index (timestamp)',
];
const IMAGE_INDEXES = [
  'unique media_hash_index (media_hash)',
  'index total_index (total)',
  'index banned_index (banned)',
];

const OPTIONS = 'engine=InnoDB default charset=utf8mb4';

function columns(list: readonly (readonly [string, string])[]): string {
  return list.map(([name, type]) => `\`${name}\` ${type}`).join(', ');
}

function added(indexes: readonly string[]): string {
  return indexes.map((index) => `add ${index}`).join(', ');
}

export function createTables(board: string): string[] {
  return [
    `create table \`${board}\` (${columns(POST_COLUMNS)}) ${OPTIONS}`,
    `create table \`${board}_images\` (${columns(IMAGE_COLUMNS)}) ${OPTIONS}`,
  ];
}

export function addIndexes(board: string): string[] {
  return [
    `alter table \`${board}\` ${added(POST_INDEXES)}`,
    `alter table \`${board}_images\` ${added(IMAGE_INDEXES)}`,
    `analyze table \`${board}\`, \`${board}_images\``,
  ];
}

/** The last document of each large Sphinx index. */
export const CREATE_COUNTERS = `create table index_counters (id varchar(50) not null primary key, val int not null) ${OPTIONS}`;
