/** Documents that were damaged in transit, or sent by an attacker. */
import fc from 'fast-check';

/** Values that have caused errors before. */
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 60), 1e308, '', '0', 'NaN', [], {}, true),
  fc.constantFrom<unknown>('1', '-1', '9007199254740993', '1e3', '0x10', '99999999999999999999', '01'),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', 'a\0b', '\uD800', '\uDFFFx', '&#0;', '&#xD800;', '&amp;#0;', '&'.repeat(300)),
  fc.constantFrom('[code]', '[/b]>x[b]', '[spoiler]>>1[/spoiler]', '{"uniqueIps":1e99}', '>>9007199254740993'),
);

const otherNames = ['archived', 'archived_on', 'id', '__proto__', 'toString', 'exif', 'locked', 'media', 'posts', 'op'];

/** In up to four places a JSON document gets another value, loses one, or gets an additional field. */
export function mutatedJson(document: string): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom<'set' | 'drop' | 'add' | 'double'>('set', 'set', 'drop', 'add', 'double'),
    name: fc.oneof(fc.constantFrom(...otherNames), fc.string({ unit: 'binary', maxLength: 8 })),
    value: hostile,
  });
  return fc.array(change, { maxLength: 4 }).map((changes) => {
    const mutated: unknown = JSON.parse(document);
    for (const { at, kind, name, value } of changes) {
      const holders = holdersIn(mutated);
      const holder = holders[at % holders.length];
      if (holder === undefined) continue;
      const keys = Object.keys(holder);
      const key = keys[at % Math.max(keys.length, 1)] ?? name;
      if (kind === 'set') put(holder, key, structuredClone(value));
      else if (kind === 'add')
        put(holder, Array.isArray(holder) ? String(holder.length) : name, structuredClone(value));
      else if (kind === 'drop') Reflect.deleteProperty(holder, key);
      else if (Array.isArray(holder)) holder.push(structuredClone(holder[at % Math.max(holder.length, 1)]));
    }
    return JSON.stringify(mutated);
  });
}

/** A field called `__proto__` is a field. A list has positions without gaps. */
function put(holder: object, key: string, value: unknown): void {
  if (Array.isArray(holder) && !(/^\d+$/.test(key) && Number(key) <= holder.length)) return;
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function holdersIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(holdersIn)];
}

/** The same text with a part removed, doubled or overwritten. */
export function mutatedText(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(texts, fc.nat(), fc.nat(60), fc.string({ unit: 'binary', maxLength: 5 }))
    .map(([text, at, length, insert]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + insert + text.slice(start + length);
    });
}

/** Lines of messages moved, removed, doubled or overwritten, in bytes without a charset, packed or not. */
export function mutatedMessages(document: string): fc.Arbitrary<string> {
  const lines = document.split('\n');
  const bytes = fc.string({ unit: fc.nat(255).map((byte) => String.fromCharCode(byte)), maxLength: 40 });
  const headers = fc.constantFrom(
    'Message-ID: <700@kitchen.example>',
    'Message-ID:',
    'References: <a@b> <701@kitchen.example> <703@kitchen.example>',
    'In-Reply-To: <703@kitchen.example>',
    'Date: Mon, 99 Foo 20166 99:99:99 +9999',
    'Date: 1 Jan 1904 00:00:00 +0000',
    'Subject: =?utf-8?B?AAD/2A==?= =?x-none?Q?=80?=',
    'From: =?utf-8?B?//8=?= <@>',
    'Content-Type: multipart/mixed; boundary="x"',
    'Content-Type: text/html; charset=utf-7',
    'Content-Transfer-Encoding: base64',
    '--x',
    'From nobody Thu Jun  2 10:00:00 2016',
  );
  const change = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('set', 'drop', 'add', 'move'),
    line: fc.oneof(headers, bytes),
  });
  return fc.tuple(fc.array(change, { maxLength: 5 }), fc.boolean()).map(([changes, packed]) => {
    const mutated = [...lines];
    for (const { at, kind, line } of changes) {
      const index = at % Math.max(mutated.length, 1);
      if (kind === 'set') mutated[index] = line;
      else if (kind === 'add') mutated.splice(index, 0, line);
      else if (kind === 'drop') mutated.splice(index, 1);
      else mutated.push(...mutated.splice(index, 9));
    }
    return `${packed ? 'packed ' : ''}${mutated.join('\n')}`;
  });
}
