import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ban, BanAppeal } from '../../../../../mappings/contract/bans.ts';
import { MAX_BAN_TEXT } from '../../../../../mappings/ban.ts';
import { Time } from '../../../components/time.tsx';
import { lookUpAddress } from '../../../lib/addresses.ts';
import { announce } from '../../../lib/announce.ts';
import { decideAppeal, liftBan, lookAtAddresses } from '../api.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Field } from '../field.tsx';
import { ADMIN_KEY } from '../queries.ts';
import { RequestProblem } from '../request-problem.tsx';
import { useRoles } from '../session/use-roles.ts';
import { t, tRich } from '../texts.ts';

/** A ban, its appeals, and its actions. */
export function BanItem({ ban, hasEnded }: { readonly ban: Ban; readonly hasEnded: boolean }) {
  const { id, board, post, reason, appeals } = ban;
  const queryClient = useQueryClient();
  const may = useRoles();
  const [isLifting, setLifting] = useState(false);
  const refresh = async () => queryClient.invalidateQueries({ queryKey: [ADMIN_KEY, 'bans'] });
  const look = useMutation({ mutationFn: async () => lookAtAddresses({ ban: id }) });
  const mayLift = !hasEnded && may('moderator', board === null ? 'all' : { board });
  return (
    <section className="reported" aria-label={t('bans.ban', { id: String(id) })}>
      <p className="reported-head">
        <strong>{t('bans.ban', { id: String(id) })}</strong>
        <span>{board === null ? t('bans.on-all') : `/${board}/`}</span>
        <span>{tRich('bans.until', { time: <Time key="time" iso={ban.expires_at} /> })}</span>
        <span className="quiet">
          {tRich('bans.by', { name: ban.banned_by, time: <Time key="time" iso={ban.created_at} /> })}
        </span>
        {ban.lifted_at !== null && (
          <span>
            {tRich('bans.lifted', { name: ban.lifted_by ?? '', time: <Time key="time" iso={ban.lifted_at} /> })}
          </span>
        )}
        {post !== null && (
          <a href={lookUpAddress(post.board, post.num)}>
            /{post.board}/ {post.num}
            {post.subnum > 0 && `,${post.subnum}`}
          </a>
        )}
      </p>
      <p className="ban-text">{reason}</p>
      {!ban.reason_shown && <p className="quiet ban-text">{t('bans.reason-hidden')}</p>}
      {appeals.map((appeal) => (
        <Appeal key={appeal.id} appeal={appeal} mayDecide={mayLift} onDecided={refresh} />
      ))}
      {look.data !== undefined && (
        <output>
          {look.data.addresses[0] === undefined
            ? t('bans.looked-none')
            : t('bans.looked', { network: look.data.addresses[0].network })}
        </output>
      )}
      <RequestProblem error={look.error} what={t('bans.look')} />
      {mayLift && (
        <p className="reported-actions">
          <button type="button" className="button" title={t('bans.look-help')} onClick={() => look.mutate()}>
            {t('bans.look')}
            <span className="visually-hidden"> {t('bans.ban', { id: String(id) })}</span>
          </button>
          <button type="button" className="button" onClick={() => setLifting(true)}>
            {t('bans.lift')}
            <span className="visually-hidden"> {t('bans.ban', { id: String(id) })}</span>
          </button>
        </p>
      )}
      {isLifting && (
        <ConfirmDialog
          title={t('bans.lift-title', { id: String(id) })}
          confirm={t('bans.lift')}
          action={async () => {
            await liftBan(id);
            announce(t('bans.lift-done'));
            await refresh();
          }}
          onClose={() => setLifting(false)}
        >
          <p>{t('bans.lift-help')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface AppealProps {
  readonly appeal: BanAppeal;
  readonly mayDecide: boolean;
  readonly onDecided: () => Promise<unknown>;
}

function Appeal({ appeal, mayDecide, onDecided }: AppealProps) {
  const { id, text, written_at: written, decided_at: decided, decided_by: by, granted, answer } = appeal;
  const [reply, setReply] = useState('');
  const work = useMutation({
    mutationFn: async (isGranted: boolean) => decideAppeal(id, { granted: isGranted, answer: reply }),
    async onSuccess() {
      announce(t('bans.decided'));
      await onDecided();
    },
  });
  return (
    <div className="ban-appeal">
      <p className="ban-text">
        <strong>{tRich('bans.appeal', { time: <Time key="time" iso={written} /> })}</strong> {text}
      </p>
      {decided !== null && (
        <p className="ban-text">
          {tRich(granted === true ? 'bans.granted' : 'bans.refused', {
            name: by ?? '',
            time: <Time key="time" iso={decided} />,
          })}{' '}
          {answer}
        </p>
      )}
      {decided === null && mayDecide && (
        <>
          <Field
            label={t('bans.answer')}
            value={reply}
            maxLength={MAX_BAN_TEXT}
            autoComplete="off"
            onChange={({ target }) => setReply(target.value)}
          />
          <p className="reported-actions">
            <button type="button" className="button" onClick={() => !work.isPending && work.mutate(true)}>
              {t('bans.grant')}
            </button>
            <button type="button" className="button" onClick={() => !work.isPending && work.mutate(false)}>
              {t('bans.refuse')}
            </button>
          </p>
          <RequestProblem error={work.error} what={t('request.ban')} />
        </>
      )}
    </div>
  );
}
