/** A strict reader of CSV as RFC 4180 defines it. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const row: string[] = [];
    for (;;) {
      CELL.lastIndex = at;
      const found = CELL.exec(text);
      if (found === null) throw new Error(`no cell at ${at}: ${JSON.stringify(text.slice(at, at + 60))}`);
      const [whole, quoted, plain = ''] = found;
      row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      at += whole.length;
      if (text[at] === ',') at += 1;
      else if (text.startsWith('\r\n', at)) break;
      else throw new Error(`neither comma nor line end at ${at}: ${JSON.stringify(text.slice(at, at + 60))}`);
    }
    at += 2;
    rows.push(row);
  }
  return rows;
}

const CELL = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
