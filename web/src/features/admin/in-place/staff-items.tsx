import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Post } from '../../../../../mappings/contract/post.ts';
import { MenuButton, MenuFold, MenuLink } from '../../../components/post/menu-items.tsx';
import { stringifySearch } from '../../../lib/addresses.ts';
import { posterIdQuery, tripcodeQuery } from '../../../lib/post-searches.ts';
import { fullName } from '../../../lib/media-kind.ts';
import { fileKey, filesOf, type FilePost } from '../../../lib/post-files.ts';
import { useModules } from '../../../lib/use-modules.ts';
import { requestStaffAction } from '../../../lib/staff-actions.ts';
import { ADMIN_KEY, sessionQuery } from '../queries.ts';
import { useRoles } from '../session/use-roles.ts';
import { hideInPlace } from './hide-in-place.ts';
import { t } from '../texts.ts';

/** Suspends until the account is known, so that the menu opens with its items. A failed request gives an account without roles. */
function useSettledSession(): void {
  const queryClient = useQueryClient();
  useSuspenseQuery({
    queryKey: [ADMIN_KEY, 'session', 'settled'] as const,
    queryFn: async () => {
      await queryClient.prefetchQuery(sessionQuery());
      return true;
    },
  });
}

/** Menu items for moderators of the post's board. */
export function StaffItems({ post }: { readonly post: Post }) {
  const queryClient = useQueryClient();
  useSettledSession();
  const may = useRoles();
  const modules = useModules();
  if (!may('moderator', { board: post.board })) return null;
  return (
    <>
      <MenuButton onSelect={() => void hideInPlace(queryClient, post)}>{t('in-place.hide')}</MenuButton>
      {filesOf(post).map((one) => (
        <FileItems key={fileKey(one)} post={one} isOneOfSeveral={post.extra_files !== undefined} />
      ))}
      {post.subnum > 0 && (
        <MenuButton onSelect={() => requestStaffAction({ action: 'ban-writer', post })}>
          {t('bans.of-poster')}
        </MenuButton>
      )}
      <MenuButton onSelect={() => requestStaffAction({ action: 'purge', post })}>{t('reports.purge')}</MenuButton>
      <MenuFold name={t('in-place.like')}>
        {likeIt(post).map(([what, search]) => (
          <MenuLink key={what} href={`/admin/bulk${stringifySearch(search)}`}>
            {t(`in-place.like.${what}`)}
          </MenuLink>
        ))}
      </MenuFold>
      {modules
        .flatMap(({ staffPostLinks }) => staffPostLinks?.(post) ?? [])
        .filter(({ role }) => may(...role))
        .map(({ href, text }) => (
          <MenuLink key={href} href={href}>
            {text()}
          </MenuLink>
        ))}
      <MenuLink href={`/admin/posts${stringifySearch({ board: post.board, num: nameOf(post) })}`}>
        {t('in-place.more')}
      </MenuLink>
    </>
  );
}

function FileItems({ post, isOneOfSeveral }: { readonly post: FilePost; readonly isOneOfSeveral: boolean }) {
  const name = isOneOfSeveral ? ` (${fullName(post.file) ?? post.filePlace ?? 0})` : '';
  return (
    <>
      <MenuButton onSelect={() => requestStaffAction({ action: 'delete', post })}>
        {t('in-place.delete') + name}
      </MenuButton>
      <MenuButton onSelect={() => requestStaffAction({ action: 'ban', post })}>{t('in-place.ban') + name}</MenuButton>
    </>
  );
}

/** Links to bulk actions on posts like this one. */
function likeIt(post: Post) {
  const { board, thread, tripcode, posterid, subnum } = post;
  return [
    ...(tripcode === null ? [] : [['tripcode', { q: tripcodeQuery(tripcode) }] as const]),
    ...(posterid === null ? [] : [['posterid', { q: posterIdQuery({ board, posterid }) }] as const]),
    ['thread', { q: `board:${board} thread:${thread}` }] as const,
    ...(subnum === 0 ? [] : [['address', { post: `${board}/${nameOf(post)}` }] as const]),
  ];
}

function nameOf({ num, subnum }: Post): string {
  return subnum > 0 ? `${num}_${subnum}` : String(num);
}
