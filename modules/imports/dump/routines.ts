/** Names of the triggers, procedures and functions in a dump, and where their definitions end. */
const ROUTINE = /(?:TRIGGER|PROCEDURE|FUNCTION)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?[`"]?([\w$.]+)/gi;
const END_OF_SECTION = /^DELIMITER[ \t]+;[ \t]*\r?$/m;
/** Text that dumps write before a table, but never within a routine. */
const NEXT_TABLE = /^(?:CREATE TABLE |LOCK TABLES |-- (?:Table structure|Dumping data) for table )/m;

export interface SectionEnd {
  /** The position up to which the text was read. */
  readonly at: number;
  readonly isEnd: boolean;
  /** The end is missing: tables follow. */
  readonly isBroken: boolean;
}

export class Routines {
  readonly names = new Set<string>();

  note(text: string): void {
    for (const [, name = ''] of text.matchAll(ROUTINE)) this.names.add(name);
  }

  /** Finds the end of the part between `DELIMITER ;;` and `DELIMITER ;`. */
  endOfSection(text: string, at: number, delimiter: string): SectionEnd {
    const rest = text.slice(at);
    const [end, table] = [rest.search(END_OF_SECTION), rest.search(NEXT_TABLE)];
    if (table !== -1 && (end === -1 || table < end)) {
      this.note(rest.slice(0, table));
      return { at: at + table, isEnd: true, isBroken: true };
    }
    if (end !== -1) {
      this.note(rest.slice(0, end).replaceAll(delimiter, ';'));
      return { at: text.indexOf('\n', at + end) + 1 || text.length, isEnd: true, isBroken: false };
    }
    // Keeps text that may be the beginning of that line.
    const line = text.lastIndexOf('\n');
    if (line <= at) return { at, isEnd: false, isBroken: false };
    this.note(text.slice(at, line));
    return { at: line, isEnd: false, isBroken: false };
  }
}
