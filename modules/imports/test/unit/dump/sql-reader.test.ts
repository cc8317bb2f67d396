import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Batch, Row } from '../../../dump/batch.ts';
import { SqlReader } from '../../../dump/sql-reader.ts';
import { countOf } from '../../../../../test/support/full-counts.ts';
import { bytesInUse } from '../../../../../test/support/garbage.ts';

/** A third of the shortest statement that the tests read in little memory. */
const LITTLE = 32 * 2 ** 20;

const COLUMNS = ['num', 'comment', 'media_hash'];
const CREATE =
  'CREATE TABLE `g` (\n  `num` int(10) NOT NULL,\n  `comment` text,\n  `media_hash` varchar(25),\n  PRIMARY KEY (`num`)\n);\n';

function read(dump: Buffer | string, sizes: readonly number[] = []): readonly Batch[] {
  const bytes = Buffer.from(dump);
  const reader = new SqlReader(() => true);
  const batches: Batch[] = [];
  let at = 0;
  for (const size of sizes) {
    batches.push(...reader.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return [...batches, ...reader.push(bytes.subarray(Math.min(at, bytes.length))), ...reader.end()];
}

const rowsOf = (batches: readonly Batch[]): readonly Row[] => batches.flatMap(({ rows }) => rows);
const damageOf = (batches: readonly Batch[]) => batches.flatMap(({ damage }) => damage.map(({ kind }) => kind));

/** A value in the form of mysqldump. */
function quoted(text: string | null): string {
  if (text === null) return 'NULL';
  const escapes: Readonly<Record<string, string>> = {
    '\0': '\\0',
    '\n': '\\n',
    '\r': '\\r',
    '\u001A': '\\Z',
    '"': '\\"',
    "'": "\\'",
    '\\': '\\\\',
  };
  // oxlint-disable-next-line no-control-regex
  return `'${text.replaceAll(/[\0\n\r\u001A"'\\]/g, (sign) => escapes[sign] ?? sign)}'`;
}

const dumpOf = (rows: readonly (readonly [number, string | null, string | null])[], between = ',\n'): string =>
  `/*M!999999\\- enable the sandbox mode */\n/*!40101 SET NAMES utf8mb4 */;\n${CREATE}LOCK TABLES \`g\` WRITE;\nINSERT INTO \`g\` VALUES\n${rows
    .map(([num, comment, hash]) => `(${num},${quoted(comment)},${quoted(hash)})`)
    .join(between)};\nUNLOCK TABLES;\n`;

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        "'",
        '\\',
        '),(',
        "');",
        '\n',
        '/*!',
        '*/',
        'INSERT INTO `g` VALUES (1,2,3);',
        'DELIMITER ;;',
        '--',
        '#',
        '\0',
        '😀',
        'é',
        ';',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);
const values = fc.array(fc.tuple(fc.nat(), fc.option(hostile), fc.option(hostile)), { minLength: 1, maxLength: 20 });

describe('dumps of mysqldump', () => {
  test('any text comes back as it was, however the file is cut into chunks', () => {
    fc.assert(
      fc.property(
        values,
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }),
        fc.constantFrom(',\n', ','),
        (rows, sizes, between) => {
          const batches = read(dumpOf(rows, between), sizes);
          expect(damageOf(batches)).toEqual([]);
          expect(rowsOf(batches)).toEqual(
            rows.map(([num, ...texts]) => [String(num), ...texts.map((text) => text?.toWellFormed() ?? null)]),
          );
        },
      ),
      { numRuns: countOf(4000) },
    );
  });

  test('a file that is cut anywhere keeps complete rows and is reported as cut', () => {
    const rows = [1, 2, 3, 4].map((num) => [num, `text ${num} with '),(9,'x','y'); in it`, null] as const);
    const dump = dumpOf(rows);
    const whole = rows.map(([num, comment]) => [String(num), comment, null]);
    for (let end = dump.indexOf('INSERT') + 30; end < dump.indexOf(';\nUNLOCK'); end++) {
      const batches = read(dump.slice(0, end));
      expect(damageOf(batches)).toEqual(['cut']);
      expect(whole.slice(0, rowsOf(batches).length)).toEqual(rowsOf(batches));
    }
  });

  test('a changed byte never turns parts of a text into rows, and rows after the next line are read', () => {
    const text = "x'),(666,'666','666'),(667,'y";
    const dump = Buffer.from(dumpOf([1, 2, 3, 4, 5].map((num) => [num, text, text])));
    const from = dump.indexOf('INSERT');
    fc.assert(
      fc.property(
        fc.integer({ min: from, max: dump.length - 20 }),
        fc.integer({ min: 0, max: 255 }),
        fc.boolean(),
        (at, byte, isRemoved) => {
          const mutated = isRemoved ? Buffer.concat([dump.subarray(0, at), dump.subarray(at + 1)]) : Buffer.from(dump);
          if (!isRemoved) mutated[at] = byte;
          const rows = rowsOf(read(mutated));
          // One line is damaged. Its rows may be lost, and the whole statement if its beginning is damaged.
          expect(rows.filter(([num]) => num === '666' || num === '667')).toEqual([]);
          const untouched = rows.filter(([, comment, hash]) => comment === text && hash === text);
          expect(untouched.length + 1 >= rows.length).toBe(true);
        },
      ),
      { numRuns: countOf(10_000) },
    );
  });

  test('reads values in other forms and names in other quotes, and skips other statements', () => {
    const batches = read(`SET NAMES utf8;
DROP TABLE IF EXISTS "g";
${CREATE}
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=\`a\`@\`b\`*/ /*!50003 TRIGGER \`g_before\` BEFORE INSERT ON \`g\` FOR EACH ROW BEGIN INSERT INTO g VALUES (9,'9','9'); END */;;
DELIMITER ;
REPLACE INTO "g" ("comment","num","media_hash") VALUES (0x41C3A9,1,NULL),(_binary 'a\\'b',2,'it''s'), (X'4142' , 3, b'101');
insert ignore into \`other\`.\`g\` values (4, _utf8mb4'\\%\\_\\Z', true);`);
    expect(batches.map(({ shape }) => shape?.columns)).toEqual([['comment', 'num', 'media_hash'], COLUMNS]);
    expect(rowsOf(batches)).toEqual([
      ['Aé', '1', null],
      ["a'b", '2', "it's"],
      ['AB', '3', '5'],
      ['4', '\\%\\_\u001A', '1'],
    ]);
    expect(damageOf(batches)).toEqual([]);
  });

  test('a row with the wrong number of values is refused alone', () => {
    const batches = read(
      `${CREATE}INSERT INTO g VALUES\n(1,'a','b'),\n(2,'a'),\n(3,'a','b'),\n(4,'a' b','c'),\n(5,'a','b');\n`,
    );
    expect(rowsOf(batches).map(([num]) => num)).toEqual(['1', '3', '5']);
    expect(damageOf(batches)).toEqual(['row', 'row']);
  });

  test('text in latin1 is decoded, and an unknown character set is refused', () => {
    const dump = Buffer.concat([
      Buffer.from(`SET NAMES latin1;\n${CREATE}INSERT INTO g VALUES (1,'caf`),
      Buffer.from([0xe9, 0x80]),
      Buffer.from(`',NULL);\n`),
    ]);
    expect(rowsOf(read(dump))).toEqual([['1', 'café€', null]]);
    expect(() => read('SET NAMES sjis;\n')).toThrow(/character set sjis/);
  });

  test('a statement of any length is read in little memory', () => {
    const reader = new SqlReader(() => true);
    reader.push(Buffer.from(`${CREATE}INSERT INTO g VALUES\n`));
    const chunk = Buffer.from(`(1,'${'x'.repeat(1000)}',NULL),\n`.repeat(1000));
    let rows = 0;
    const before = bytesInUse();
    for (let at = 1; at <= 100; at++) {
      for (const batch of reader.push(chunk)) rows += batch.rows.length;
      if (at === 95) expect(bytesInUse() - before).toBeLessThan(LITTLE);
    }
    expect(rows).toBeGreaterThan(99_000);
  });
});

describe('a text of 256 MB', () => {
  const chunk = Buffer.alloc(256 * 1024, 'x');

  test.each([
    [
      'INSERT',
      `${CREATE}INSERT INTO g VALUES (1,'a',NULL),\n(2,'`,
      `',NULL),(3,'c',NULL);\nINSERT INTO g VALUES (4,'d',NULL);\n`,
      8,
    ],
    [
      'COPY',
      `${CREATE}COPY g (num, comment, media_hash) FROM stdin;\n1\ta\t\\N\n2\t`,
      '\t\\N\n3\tc\t\\N\n4\td\t\\N\n\\.\n',
      9,
    ],
  ])('loses only its row in %s, in little memory', (_form, before, after, line) => {
    const reader = new SqlReader(() => true);
    const batches = [...reader.push(Buffer.from(before))];
    const memory = bytesInUse();
    for (let at = 0; at < 1024; at++) batches.push(...reader.push(chunk));
    expect(bytesInUse() - memory).toBeLessThan(LITTLE);
    batches.push(...reader.push(Buffer.from(after)), ...reader.end());
    expect(rowsOf(batches).map(([num]) => num)).toEqual(['1', '3', '4']);
    expect(batches.flatMap(({ damage }) => damage)).toMatchObject([
      { table: 'g', kind: 'row', line, lost: 1, detail: 'a row is longer than the longest that is read, 16 MB' },
    ]);
  });
});

const insertOne = (table: string) => `INSERT INTO ${table} VALUES (1,'a',NULL);\n`;
const define = (table: string) => CREATE.replace('`g`', table);
const placesOf = (batches: readonly Batch[]) =>
  batches.flatMap(({ damage }) => damage.map(({ table, kind, line, lost }) => [table, kind, line, lost]));
const counts = (batches: readonly Batch[]) =>
  Object.fromEntries(batches.filter((batch) => batch.rows.length > 0).map((batch) => [batch.table, batch.rows.length]));

describe('damage outside of rows', () => {
  test.each([
    ['a statement that nobody knows', `MERGE INTO g USING x;\n`, [['g', 'statement', 7, null]]],
    ['an INSERT without rows', `INSERT INTO g SELECT * FROM x;\n`, [['g', 'statement', 7, null]]],
    ['a head that is damaged', `INSERT NTO g VALUS (1,'a',NULL),(2,'b',NULL);\n`, [['g', 'statement', 7, 2]]],
    ['a definition by a query', `CREATE TABLE x AS SELECT 1;\n`, [['x', 'statement', 7, 0]]],
    ['a quote that is not closed', `SET x = 'y;\n`, [[null, 'statement', 7, null]]],
    [
      'a section of routines that is not closed',
      'DELIMITER ;;\nCREATE TRIGGER t BEGIN END;;\n',
      [[null, 'statement', 8, 0]],
    ],
    ['a changed column', `ALTER TABLE g ADD COLUMN x text;\n`, [['g', 'statement', 7, null]]],
    ['SQLite’s note', `/****** CORRUPTION ERROR *******/\n`, [[null, 'statement', 7, null]]],
  ])('%s is reported, and the next table is read', (_what, statement, expected) => {
    const batches = read(`${CREATE}${statement}${define('h')}${insertOne('h')}`);
    expect(counts(batches)).toEqual({ h: 1 });
    expect(placesOf(batches)).toEqual(expected);
  });

  test('a definition in one line, with comments, keys and commas in types', () => {
    const batches = read(
      "CREATE TABLE IF NOT EXISTS `g` (`num` decimal(39,0) /* a, b */, `comment` text DEFAULT ',)', media_hash, PRIMARY KEY (`num`, `comment`), KEY x (num));\nINSERT INTO g VALUES (1,'a',NULL);\n",
    );
    expect(batches[0]?.shape?.columns).toEqual(COLUMNS);
    expect(damageOf(batches)).toEqual([]);
  });

  test('two damaged rows next to each other count as two', () => {
    const batches = read(
      `${CREATE.replace('PRIMARY', '`a` text, `b` text, PRIMARY')}INSERT INTO g VALUES (1,'a','b',2,3),(2,'x'y','b',2,3),(3,'a','b',2,'x'y),(4,'a','b',2,3);\n`,
    );
    expect(rowsOf(batches).map(([num]) => num)).toEqual(['1', '4']);
    expect(batches.flatMap(({ damage }) => damage.map(({ lost }) => lost))).toEqual([2]);
  });
});

describe('dumps of pg_dump', () => {
  const HEAD =
    "--\n-- PostgreSQL database dump\n--\n\n\\restrict x\nSET client_encoding = 'UTF8';\nCREATE TABLE public.g (\n    num integer NOT NULL,\n    comment text,\n    media_hash character varying(25)\n);\n";

  test('COPY and INSERT', () => {
    const batches =
      read(`${HEAD}CREATE FUNCTION f() RETURNS trigger AS $$ begin insert into g values (9,'9','9'); end; $$;
COPY public.g (num, comment, media_hash) FROM stdin;
1\ta\\tb\\\\\\n\\N\t\\N
2\tINSERT INTO g VALUES (8);\tx
\\.

INSERT INTO public.g (num, comment, media_hash) VALUES (3, 'it''s \\ a
line', E'a\\nb');
`);
    expect(rowsOf(batches)).toEqual([
      ['1', 'a\tb\\\nN', null],
      ['2', 'INSERT INTO g VALUES (8);', 'x'],
      ['3', "it's \\ a\nline", 'a\nb'],
    ]);
    expect(damageOf(batches)).toEqual([]);
  });
});
