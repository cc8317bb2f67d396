import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NearFile } from '../../../../../mappings/contract/banned-files.ts';
import { lookUpAddress } from '../../../lib/addresses.ts';
import { announce } from '../../../lib/announce.ts';
import { postQuery } from '../../../lib/queries.ts';
import { moderateFile } from '../api.ts';
import { refreshPages } from '../in-place/hide-in-place.ts';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { t } from '../texts.ts';

/** A file that looks like the banned one with this hash. It is shown first, and can then be banned. */
export function NearFileItem({ near, hash }: { readonly near: NearFile; readonly hash: string }) {
  const { board, num, subnum, distance, posts, elsewhere } = near;
  const queryClient = useQueryClient();
  const { data } = useQuery(postQuery(board, num, subnum));
  const name = `/${board}/ ${num}${subnum > 0 ? `,${subnum}` : ''}`;
  const ban = useMutation({
    mutationFn: async () => moderateFile({ action: 'ban', board, num, subnum, reason: `near ${hash}` }),
    async onSuccess() {
      announce(t('in-place.done.ban'));
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'near-files'] });
      await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'banned-files'] });
      await refreshPages(queryClient);
    },
  });
  const thumb = data?.file?.thumb_url ?? data?.file?.url ?? null;
  return (
    <section aria-label={name} className="near-file">
      {thumb !== null && <img src={thumb} alt={t('files.thumb', { name })} loading="lazy" />}
      <div>
        <p>
          <a href={lookUpAddress(board, num)}>{name}</a> {t('bulk.posts', { count: posts })},{' '}
          {t('files.distance', { number: String(distance) })}
        </p>
        {elsewhere ? (
          <p className="quiet">{t('files.elsewhere')}</p>
        ) : (
          <button
            type="button"
            className="button button-danger"
            aria-disabled={ban.isPending}
            onClick={() => !ban.isPending && ban.mutate()}
          >
            {t('in-place.ban')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        <RequestProblem error={ban.error} what={t('in-place.ban')} />
      </div>
    </section>
  );
}
