import type { File } from '../../../mappings/contract/post.ts';
import { safeAddress } from './safe-link.ts';

interface ReverseSearch {
  readonly site: string;
  readonly href: string;
}

const SITES = [
  ['Google Lens', 'https://lens.google.com/uploadbyurl?url='],
  ['Yandex', 'https://yandex.com/images/search?rpt=imageview&url='],
  ['SauceNAO', 'https://saucenao.com/search.php?url='],
  ['iqdb', 'https://iqdb.org/?url='],
  ['TinEye', 'https://tineye.com/search?url='],
  ['ImgOps', 'https://imgops.com/'],
] as const;
/** The pages where a reader can upload a picture. */
export const REVERSE_SEARCH_PAGES: readonly ReverseSearch[] = SITES.map(([site, query]) => ({
  site,
  href: new URL(query).origin,
}));

const PICTURES = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp']);

/** Links to reverse image searches. For a video, its thumbnail is searched. */
export function reverseSearches(file: File, origin: string): readonly ReverseSearch[] {
  const isPicture = PICTURES.has(file.type ?? '');
  const address = safeAddress(isPicture ? (file.url ?? file.thumb_url) : file.thumb_url);
  if (address === null) return [];
  const whole = new URL(address, origin).href;
  return SITES.map(([site, query]) => ({
    site,
    href: `${query}${site === 'ImgOps' ? whole : encodeURIComponent(whole)}`,
  }));
}
