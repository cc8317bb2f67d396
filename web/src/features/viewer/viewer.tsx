import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { File, Post } from '../../../../mappings/contract/post.ts';
import { WholeImage } from '../../components/post/expanded-file.tsx';
import { SpoilerCover } from '../../components/post/picture.tsx';
import { Player } from '../../components/post/player.tsx';
import { postAddress } from '../../lib/addresses.ts';
import { savesData } from '../../lib/display-preferences.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { fullName, shownFile } from '../../lib/media-kind.ts';
import { t } from '../../lib/messages.ts';
import { useUncovered } from '../../lib/opened-files.ts';
import { closeViewer, moveViewer, type Viewed } from '../../lib/viewer.ts';

/** A file over the whole window. The arrow keys walk the files of the page, Escape closes it. */
export function Viewer({ viewed: { posts, at } }: { readonly viewed: Viewed }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    close.current?.focus();
    // Going back leaves the page that the files are of.
    window.addEventListener('popstate', closeViewer);
    return () => window.removeEventListener('popstate', closeViewer);
  }, []);
  useEffect(() => preload(posts[at + 1]?.file), [posts, at]);
  const post = posts[at];
  if (post?.file == null) return null;
  const onKey = (event: KeyboardEvent) => {
    const to = targetOf(event, at, posts.length);
    if (to === null || posts[to] === undefined) return;
    event.preventDefault();
    moveViewer(to);
  };
  const onClose = () => {
    closeViewer();
    focusPost(post);
  };
  const name = fullName(post.file) ?? t('file.file');
  return (
    // The dialog hears the keys of what is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={dialog} className="viewer" aria-label={t('viewer.name')} onClose={onClose} onKeyDown={onKey}>
      <div className="viewer-bar">
        <p className="viewer-place" aria-live="polite">
          <bdi className="viewer-file">{name}</bdi>{' '}
          {posts.length > 1 && t('viewer.place', { place: at + 1, count: posts.length })}
        </p>
        <a href={postAddress(post)} onClick={() => dialog.current?.close()}>
          {t('viewer.post')}
        </a>
        <a href={shownFile(post.file)?.url} download={fullName(post.file) ?? ''}>
          {t('file.download')}
        </a>
        <button type="button" className="quiet-button" ref={close} onClick={() => dialog.current?.close()}>
          {t('common.close')}
        </button>
      </div>
      <ViewedFile key={postKey(post)} post={post} file={post.file} />
      {posts.length > 1 && (
        <div className="viewer-steps">
          <button type="button" className="button" disabled={at === 0} onClick={() => moveViewer(at - 1)}>
            ← {t('viewer.previous')}
          </button>
          <button
            type="button"
            className="button"
            disabled={at === posts.length - 1}
            onClick={() => moveViewer(at + 1)}
          >
            {t('viewer.next')} →
          </button>
        </div>
      )}
    </dialog>
  );
}

const COVER = { width: 200, height: 200 };

function ViewedFile({ post, file }: { readonly post: Post; readonly file: File }) {
  const key = postKey(post);
  const isUncovered = useUncovered(key) || !file.spoiler;
  const shown = shownFile(file);
  return (
    <div className="viewer-file-place">
      {!isUncovered && <SpoilerCover size={COVER} spoiler={key} />}
      {isUncovered && shown?.kind === 'image' && (
        <WholeImage file={file} url={shown.url} alt={fullName(file) ?? t('file.picture')} />
      )}
      {isUncovered && shown !== null && shown.kind !== 'image' && <Player file={file} shown={shown} plays />}
    </div>
  );
}

/** The place to move to; null for other keys, and within a player, whose own keys they are. */
function targetOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent, at: number, length: number): number | null {
  if (altKey || ctrlKey || metaKey || target instanceof HTMLMediaElement) return null;
  if (key === 'ArrowRight') return at + 1;
  if (key === 'ArrowLeft') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : null;
}

/** The reader goes on at the file that was viewed last. */
function focusPost(post: Post): void {
  const article = document.querySelector(`#main [data-post="${CSS.escape(postKey(post))}"]`);
  const link = article?.querySelector<HTMLElement>('.file-place a[href], .file-place button') ?? null;
  if (link === null || article?.contains(document.activeElement) === true) return;
  link.focus({ preventScroll: true });
  article?.scrollIntoView({ block: 'nearest' });
}

/** The next picture is loaded ahead, but not for readers who save data, and spoilers only when asked for. */
function preload(file: File | null | undefined): void {
  if (file == null || file.spoiler || savesData()) return;
  const shown = shownFile(file);
  if (shown?.kind === 'image') new Image().src = shown.url;
}
