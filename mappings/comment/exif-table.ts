import type { ExifRow } from './tokens.ts';

/** Gathers the rows of an EXIF table from its cells: one cell with text is a heading, two are a name and a value. */
export class ExifTable {
  readonly rows: ExifRow[] = [];
  #cells: string[] = [];

  /** A tag of the table starts or ends; `text` is what stood since the tag before it. */
  edge(tag: string, text: string): void {
    const cell = text.replace(/\s+/g, ' ').trim();
    if (cell !== '') this.#cells.push(cell);
    if (tag === 'td' || tag === 'th') return;
    const [name, ...values] = this.#cells;
    this.#cells = [];
    if (name !== undefined) this.rows.push({ name, value: values.length > 0 ? values.join(' ') : null });
  }
}
