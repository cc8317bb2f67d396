/** Writes the tables of docs/SEARCH-SYNTAX.md. `npm run search-syntax` runs it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from '../mappings/search/syntax-tables.ts';

const page = new URL('../docs/SEARCH-SYNTAX.md', import.meta.url);
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
