/** Transfer encodings of bodies. Bytes are strings with one character per byte. */

/** The body without its transfer encoding. A text that is not encoded as declared stays as it is. */
export function decodeTransfer(body: string, encoding: string, isText: boolean): string {
  if (/base64/i.test(encoding)) return decodeBase64(body, isText);
  if (/quoted-printable/i.test(encoding)) return decodeQuoted(body);
  return body;
}

function decodeQuoted(body: string): string {
  return body
    .replaceAll(/[ \t]+(?=\r?\n|$)/g, '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/=$/, '');
}

const BASE64_LINE = /^[A-Za-z0-9+/]*={0,2}[ \t]*$/;
// oxlint-disable-next-line no-control-regex -- they show that bytes are no text
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** True for bytes that no text contains, in any charset. */
export function hasControls(bytes: string): boolean {
  return CONTROLS.test(bytes);
}

/** The archive appends the list's footer to encoded bodies, without encoding it. */
function decodeBase64(body: string, isText: boolean): string {
  const lines = body.replace(/^\s+/, '').split(/\r?\n/);
  const plain = lines.findIndex(
    (line, at) => !BASE64_LINE.test(line) || (line.trim() === '' && at > 0 && lines[at - 1] !== ''),
  );
  const encoded = (plain === -1 ? lines : lines.slice(0, plain)).join('').replaceAll(/[ \t]/g, '');
  const rest = plain === -1 ? '' : lines.slice(plain).join('\n');
  if (encoded === '' || encoded.replace(/=+$/, '').length % 4 === 1) return body;
  const decoded = Buffer.from(encoded, 'base64').toString('latin1');
  // One word of plain text consists of the same letters as base64.
  if (isText && encoded.length < 16 && hasControls(decoded)) return body;
  return rest.trim() === '' ? decoded : `${decoded}\n${rest}`;
}

/** RFC 3676: lines that end with a space continue in the next line of the same quotation. */
export function unflow(text: string, deletesSpace: boolean): string {
  const lines: { quote: string; text: string; isOpen: boolean }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const quote = /^>*/.exec(line)?.[0] ?? '';
    const content = line.slice(quote.length).replace(/^ /, '');
    const isOpen = content.endsWith(' ') && content !== '-- ';
    const part = isOpen && deletesSpace ? content.slice(0, -1) : content;
    const last = lines.at(-1);
    if (last?.isOpen === true && last.quote === quote && content !== '-- ') {
      last.text += part;
      last.isOpen = isOpen;
    } else lines.push({ quote, text: part, isOpen });
  }
  return lines.map(({ quote, text: of }) => (quote === '' ? of : `${quote} ${of}`.trimEnd())).join('\n');
}
