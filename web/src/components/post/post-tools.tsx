import { useState } from 'react';
import type { File, Post } from '../../../../mappings/contract/post.ts';
import { searchAddress } from '../../lib/addresses.ts';
import { hidePost, showPost } from '../../lib/hidden-posts.ts';
import { t } from '../../lib/messages.ts';
import { FOREIGN_LINK, safeAddress } from '../../lib/safe-link.ts';
import { postNumber } from './post-head.tsx';

interface PostToolsProps {
  readonly post: Post;
  readonly isHidden: boolean;
}

/** A button that opens the actions for a post. */
export function PostTools({ post, isHidden }: PostToolsProps) {
  const [isOpen, setOpen] = useState(false);
  if (isHidden) {
    return (
      <button type="button" className="post-tool" onClick={() => showPost(post)}>
        {t('post.show')}
        <span className="visually-hidden"> {postNumber(post)}</span>
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        className="post-tool"
        aria-expanded={isOpen}
        aria-label={t('post.more', { number: postNumber(post) })}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      {isOpen && (
        <span className="post-tools">
          <button type="button" className="post-tool" onClick={() => hidePost(post)}>
            {t(post.opener ? 'post.hide-thread' : 'post.hide')}
          </button>
          <a href={searchAddress(`>>${post.num} board:${post.board}`)}>{t('post.who-quotes')}</a>
          {post.file !== null && <FileTools file={post.file} />}
        </span>
      )}
    </>
  );
}

function FileTools({ file }: { readonly file: File }) {
  const url = safeAddress(file.url);
  const name = `${file.name ?? t('file.file')}${file.type === null ? '' : `.${file.type}`}`;
  return (
    <>
      {file.md5 !== null && <a href={searchAddress(`md5:${file.md5}`)}>{t('post.same-file')}</a>}
      {url !== null && (
        <a href={url} download={name}>
          {t('post.download', { name })}
        </a>
      )}
      {reverseSearches(file, window.location.origin).map(({ site, href }) => (
        <a key={site} href={href} {...FOREIGN_LINK}>
          {site}
        </a>
      ))}
    </>
  );
}

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
