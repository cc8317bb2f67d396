import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { GHOST_LIMITS, MIN_GHOST_PASSWORD } from '../limits.ts';
import { postAnchor } from '../../../web/src/lib/addresses.ts';
import { announce } from '../../../web/src/lib/announce.ts';
import { answerOf, api } from '../../../web/src/lib/api.ts';
import { isApiError } from '../../../web/src/lib/api-error.ts';
import { errorText } from '../../../web/src/lib/messages.ts';
import { markOwnPost } from '../../../web/src/lib/own-posts.ts';
import { contactQuery } from '../../../web/src/lib/queries.ts';
import { closeReply, endReply, type Reply, writeReply } from './reply.ts';
import { ProofOfWork } from '../../../web/src/lib/proof-of-work.ts';
import './reply.css';
import { t } from './texts.ts';

/** The form for a reply on the archive. The posts stay readable beside it; Escape closes it and keeps the text. */
export function ReplyForm({ reply: { board, thread, comment } }: { readonly reply: Reply }) {
  const id = useId();
  const queryClient = useQueryClient();
  const panel = useRef<HTMLElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const opener = useRef(document.activeElement);
  const [proof] = useState(
    () =>
      new ProofOfWork(async (signal) =>
        answerOf(api.GET('/api/v1/ghosts/challenge', { params: { query: { board } }, signal })),
      ),
  );
  const [isHeld, setHeld] = useState(false);
  const { data: contact = null } = useQuery(contactQuery());
  useEffect(() => () => proof.stop(), [proof]);
  useEffect(() => {
    const area = text.current;
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const work = useMutation({
    mutationFn: async (fields: FormData) => {
      const given = await proof.done();
      const body = { board, thread, ...textsOf(fields), ...(given !== '' && { proof: given }) };
      return answerOf(api.POST('/api/v1/ghosts', { body }));
    },
    onSettled: () => proof.stop(),
    onSuccess: async ({ num, subnum, held }) => {
      markOwnPost({ board, num, subnum }, true);
      if (held) {
        writeReply('');
        setHeld(true);
        announce(t('reply.held'));
        return;
      }
      await queryClient.invalidateQueries({ queryKey: ['thread', board, thread] });
      endReply();
      window.location.hash = postAnchor(num, subnum);
      announce(t('reply.sent'));
    },
  });
  const close = () => {
    closeReply();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!work.isPending) work.mutate(new FormData(event.currentTarget));
  };
  useKeys(panel, close);
  return (
    <section ref={panel} className="reply" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('reply.title', { thread: String(thread), board })}</h2>
      {isHeld ? (
        <p>{t('reply.held')}</p>
      ) : (
        <form onSubmit={submit}>
          <div className="reply-lines">
            <Line name="name" label={t('reply.name')} limit={GHOST_LIMITS.name} />
            <Line name="email" label={t('reply.email')} limit={GHOST_LIMITS.email} />
            <Line name="subject" label={t('reply.subject')} limit={GHOST_LIMITS.subject} />
          </div>
          <label>
            <span>{t('reply.comment')}</span>
            <textarea
              ref={text}
              name="comment"
              value={comment}
              onChange={({ target }) => {
                proof.begin();
                writeReply(target.value);
              }}
              maxLength={GHOST_LIMITS.comment}
              rows={6}
              required
            />
          </label>
          <label>
            <span>{t('reply.password', { min: String(MIN_GHOST_PASSWORD) })}</span>
            <input
              type="password"
              name="password"
              autoComplete="new-password"
              minLength={MIN_GHOST_PASSWORD}
              maxLength={GHOST_LIMITS.password}
              required
            />
          </label>
          <p className="reply-about">
            {t('reply.about')} {contact !== null && t('reply.contact', { contact: contact.replace(/^mailto:/i, '') })}
          </p>
          <p className="reply-problem" role="alert">
            <Problem error={work.error} />
          </p>
          <p className="reply-actions">
            <button type="submit" className="button" aria-disabled={work.isPending}>
              {t(work.isPending ? 'reply.working' : 'reply.send')}
            </button>
            <button type="button" className="button" onClick={close}>
              {t('common.close')}
            </button>
          </p>
        </form>
      )}
      {isHeld && (
        <p className="reply-actions">
          <button type="button" className="button" onClick={close}>
            {t('common.close')}
          </button>
        </p>
      )}
    </section>
  );
}

/** Escape closes; Ctrl+Enter sends. */
function useKeys(panel: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
        element?.querySelector('form')?.requestSubmit();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  });
}

function Line({ name, label, limit }: { readonly name: string; readonly label: string; readonly limit: number }) {
  return (
    <label>
      <span>{label}</span>
      <input name={name} maxLength={limit} autoComplete="off" />
    </label>
  );
}

function Problem({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  if (!isApiError(error) || error.failure !== 'answer') return t('reply.failed');
  const appeal = error.problem?.appeal;
  return (
    <>
      {errorText(error)}
      {appeal !== undefined && (
        <>
          {' '}
          <a href={appeal} rel="noopener">
            {t('report.appeal')}
          </a>
        </>
      )}
    </>
  );
}

function textsOf(fields: FormData) {
  const textOf = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: textOf('name'),
    email: textOf('email'),
    subject: textOf('subject'),
    comment: textOf('comment'),
    password: textOf('password'),
  };
}
