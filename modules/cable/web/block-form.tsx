import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { CabalAuthor } from '../contract/cabals.ts';
import { announce } from '../../../web/src/lib/announce.ts';
import { formatCount } from '../../../web/src/lib/format.ts';
import { t } from './texts.ts';
import { ActionForm } from '../../../web/src/features/admin/action-form.tsx';
import { ConfirmDialog } from '../../../web/src/features/admin/confirm-dialog.tsx';
import { Field, textOf, VERBATIM } from '../../../web/src/features/admin/field.tsx';
import { refreshPages } from '../../../web/src/features/admin/in-place/hide-in-place.ts';
import { ADMIN_KEY } from '../../../web/src/features/admin/queries.ts';
import { blockCabalAuthor } from './api.ts';
import { AppointButton } from './moderators.tsx';
import { cabalAuthorQuery } from './queries.ts';
import { listed } from '../../../web/src/lib/messages.ts';

const KEY = /^[0-9a-f]{64}$/i;

/** Looks an author up, says what a block removes, and blocks. */
export function BlockForm({ cabal, given }: { readonly cabal: number; readonly given: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(given);
  const [isWrong, setWrong] = useState(false);
  const { data, error } = useQuery({ ...cabalAuthorQuery(cabal, asked), enabled: asked !== '' });
  const submit = (fields: FormData) => {
    const text = textOf(fields, 'author');
    setWrong(!KEY.test(text));
    if (KEY.test(text)) setAsked(text.toLowerCase());
    else field.current?.focus();
  };
  return (
    <details className="ban-add" open={given !== ''}>
      <summary>{t('cabals.block')}</summary>
      <ActionForm
        work={{ error, isPending: false }}
        onSubmit={submit}
        what={t('cabals.look-up')}
        buttons={
          <button type="submit" className="button">
            {t('cabals.look-up')}
          </button>
        }
        noValidate
      >
        <Field
          {...VERBATIM}
          label={t('cabals.key')}
          ref={field}
          name="author"
          defaultValue={given}
          maxLength={80}
          aria-invalid={isWrong}
          aria-describedby={`${id}-help`}
        />
        <p id={`${id}-help`} className={isWrong ? 'field-problem' : 'quiet'} role={isWrong ? 'alert' : undefined}>
          {t('cabals.key-help')}
        </p>
      </ActionForm>
      {data !== undefined && <FoundAuthor key={data.author} cabal={cabal} author={data} />}
    </details>
  );
}

/** What a block of the author removes. */
function FoundAuthor({ cabal, author }: { readonly cabal: number; readonly author: CabalAuthor }) {
  const { author: key, name, info, boards, others, is_blocked: isBlocked, is_moderator: isModerator } = author;
  const queryClient = useQueryClient();
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
      {info.length > 0 && (
        <ul aria-label={t('cabals.info')}>
          {info.map((property) => (
            <li key={property.key} className="ban-text">
              <bdi>{property.key}</bdi>: <bdi>{property.value}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p>
        {t('bulk.posts', { count: posts })}{' '}
        {boards.length > 0 &&
          t('bulk.on', { boards: listed(boards.map((one) => `/${one.board}/ (${formatCount(one.posts)})`)) })}
        . {t('cabals.others', { count: others })}
      </p>
      {isBlocked && posts + others === 0 ? (
        <output>{t('cabals.is-blocked')}</output>
      ) : (
        <>
          <Field
            label={t('bulk.reason')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            maxLength={1_000}
          />
          <p>
            <button type="button" className="button button-danger" onClick={() => setAsked(true)}>
              {t('cabals.block')}…
            </button>{' '}
            {!isModerator && !isBlocked && <AppointButton cabal={cabal} author={key} />}
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
