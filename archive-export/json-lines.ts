/** SQL that prints rows as JSON, one object per line, without NULL values. */
import type { NamedPostColumn } from '../mappings/postgres/post-columns.ts';
import { RAW_LINES } from '../store/copy-text.ts';

interface PrintedColumn {
  readonly name: string;
  readonly type: NamedPostColumn['type'];
  readonly isNullable: boolean;
}

/** A property that SQL computes, as JSON or NULL. */
interface PrintedJson {
  readonly name: string;
  readonly sql: string;
}

/**
 * concat() skips NULL, and is twice as fast as PostgreSQL's JSON functions. The first column must not be NULL. Bytes become hexadecimal
 * digits. Each value is a separate argument, since joining it with its name would copy it once more.
 */
export function jsonLine(columns: readonly PrintedColumn[], table: string, more: readonly PrintedJson[] = []): string {
  const parts = columns.flatMap(({ name, type, isNullable }, place) => {
    const key = `${place === 0 ? '{' : ','}"${name}":`;
    const value = `${table}.${name}`;
    if (type === 'bytea') return `'${key}"' || encode(${value}, 'hex') || '"'`;
    if (type === 'boolean') return `case ${value} when true then '${key}true' when false then '${key}false' end`;
    const isPlain = type === 'bigint' || type === 'int' || type === 'jsonb';
    const printed = isPlain ? value : `to_json(${value})`;
    if (!isNullable) return [`'${key}'`, printed];
    if (isPlain) return `'${key}' || ${printed}::text`;
    return [`case when ${value} is not null then '${key}' end`, printed];
  });
  const added = more.map(({ name, sql }) => `',"${name}":' || (${sql})::text`);
  return `concat(${[...parts, ...added].join(', ')}, '}')`;
}

/** COPY of a query with one column of text, whose values contain no control characters. */
export const copyLines = (query: string): string => `copy (${query}) to stdout with (${RAW_LINES})`;
