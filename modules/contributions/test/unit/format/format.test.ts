import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXIF_TAGS, MAX_DUMP_BYTES, TRACK_KINDS, type Dump } from '../../../format/dump.ts';
import { DumpInvalidError, readDump } from '../../../format/read-dump.ts';
import { oneLine, writeDump } from '../../../format/write-dump.ts';
import { countOf } from '../../../../../test/support/full-counts.ts';
import { PICTURE, VIDEO } from './sample-dump.ts';

const read = (text: string): Dump => readDump(Buffer.from(text));

const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: digits, maxLength: digits });
const side = fc.integer({ min: 1, max: 1_000_000 });
const count = fc.option(fc.integer({ min: 0, max: 2 ** 40 }));
const printable = fc.string({
  unit: fc.constantFrom(...Array.from('aZ09 .,:;<>&"\'/-~')),
  minLength: 1,
  maxLength: 64,
});
const DUMPS: fc.Arbitrary<Dump> = fc.record({
  client: fc.record({
    name: fc.constantFrom('sagasu', 'a', 'x.y_z-1'),
    version: fc.constantFrom('0.1.0', '31', '2.0.10.4'),
  }),
  file: fc.record({
    size: fc.integer({ min: 1, max: 2 ** 40 }),
    type: fc.constantFrom('jpg', 'webm', 'bin'),
    md5: hex(32),
    sha1: hex(40),
    sha256: hex(64),
    offered: fc.boolean(),
  }),
  image: fc.option(
    fc.record({
      width: side,
      height: side,
      pixels: fc.option(hex(64)),
      perceptual: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
      exif: fc
        .uniqueArray(
          fc.record({ tag: fc.constantFrom(...EXIF_TAGS), value: fc.string({ unit: 'binary', maxLength: 300 }) }),
          {
            selector: ({ tag }) => tag,
          },
        )
        .map((all) =>
          all
            .map(({ tag, value }) => ({ tag, value: oneLine(value, 200) }))
            .filter(({ value }) => value !== '')
            .toSorted((a, b) => EXIF_TAGS.indexOf(a.tag) - EXIF_TAGS.indexOf(b.tag)),
        ),
    }),
  ),
  media: fc.option(
    fc.record({
      container: printable,
      duration: count,
      structure: count,
      tracks: fc.array(
        fc.record({
          kind: fc.constantFrom(...TRACK_KINDS),
          codec: printable,
          bitrate: count,
          bytes: count,
          duration: count,
          width: fc.option(side),
          height: fc.option(side),
        }),
        { minLength: 1, maxLength: 64 },
      ),
    }),
  ),
});

test('any dump is read as it was written', () => {
  fc.assert(
    fc.property(DUMPS, (dump) => {
      expect(read(writeDump(dump))).toEqual(dump);
    }),
    { numRuns: countOf(5000, 250) },
  );
});

test('a dump has one printed form, without path, time or place', () => {
  expect(writeDump(PICTURE)).toBe(
    '<dump xmlns="urn:sagasu:dump:1"><client name="sagasu" version="1.2.0"/>' +
      `<file size="1000000" type="jpg" md5="${'a'.repeat(32)}" sha1="${'b'.repeat(40)}" sha256="${'c'.repeat(64)}" offered="true"/>` +
      `<image width="800" height="600" pixels="${'d'.repeat(64)}" perceptual="-42">` +
      '<exif tag="Make" value="Pentax &quot;K&quot; &lt;1&gt; &amp; more"/><exif tag="Software" value="版 1"/></image></dump>',
  );
});

test('another layout of a dump is read as the same dump', () => {
  const spaced = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n${writeDump(VIDEO).replaceAll('><', '>\n  <')}\n`;
  expect(read(spaced)).toEqual(VIDEO);
});

const valid = writeDump(VIDEO);
const laughs = `<!DOCTYPE dump [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]>`;

describe('invalid dumps are refused with a reason', () => {
  test.each([
    ['nothing', '', /parse/],
    ['an unclosed element', valid.slice(0, -3), /expected '>'/],
    ['another element', '<html/>', /No matching global declaration/],
    ['no namespace', valid.replace(' xmlns="urn:sagasu:dump:1"', ''), /No matching global declaration/],
    [
      'an external entity',
      `<!DOCTYPE dump [<!ENTITY x SYSTEM "file:///etc/passwd">]>${valid.replace('AVC', '&x;')}`,
      /document type/,
    ],
    ['an external document type', `<!DOCTYPE dump SYSTEM "http://127.0.0.1/x.dtd">${valid}`, /document type/],
    ['entities of entities', `${laughs}${valid.replace('AVC', '&a8;')}`, /document type/],
    ['an unknown entity', valid.replace('AVC', '&x;'), /Entity 'x' not defined/],
    [
      'an unknown attribute',
      valid.replace('<file ', '<file path="/home/somebody/a.mp4" '),
      /attribute 'path' is not allowed/,
    ],
    ['a place', writeDump(PICTURE).replace('tag="Make"', 'tag="GPSLatitude"'), /GPSLatitude/],
    ['a tag twice', writeDump(PICTURE).replace('tag="Software"', 'tag="Make"'), /Duplicate key-sequence/],
    ['a short hash', valid.replace('a'.repeat(32), 'a'.repeat(31)), /md5/],
    ['an upper-case hash', valid.replace('a'.repeat(32), 'A'.repeat(32)), /md5/],
    ['a size of 0', valid.replace('size="1000000"', 'size="0"'), /size|positiveInteger/],
    ['a size beyond every disk', valid.replace('size="1000000"', 'size="99999999999999"'), /size|maxInclusive/],
    ['a version with words', valid.replace('version="1.2.0"', 'version="1.2.0-beta"'), /version/],
    [
      'an included file',
      valid.replace('<client', '<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="/etc/passwd"/><client'),
      /not expected/,
    ],
    ['two files', valid.replace(/<file [^>]*>/, '$&$&'), /not expected/],
    ['too many tracks', valid.replace(/<track [^>]*>/, (track) => track.repeat(64)), /not expected/],
    ['a NUL', `${valid}\0`, /NUL/],
    ['deep nesting', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, /depth|nesting/i],
    ['too many bytes', valid + ' '.repeat(MAX_DUMP_BYTES), /bytes/],
    ['a processing instruction inside', valid.replace('<file', '<?php x?><file'), /processing instruction/],
    ['a processing instruction before', `<?xml-stylesheet href="x.xsl"?>${valid}`, /processing instruction/],
    ['a processing instruction behind', `${valid}<?x?>`, /processing instruction/],
    [
      'a processing instruction in an empty element',
      valid.replace('/></media>', '><?x?></track></media>'),
      /processing/,
    ],
    ['text between the elements', valid.replace('<file', 'text<file'), /not expected|content|not allowed/i],
    ['CDATA between the elements', valid.replace('<file', '<![CDATA[text]]><file'), /not allowed|content/i],
    [
      'CDATA in an empty element',
      valid.replace('/></media>', '><![CDATA[ ]]></track></media>'),
      /not allowed|content/i,
    ],
    ['a character reference between the elements', valid.replace('<file', '&#65;<file'), /not allowed|content/i],
    ['another prefix for nothing', valid.replaceAll('<track', '<x:track'), /prefix|not expected|not defined/i],
    ['a second root', `${valid}${valid}`, /Extra content/],
    ['a declared entity without a document type', `<!ENTITY a "b">${valid}`, /./],
  ])('%s', (_name, text, reason) => {
    expect(() => read(text)).toThrow(DumpInvalidError);
    expect(() => read(text)).toThrow(reason);
  });

  test('bytes that are not UTF-8, and other encodings', () => {
    expect(() => readDump(Buffer.from(valid, 'utf16le'))).toThrow(DumpInvalidError);
    expect(() => readDump(Buffer.from([0xff, 0xfe, 0x3c]))).toThrow(/UTF-8/);
    const hidden = `<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE dump+AD4-${valid}`;
    expect(() => read(hidden)).toThrow(DumpInvalidError);
    for (const encoding of ['UTF-7', 'utf-16', 'ISO-8859-1', '', 'x'.repeat(5000)]) {
      expect(() => read(`<?xml version="1.0" encoding="${encoding}"?>${valid}`)).toThrow(/this one declares/);
      expect(() => read(`<?xml version='1.0' encoding = '${encoding}' standalone='yes'?>${valid}`)).toThrow(/declares/);
    }
    expect(read(`<?xml version='1.0' encoding='utf-8'?>${valid}`)).toEqual(VIDEO);
    expect(read(`\u{feff}<?xml version="1.0"?>${valid}`)).toEqual(VIDEO);
  });
});

const PIECES = [
  '<?x?>',
  '<!-- -->',
  '<!---->',
  '<![CDATA[]]>',
  '<![CDATA[x]]>',
  ' ',
  '\n',
  'x',
  '&#32;',
  '&#0;',
  '&#x110000;',
  '&lt;',
  '&x;',
  '<x/>',
  '</x>',
  '<x xmlns=""/>',
  '<d:track xmlns:d="urn:sagasu:dump:1" kind="other" codec="x"/>',
  ' xmlns:d="urn:sagasu:dump:1"',
  ' d:kind="video"',
  ' xml:lang="en"',
  ' xml:base="file:///"',
  ' xsi:type="x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  ' xsi:schemaLocation="urn:sagasu:dump:1 file:///etc/passwd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  ' xmlns="urn:x"',
  '<!ELEMENT a ANY>',
  '\u{85}',
  '\u{2028}',
  '\u{fffe}',
  '\u{1f600}',
];

test('odd XML at any place is refused or is a valid dump', () => {
  const whole = writeDump(PICTURE);
  let accepted = 0;
  for (let at = 0; at <= whole.length; at++) {
    // Pieces between two letters all behave alike.
    if (/\w\w/.test(whole.slice(at - 1, at + 1))) continue;
    for (const piece of PIECES) {
      try {
        const dump = read(`${whole.slice(0, at)}${piece}${whole.slice(at)}`);
        expect(writeDump(read(writeDump(dump)))).toBe(writeDump(dump));
        accepted++;
      } catch (error) {
        expect(error).toBeInstanceOf(DumpInvalidError);
      }
    }
  }
  expect(accepted).toBeGreaterThan(0);
});

test('a dump with changed bytes is refused or is another valid dump', () => {
  const bytes = Buffer.from(writeDump(PICTURE));
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      (changes) => {
        const mutated = Buffer.from(bytes);
        for (const [at, value] of changes) mutated[at] = value;
        let dump: Dump;
        try {
          dump = readDump(mutated);
        } catch (error) {
          expect(error).toBeInstanceOf(DumpInvalidError);
          return;
        }
        accepted++;
        // Writing and reading a dump keeps its canonical form.
        expect(writeDump(read(writeDump(dump)))).toBe(writeDump(dump));
      },
    ),
    { numRuns: countOf(10_000, 1000) },
  );
  // Some runs must be accepted: a changed digit of a hash makes a valid dump.
  expect(accepted).toBeGreaterThan(0);
});
