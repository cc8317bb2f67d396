import type { File } from '../../../mappings/contract/post.ts';
import { safeAddress } from './safe-link.ts';

/** How a page displays a file. */
export type MediaKind = 'image' | 'video' | 'audio';

const KINDS: ReadonlyMap<string, MediaKind> = new Map([
  ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif'].map((type) => [type, 'image'] as const),
  ...['webm', 'mp4', 'm4v', 'ogv'].map((type) => [type, 'video'] as const),
  ...['mp3', 'ogg', 'oga', 'opus', 'm4a', 'flac', 'wav'].map((type) => [type, 'audio'] as const),
]);

/** A file that a page can show, and its address. */
export interface ShownFile {
  readonly kind: MediaKind;
  readonly url: string;
}

/** null for a file that is not in the archive, and for kinds that are only linked, such as PDF. */
export function shownFile(file: File): ShownFile | null {
  const url = namedAddress(file);
  const kind = KINDS.get(file.type ?? '');
  return url === null || kind === undefined ? null : { kind, url };
}

/** The file's address; on this site with the uploader's name, under which browsers save it. */
export function namedAddress(file: File): string | null {
  const [url, name] = [safeAddress(file.url), fullName(file)];
  return name === null || url?.startsWith('/media/') !== true ? url : `${url}?name=${encodeURIComponent(name)}`;
}

/** The uploader's name of the file with its extension; null without a name. */
export function fullName({ name, type }: Pick<File, 'name' | 'type'>): string | null {
  if (name === null) return null;
  return type === null ? name : `${name}.${type}`;
}
