import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { File, Post } from '../../../../mappings/contract/post.ts';
import { postAddress, searchAddress } from '../../lib/addresses.ts';
import { hidePost } from '../../lib/hidden-posts.ts';
import { fullName, shownFile } from '../../lib/media-kind.ts';
import { useModules } from '../../lib/use-modules.ts';
import { closePostMenu, leavePostMenu, type OpenMenu } from '../../lib/post-menu.ts';
import { externalLinks } from '../../lib/external-links.ts';
import { isOwnPost, markOwnPost } from '../../lib/own-posts.ts';
import { boardsQuery } from '../../lib/queries.ts';
import { openReport } from '../../lib/report.ts';
import { reverseSearches } from '../../lib/reverse-searches.ts';
import { safeAddress } from '../../lib/safe-link.ts';
import { fileKey, filesOf, type FilePost } from '../../lib/post-files.ts';
import { isViewable, openViewer } from '../../lib/viewer.ts';
import { FilterItems } from './filter-items.tsx';
import { MenuButton, MenuCopy, MenuFold, MenuGroup, MenuLink } from './menu-items.tsx';
import { postNumber } from './post-head.tsx';
import { t } from './menu-texts.ts';

interface PostMenuProps {
  readonly menu: OpenMenu;
  readonly more: ReactNode;
}

/** The menu with all actions for a post, in the order of their use; those of staff come first. Arrow keys move through it, Escape returns to the button. */
export function PostMenu({ menu: { post, button, inThread }, more }: PostMenuProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popup = place.current;
    button.setAttribute('aria-expanded', 'true');
    // The popup's anchor (post-menu.css).
    button.style.setProperty('anchor-name', '--post-menu');
    popup?.showPopover();
    itemsOf(popup)[0]?.focus({ preventScroll: true });
    const inWindow = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === false) closePostMenu();
    });
    inWindow.observe(button);
    return () => {
      inWindow.disconnect();
      button.style.removeProperty('anchor-name');
      button.removeAttribute('aria-expanded');
    };
  }, [button]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      // Moves the focus back to the button, from where the keyboard continues.
      leavePostMenu();
      return;
    }
    const items = itemsOf(place.current);
    const next = nextItem(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  };
  return (
    <>
      <div className="post-menu-backdrop" />
      <div
        ref={place}
        role="menu"
        tabIndex={-1}
        popover="auto"
        className="popup post-menu"
        aria-label={t('post.more', { number: postNumber(post) })}
        onToggle={({ newState }) => newState === 'closed' && closePostMenu()}
        onKeyDown={onKeyDown}
      >
        {more !== undefined && <MenuGroup name={t('menu.staff')}>{more}</MenuGroup>}
        <MenuGroup name={t('menu.post')}>
          {!inThread && <MenuLink href={postAddress(post)}>{t('menu.in-thread')}</MenuLink>}
          <MenuCopy text={new URL(postAddress(post), window.location.origin).href}>{t('menu.copy-link')}</MenuCopy>
          {post.comment !== '' && <MenuCopy text={post.comment}>{t('menu.copy-text')}</MenuCopy>}
          <MenuLink href={searchAddress(`>>${post.num} board:${post.board}`)}>{t('post.replies-to-post')}</MenuLink>
          {inThread && <ModuleActions post={post} />}
          <MenuButton onSelect={() => hidePost(post)}>{t(post.opener ? 'post.hide-thread' : 'post.hide')}</MenuButton>
          <FilterItems post={post} />
          <OwnItem post={post} />
          <MenuButton onSelect={() => openReport(post)}>{t('menu.report')}</MenuButton>
          <ModuleLinks post={post} />
        </MenuGroup>
        {filesOf(post).map((one) => (
          <FileItems key={fileKey(one)} post={one} file={one.file} />
        ))}
        <Elsewhere post={post} />
      </div>
    </>
  );
}

function OwnItem({ post }: { readonly post: Post }) {
  const isOwn = isOwnPost(post);
  return <MenuButton onSelect={() => markOwnPost(post, !isOwn)}>{t(isOwn ? 'post.not-own' : 'post.own')}</MenuButton>;
}

function ModuleActions({ post }: { readonly post: Post }) {
  const { data: boards } = useQuery(boardsQuery());
  const modules = useModules();
  const board = boards?.find(({ name }) => name === post.board);
  if (board === undefined) return null;
  return modules
    .flatMap(({ postActions }) => postActions?.(post, board) ?? [])
    .map(({ text, onSelect }) => (
      <MenuButton key={text()} onSelect={onSelect}>
        {text()}
      </MenuButton>
    ));
}

function ModuleLinks({ post }: { readonly post: Post }) {
  return useModules()
    .flatMap(({ postLinks }) => postLinks?.(post) ?? [])
    .map(({ href, text }) => (
      <MenuLink key={href} href={href}>
        {text()}
      </MenuLink>
    ));
}

function FileItems({ post, file }: { readonly post: FilePost; readonly file: File }) {
  const url = safeAddress(file.url);
  const name = fullName(file) ?? t('file.file');
  const modules = useModules();
  const searches = reverseSearches(file, window.location.origin);
  if (file.md5 === null && url === null && searches.length === 0) return null;
  return (
    <MenuGroup name={post.extra_files === undefined ? t('menu.file') : name}>
      {isViewable(post) && shownFile(file) !== null && (
        <MenuButton onSelect={() => openViewer(post)}>{t('file.full-screen')}</MenuButton>
      )}
      {url !== null && (
        <MenuLink href={url} download={name}>
          {t('post.download', { name })}
        </MenuLink>
      )}
      {file.md5 !== null && <MenuLink href={searchAddress(`md5:${file.md5}`)}>{t('post.same-file')}</MenuLink>}
      {searches.length > 0 && (
        <MenuFold name={t('menu.reverse')}>
          {searches.map(({ site, href }) => (
            <MenuLink key={site} href={href} foreign>
              {site}
            </MenuLink>
          ))}
        </MenuFold>
      )}
      {modules
        .flatMap(({ fileLinks }) => fileLinks?.(file) ?? [])
        .map(({ href, text }) => (
          <MenuLink key={href} href={href}>
            {text()}
          </MenuLink>
        ))}
    </MenuGroup>
  );
}

/** Links to the original at its source, and to other archives that may have it. */
function Elsewhere({ post }: { readonly post: Post }) {
  const { data: boards } = useQuery(boardsQuery());
  const { original, archives } = externalLinks(post, boards);
  if (original === null && archives.length === 0) return null;
  return (
    <MenuGroup name={t('menu.elsewhere')}>
      {original !== null && (
        <MenuLink href={original.href} foreign>
          {t('menu.original', { site: original.name })}
        </MenuLink>
      )}
      {archives.length > 0 && (
        <MenuFold name={t('menu.archives')}>
          {archives.map(({ name, href }) => (
            <MenuLink key={name} href={href} foreign>
              {t('menu.archive', { site: name })}
            </MenuLink>
          ))}
        </MenuFold>
      )}
    </MenuGroup>
  );
}

function itemsOf(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

/** The item to focus after this key; null for other keys. */
export function nextItem(key: string, at: number, length: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowUp') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : null;
}
