import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import type { CabalAuthor } from '../contract/cabals.ts';
import { announce } from '../../../web/src/lib/announce.ts';
import { formatCount } from '../../../web/src/lib/format.ts';
import { t } from './texts.ts';
import { ConfirmDialog } from '../../../web/src/features/admin/confirm-dialog.tsx';
import { refreshPages } from '../../../web/src/features/admin/in-place/hide-in-place.ts';
import { ADMIN_KEY } from '../../../web/src/features/admin/queries.ts';
import { blockCabalAuthor } from './api.ts';
import { cabalAuthorQuery } from './queries.ts';
import { RequestProblem } from '../../../web/src/features/admin/request-problem.tsx';

const KEY = /^[0-9a-f]{64}$/i;

/** Looks an author up, says what a block removes, and blocks. */
export function BlockForm({ cabal, given }: { readonly cabal: number; readonly given: string }) {
  const id = useId();
  const [asked, setAsked] = useState(given);
  const [isWrong, setWrong] = useState(false);
  const { data, error } = useQuery({ ...cabalAuthorQuery(cabal, asked), enabled: asked !== '' });
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = new FormData(event.currentTarget).get('author');
    const text = typeof field === 'string' ? field.trim() : '';
    setWrong(!KEY.test(text));
    if (KEY.test(text)) setAsked(text.toLowerCase());
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <details className="ban-add" open={given !== ''}>
      <summary>{t('cabals.block')}</summary>
      <form className="ban-form" onSubmit={submit} noValidate>
        <label className="field">
          <span>{t('cabals.key')}</span>
          <input
            name="author"
            defaultValue={given}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={80}
            aria-invalid={isWrong}
            aria-describedby={`${id}-help`}
          />
          <small id={`${id}-help`} className={isWrong ? 'field-problem' : 'quiet'} role={isWrong ? 'alert' : undefined}>
            {t('cabals.key-help')}
          </small>
        </label>
        <p>
          <button type="submit" className="button">
            {t('cabals.look-up')}
          </button>
        </p>
        <RequestProblem error={error} what={t('cabals.look-up')} />
      </form>
      {data !== undefined && <FoundAuthor key={data.author} cabal={cabal} author={data} />}
    </details>
  );
}

/** What a block of the author removes. */
function FoundAuthor({ cabal, author }: { readonly cabal: number; readonly author: CabalAuthor }) {
  const { author: key, name, boards, others, is_blocked: isBlocked } = author;
  const queryClient = useQueryClient();
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [purged, setPurged] = useState(0);
  const posts = boards.reduce((sum, one) => sum + one.posts, 0);
  const run = async () => {
    let done = 0;
    for (;;) {
      const step = await blockCabalAuthor(cabal, {
        author: key,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      });
      done += step.purged;
      setPurged(done);
      if (step.left === 0) break;
    }
    announce(t('cabals.done', { count: done }));
    await queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'cabals'] });
    await refreshPages(queryClient);
  };
  return (
    <section className="reported" tabIndex={-1} aria-label={key}>
      <p className="reported-head">
        <strong className="ban-text">{name ?? t('cabals.no-name')}</strong>
        <span className="ban-text quiet">{key}</span>
      </p>
      <p>
        {t('bulk.posts', { count: posts })}{' '}
        {boards.length > 0 &&
          t('bulk.on', { boards: boards.map((one) => `/${one.board}/ (${formatCount(one.posts)})`).join(', ') })}
        . {t('cabals.others', { count: others })}
      </p>
      {isBlocked && posts + others === 0 ? (
        <output>{t('cabals.is-blocked')}</output>
      ) : (
        <>
          <label className="field" htmlFor={`${id}-reason`}>
            <span>{t('bulk.reason')}</span>
            <input
              id={`${id}-reason`}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              maxLength={1_000}
            />
          </label>
          <p>
            <button type="button" className="button button-danger" onClick={() => setAsked(true)}>
              {t('cabals.block')}…
            </button>
          </p>
        </>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('cabals.block-title', { count: posts })}
          confirm={t('cabals.block-confirm')}
          danger
          typed={{ text: key.slice(0, 8), what: t('cabals.start-of-key') }}
          action={run}
          onClose={() => setAsked(false)}
        >
          <p>{t('cabals.block-what')}</p>
          <output>{purged > 0 && t('bulk.progress', { done: formatCount(purged), posts: formatCount(posts) })}</output>
        </ConfirmDialog>
      )}
    </section>
  );
}
