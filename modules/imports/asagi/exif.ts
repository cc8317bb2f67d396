/** The column `exif`: a photograph's EXIF as JSON, and other values for which a scraper had no column. */
import { clampCount } from '../../../mappings/post.ts';

export interface Exif {
  /** The source's own HTML of the comment. */
  readonly comment: string | null;
  readonly posters: number | null;
  readonly trollFlag: string | null;
  /** Seconds. */
  readonly archivedOn: number | null;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly isUnreadable: boolean;
}

const NOTHING: Exif = {
  comment: null,
  posters: null,
  trollFlag: null,
  archivedOn: null,
  extra: {},
  isUnreadable: false,
};
const MAX_DEPTH = 16;

export function readExif(text: string | null): Exif {
  if (text === null || /^\s*(?:null)?\s*$/.test(text)) return NOTHING;
  const parsed =
    parse(text) ?? (text.includes('&quot;') ? parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) : null);
  if (parsed === null) return { ...NOTHING, extra: { exif: text }, isUnreadable: true };
  const {
    comment,
    uniqueIps,
    since4pass,
    trollCountry,
    troll_country_code: code,
    troll_country_name: name,
    archivedOn,
    ...rest
  } = parsed;
  const posters = Number(uniqueIps);
  const archived = Number(archivedOn);
  const flag = textOf(code) ?? textOf(trollCountry);
  return {
    comment: textOf(comment),
    posters: Number.isSafeInteger(posters) && posters > 0 ? clampCount(posters) : null,
    trollFlag: flag,
    archivedOn: Number.isSafeInteger(archived) && archived > 0 ? archived : null,
    extra: {
      ...(since4pass !== undefined && since4pass !== null && { since4pass: yearOf(since4pass) }),
      ...(flag !== null && { troll_country: flag }),
      ...(textOf(name) !== null && { flag_name: name }),
      ...(Object.keys(rest).length > 0 && { exif: rest }),
    },
    isUnreadable: false,
  };
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return isExact(value, 0) ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

/** True if all numbers kept their digits and the nesting is not too deep. */
function isExact(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((inner) => isExact(inner, depth + 1));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function yearOf(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}
