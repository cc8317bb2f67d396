import type { ExportEnd, ExportRow } from '../../../mappings/contract/export.ts';

export interface ExportWriter {
  readonly type: string;
  readonly extension: string;
  begin(): string;
  rows(rows: readonly ExportRow[]): string;
  end(end: ExportEnd): string;
}

export const ndjsonWriter: ExportWriter = {
  type: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  begin: () => '',
  rows: (rows) => rows.map(line).join(''),
  end: line,
};

function line(value: ExportRow | ExportEnd): string {
  return `${JSON.stringify(value)}\n`;
}
