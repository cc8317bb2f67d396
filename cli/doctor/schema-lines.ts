/** Compares the printed schemas of two databases line by line. Pure. */

/** A line of one schema that the other lacks. */
export interface SchemaLine {
  /** Table, view, sequence or function. */
  readonly object: string;
  readonly line: string;
}

export interface SchemaDifference {
  readonly missing: readonly SchemaLine[];
  /** Surplus lines of objects that both schemas have. */
  readonly surplus: readonly SchemaLine[];
}

const HEAD = /^create (?:table|view|sequence|or replace function|or replace procedure) (?:public\.)?([\w"]+)/i;

/** `wanted` and `present` as `printSchema` prints them. Objects that only `present` has are ignored: extensions add some. */
export function compareSchemas(wanted: string, present: string): SchemaDifference {
  const [want, have] = [linesOf(wanted), linesOf(present)];
  const known = new Set([...want.values()].map(({ object }) => object));
  return {
    missing: [...want].flatMap(([key, line]) => (have.has(key) ? [] : [line])),
    surplus: [...have].flatMap(([key, line]) => (want.has(key) || !known.has(line.object) ? [] : [line])),
  };
}

/** A table and a function may have equal lines, so a line is known by its object too. */
function linesOf(schema: string): ReadonlyMap<string, SchemaLine> {
  let object = '';
  const lines = new Map<string, SchemaLine>();
  for (const text of schema.split('\n')) {
    object = HEAD.exec(text)?.[1] ?? object;
    const line = text.replace(/[,;]$/, '');
    if (object !== '' && line.trim() !== '') lines.set(`${object}\n${line}`, { object, line });
  }
  return lines;
}

export type LineKind = 'grants' | 'policies' | 'objects';

export function kindOfLine({ line }: SchemaLine): LineKind {
  if (line.startsWith('grant ')) return 'grants';
  return /^(create policy|alter table \w+ enable row level security)/.test(line) ? 'policies' : 'objects';
}

/** The parts of a grant as `printSchema` prints it; null for another line. */
export function grantOf(line: string): { readonly on: string; readonly to: string } | null {
  const [, on, to] = /^grant .+? on ((?:function )?\S.*) to (\w+)$/.exec(line) ?? [];
  return on === undefined || to === undefined ? null : { on, to };
}
