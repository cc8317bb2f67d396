import { mediaKey, sameType } from '../../mappings/media.ts';
import type { FileRow } from './sql.ts';

const MAX_CHARACTERS = 200;
/** Control and format characters, which may disguise a name, and characters that file systems refuse. */
const UNFIT = /[\p{C}/\\:*?"<>|]/gu;

/**
 * How browsers show and save a file (RFC 6266): under `name` with the type of its content, whatever extension the name has; without a
 * name under its hash.
 */
export function contentDisposition(file: FileRow, isInline: boolean, name: string | undefined): string {
  const how = isInline ? 'inline' : 'attachment';
  const saved = name === undefined ? '' : savedName(name, file.type);
  if (saved === '') return `${how}; filename="${mediaKey(file.sha256, file.type).slice(6)}"`;
  const plain = saved.replaceAll(/[^\x20-\x7e]|[%"\\]/g, '_');
  return plain === saved
    ? `${how}; filename="${saved}"`
    : `${how}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(saved).replaceAll(/['()*]/g, percent)}`;
}

/** Empty for a name without a usable character. */
function savedName(name: string, type: string): string {
  const fit = name
    .replaceAll(UNFIT, '_')
    .replace(/^[\s._]+/, '')
    .trimEnd();
  const at = fit.lastIndexOf('.');
  const hasType = at > 0 && sameType(fit.slice(at + 1).toLowerCase(), type);
  const [base, end] = hasType ? [fit.slice(0, at), fit.slice(at)] : [fit, `.${type}`];
  const short = Array.from(base).slice(0, MAX_CHARACTERS).join('');
  return short === '' ? '' : `${short}${end}`;
}

function percent(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
}
