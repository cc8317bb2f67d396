import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import type { File } from '../../../../mappings/contract/post.ts';
import { postAddress } from '../../lib/addresses.ts';
import { fileFacts } from '../../components/post/foolfuuka.ts';
import { savesData } from '../../lib/display-preferences.ts';
import { postKey } from '../../lib/hidden-posts.ts';
import { fileKey, type FilePost } from '../../lib/post-files.ts';
import { fullName, shownFile } from '../../lib/media-kind.ts';
import { t } from './texts.ts';
import { savePreference, usePreference } from '../../lib/preferences.ts';
import { closeViewer, leaveViewer, moveViewer, type Viewed } from '../../lib/viewer.ts';
import './viewer.css';
import { Filmstrip } from './filmstrip.tsx';
import type { Gestures } from './gestures.ts';
import { LOAD_BEFORE_END, loadMoreFiles } from './more-files.ts';
import { ViewedFile } from './viewed-file.tsx';
import { ViewedPost } from './viewed-post.tsx';

/** Whether the post stands beside the file. */
const WITH_POST = 'viewer-post';
const ZOOM_STEP = 1.5;
/** Pixels by which Shift and an arrow key move an enlarged picture. */
const MOVE_STEP = 80;

/**
 * A file over the whole window, with its name and size, and on request its post. Arrow keys, swipes and the filmstrip move through the
 * files of the page; Escape, Back and the button close it.
 */
export function Viewer({ viewed: { posts, at, more, state } }: { readonly viewed: Viewed }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const gestures = useRef<Gestures>(null);
  const router = useRouter();
  const panel = useId();
  const isPostShown = usePreference(WITH_POST) !== null;
  const togglePost = () => savePreference(WITH_POST, isPostShown ? null : 'shown');
  const post = posts[at];
  useOpened(dialog, close, post);
  useEffect(() => preload(posts[at + 1]?.file), [posts, at]);
  const left = posts.length - at;
  useEffect(() => {
    if (more !== null && left <= LOAD_BEFORE_END) void loadMoreFiles(false);
  }, [more, left]);
  if (post === undefined) return null;
  const isImage = shownFile(post.file)?.kind === 'image';
  const step = (by: -1 | 1) => {
    if (posts[at + by] !== undefined) moveViewer(at + by);
    else if (by === 1 && more !== null) void loadMoreFiles(true);
    else return false;
    return true;
  };
  const zoom = (factor: number) => gestures.current?.zoomBy(factor);
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLMediaElement) return;
    const moved = event.shiftKey ? MOVES[event.key] : undefined;
    const factor = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP, '0': 0 }[event.key];
    const to = targetOf(event, at, posts.length);
    if (moved !== undefined) gestures.current?.moveBy(moved);
    else if (factor !== undefined) zoom(factor);
    else if (event.key === 'ArrowRight' && !event.shiftKey) step(1);
    else if (to !== null && posts[to] !== undefined) moveViewer(to);
    else if (event.key === POST_KEY) togglePost();
    else return;
    event.preventDefault();
  };
  const goToPost = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    leaveViewer();
    void router.navigate({ href: postAddress(post), replace: true });
  };
  const name = fullName(post.file) ?? t('file.file');
  return (
    // The dialog receives the key events of its content.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog ref={dialog} className="viewer" aria-label={t('viewer.name')} onClose={closeViewer} onKeyDown={onKey}>
      <p className="viewer-place" aria-live="polite">
        <bdi className="viewer-file">{name}</bdi> <span className="viewer-facts">{fileFacts(post.file)}</span>{' '}
        {(posts.length > 1 || more !== null) && placeText({ posts, at, more, state })}
      </p>
      <div className="viewer-middle">
        <ViewedFile
          key={fileKey(post)}
          post={post}
          file={post.file}
          onGestures={(watched) => {
            gestures.current = watched;
          }}
          onSwipe={step}
        />
        {isPostShown && <ViewedPost id={panel} post={post} />}
      </div>
      {posts.length > 1 && <Filmstrip posts={posts} at={at} />}
      <div className="viewer-steps">
        {posts.length > 1 && (
          <button type="button" className="button" disabled={at === 0} onClick={() => step(-1)}>
            ← <span className="viewer-word">{t('viewer.previous')}</span>
          </button>
        )}
        {isImage && <ZoomButtons onZoom={zoom} />}
        {(posts.length > 1 || more !== null) && (
          <button
            type="button"
            className="button"
            disabled={at === posts.length - 1 && more === null}
            onClick={() => step(1)}
          >
            <span className="viewer-word">{t('viewer.next')}</span> →
          </button>
        )}
      </div>
      <div className="viewer-actions">
        <button
          type="button"
          className="button"
          aria-expanded={isPostShown}
          aria-controls={isPostShown ? panel : undefined}
          aria-keyshortcuts={POST_KEY}
          onClick={togglePost}
        >
          {t('viewer.show-post')}
        </button>
        <a className="button" href={postAddress(post)} onClick={goToPost}>
          {t('viewer.post')}
        </a>
        <a className="button" href={shownFile(post.file)?.url} download={fullName(post.file) ?? ''}>
          {t('file.download')}
        </a>
        <button type="button" className="button" ref={close} onClick={closeViewer}>
          {t('common.close')}
        </button>
      </div>
    </dialog>
  );
}

/** "25 of 25 so far", or "31 of 31, the last one". */
function placeText({ posts, at, more, state }: Viewed): string {
  const values = { place: at + 1, count: posts.length };
  const isLast = at === posts.length - 1;
  if (more === null) return isLast ? t('viewer.place-last', values) : t('viewer.place', values);
  const place = t('viewer.place-so-far', values);
  if (!isLast || state === 'idle') return place;
  return `${place} – ${t(state === 'loading' ? 'common.loading' : 'viewer.more-failed')}`;
}

function ZoomButtons({ onZoom }: { readonly onZoom: (factor: number) => void }) {
  return (
    <>
      <button type="button" className="button" aria-label={t('viewer.zoom-out')} onClick={() => onZoom(1 / ZOOM_STEP)}>
        −
      </button>
      <button type="button" className="button" aria-label={t('viewer.zoom-in')} onClick={() => onZoom(ZOOM_STEP)}>
        +
      </button>
    </>
  );
}

const POST_KEY = 'i';

const MOVES: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: MOVE_STEP, y: 0 },
  ArrowRight: { x: -MOVE_STEP, y: 0 },
  ArrowUp: { x: 0, y: MOVE_STEP },
  ArrowDown: { x: 0, y: -MOVE_STEP },
};

/** The index to move to; null for other keys. */
function targetOf({ key, shiftKey }: KeyboardEvent, at: number, length: number): number | null {
  if (shiftKey) return null;
  if (key === 'ArrowRight') return at + 1;
  if (key === 'ArrowLeft') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : null;
}

/**
 * Opens the dialog. When it closes, by any way, the page shows the file that was viewed last; if that is the file it was opened with,
 * the page does not scroll.
 */
function useOpened(
  dialog: React.RefObject<HTMLDialogElement | null>,
  close: React.RefObject<HTMLButtonElement | null>,
  post: FilePost | undefined,
): void {
  const first = useRef(post);
  const last = useRef(post);
  useEffect(() => {
    last.current = post;
  }, [post]);
  useEffect(() => {
    const [from, place] = [first.current, window.scrollY];
    dialog.current?.showModal();
    close.current?.focus();
    return () => {
      // The dialog is still in the page, and closing it could move the focus back.
      requestAnimationFrame(() => {
        // A file of a later page is not below the viewer: the focus returns to the file with which it was opened.
        if (last.current !== undefined && focusPost(last.current, last.current !== from)) return;
        if (from !== undefined) focusPost(from, false);
      });
      window.scrollTo({ top: place, behavior: 'instant' });
    };
  }, [dialog, close]);
}

/** Returns whether the file is on the page. */
function focusPost(post: FilePost, isOther: boolean): boolean {
  const article = document.querySelector(`#main [data-post="${CSS.escape(postKey(post))}"]`);
  const places = [...(article?.querySelectorAll<HTMLElement>('.file-place') ?? [])];
  const place = places.find(({ dataset }) => dataset['file'] === fileKey(post)) ?? places[0];
  const link = place?.querySelector<HTMLElement>('a[href], button') ?? null;
  if (link === null) return false;
  if (article?.contains(document.activeElement) !== true) link.focus({ preventScroll: true });
  if (isOther) article?.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Loads the next picture ahead, except for readers who save data, and spoilers only on request. */
function preload(file: File | null | undefined): void {
  if (file == null || file.spoiler || savesData()) return;
  const shown = shownFile(file);
  if (shown?.kind === 'image') new Image().src = shown.url;
}
