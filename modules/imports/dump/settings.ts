/** The form of a dump's texts: character set, and whether a backslash escapes. */
import { ImportError } from '../import-error.ts';
import { createDecoder } from './scan-text.ts';

const SET_NAMES = /SET\s+NAMES\s+'?(\w+)'?|client_encoding\s*=\s*'(\w+)'/i;

const CHARSETS: Readonly<Record<string, string>> = {
  utf8mb4: 'utf-8',
  utf8mb3: 'utf-8',
  utf8: 'utf-8',
  binary: 'utf-8',
  ascii: 'utf-8',
  latin1: 'windows-1252',
};

export class Settings {
  backslash = true;
  decode = createDecoder('utf-8');

  /** Dumps of PostgreSQL begin with one of these, and do not use backslash escapes. */
  noteComment(text: string, at: number): void {
    if (text.startsWith('-- PostgreSQL database', at)) this.backslash = false;
  }

  /** @throws ImportError for a character set that is not supported */
  noteStatement(statement: string): void {
    const [, names, encoding] = SET_NAMES.exec(statement) ?? [];
    const written = (names ?? encoding)?.toLowerCase();
    if (written !== undefined && written !== 'default') {
      const charset = CHARSETS[written];
      if (charset === undefined) {
        throw new ImportError(
          'charset',
          `the dump is in the character set ${written}; dump it with --default-character-set=utf8mb4`,
        );
      }
      this.decode = createDecoder(charset);
    }
    // Dumps of SQLite begin like this, and do not use backslash escapes.
    if (/^PRAGMA\s/i.test(statement) || /NO_BACKSLASH_ESCAPES/i.test(statement)) this.backslash = false;
    if (/standard_conforming_strings\s*=\s*off/i.test(statement)) this.backslash = true;
  }
}
