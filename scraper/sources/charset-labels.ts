/** Charsets by the labels with which documents and mails name them. */

/** Names of charsets that are not labels of TextDecoder. Labels that name no charset have null. */
const ALIASES: Readonly<Record<string, string | null>> = {
  'us-ascii': null,
  ascii: null,
  'ansi_x3.4-1968': null,
  'unknown-8bit': null,
  'x-unknown': null,
  unknown: null,
  default: null,
  binary: null,
  'x-user-defined': null,
  replacement: null,
  cp932: 'shift_jis',
  'windows-932': 'shift_jis',
  cp936: 'gbk',
  'windows-936': 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  'windows-950': 'big5',
  'big5-eten': 'big5',
  'euc-cn': 'gbk',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'iso-2022-jp-3': 'iso-2022-jp',
  'iso-2022-jp-ms': 'iso-2022-jp',
  cp50220: 'iso-2022-jp',
  jis: 'iso-2022-jp',
  'unicode-1-1-utf-7': 'utf-7',
  utf7: 'utf-7',
  'utf-8-mac': 'utf-8',
  utf8mb4: 'utf-8',
  'latin-1': 'windows-1252',
  'latin-2': 'iso-8859-2',
  'iso-8859-1-windows-3.1-latin-1': 'windows-1252',
  'tis-620': 'windows-874',
  macroman: 'macintosh',
  'x-mac-roman': 'macintosh',
  cp866: 'ibm866',
};
/** Charsets of escape sequences. Their bytes are ASCII. */
export const ESCAPED_CHARSETS: ReadonlySet<string> = new Set([
  'iso-2022-jp',
  'iso-2022-kr',
  'iso-2022-cn',
  'iso-2022-cn-ext',
  'csiso2022kr',
]);

/**
 * The name of the charset that a label means; null for none. Labels may be damaged: `utf-8*fr` has a language behind it, and
 * `utf-8<TAB>charset=…` the rest of the header.
 */
export function charsetOf(label: string | null | undefined): string | null {
  const name = /[a-z][\w.:+-]*/.exec((label ?? '').slice(0, 200).toLowerCase())?.[0] ?? '';
  if (name === '') return null;
  const known = ALIASES[name] ?? ALIASES[name.replaceAll('_', '-')];
  if (known !== undefined) return known;
  if (name in ALIASES || name.replaceAll('_', '-') in ALIASES) return null;
  if (name === 'utf-7' || name === 'hz-gb-2312' || ESCAPED_CHARSETS.has(name)) return name;
  for (const candidate of [
    name,
    name.replaceAll('_', '-'),
    name.replace(/^(?:cp|x-cp|windows)-?(125\d|874)$/, 'windows-$1'),
  ]) {
    const charset = decoderOf(candidate)?.encoding;
    if (charset !== undefined) return charset;
  }
  return null;
}

const decoders = new Map<string, TextDecoder | null>();

/** Few labels are known, so the map stays small. */
export function decoderOf(label: string): TextDecoder | null {
  const known = decoders.get(label);
  if (known !== undefined) return known;
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    decoders.set(label, decoder);
    return decoder;
  } catch {
    return null;
  }
}
