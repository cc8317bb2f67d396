/** Lists of MD5s as other archives publish them. Pure, and without Node, so that pages read lists too. */

/** 32 hexadecimal digits, or base64, including its URL-safe form. */
export function isMd5(text: string): boolean {
  return /^[0-9a-f]{32}$/i.test(text) || /^[A-Za-z0-9+/_-]{21}[AQgw](?:==)?$/.test(text);
}

export interface Md5List {
  readonly files: readonly string[];
  /** Entries that are not MD5s. */
  readonly refused: number;
}

/**
 * JSON with the MD5s in an array, such as `{"banned_hashes": […]}` of FoolFuuka's plugin Intel Sharing; or a text with one in each
 * line, `#` for comments.
 */
export function readMd5List(text: string): Md5List {
  const entries = entriesOf(text);
  const files = entries.filter(isMd5);
  return { files: [...new Set(files)], refused: entries.length - files.length };
}

function entriesOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (!/^[[{]/.test(trimmed)) {
    return trimmed
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
      .filter((line) => line !== '');
  }
  try {
    return stringsOf(JSON.parse(trimmed));
  } catch {
    return [trimmed];
  }
}

/** The entries of the first array in the JSON. */
function stringsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  if (typeof value !== 'object' || value === null) return [];
  return stringsOf(Object.values(value).find((inner) => Array.isArray(inner)) ?? null);
}
