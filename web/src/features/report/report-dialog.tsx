import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { Post } from '../../../../mappings/contract/post.ts';
import { MAX_NOTE, REPORT_CATEGORIES, type ReportCategory } from '../../../../mappings/report.ts';
import { postNumber } from '../../components/post/post-head.tsx';
import { announce } from '../../lib/announce.ts';
import { answerOf, api } from '../../lib/api.ts';
import { isApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/messages.ts';
import { closeReport } from '../../lib/report.ts';
import '../../styles/dialog.css';
import '../../styles/report.css';
import { t } from './texts.ts';

/** Category and note of a report, then a confirmation that it was sent. Escape closes the dialog. */
export function ReportDialog({ post }: { readonly post: Post }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const done = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const [category, setCategory] = useState<ReportCategory | null>(null);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const work = useMutation({
    mutationFn: async (chosen: ReportCategory) => {
      const { board, num, subnum } = post;
      const body = { board, num, subnum, category: chosen, ...(note.trim() !== '' && { note: note.trim() }) };
      return answerOf(api.POST('/api/v1/reports', { body }));
    },
    onSuccess: () => announce(t('report.sent')),
  });
  useEffect(() => {
    if (work.isSuccess) done.current?.focus();
  }, [work.isSuccess]);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (category === null) event.currentTarget.querySelector<HTMLElement>('input')?.focus();
    else if (!work.isPending) work.mutate(category);
  };
  const number = `${postNumber(post)} /${post.board}/`;
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={`${id}-title`} onClose={closeReport}>
      <form onSubmit={submit} noValidate>
        <h2 id={`${id}-title`}>{t('report.title', { number })}</h2>
        {work.isSuccess ? (
          <>
            <p ref={done} tabIndex={-1}>
              {t('report.sent')}
            </p>
            {work.data.ticket !== null && (
              <p>
                <a href={work.data.ticket} target="_blank" rel="noopener">
                  {t('report.ticket')}
                </a>
                <br />
                <span className="quiet">{t('report.ticket-keep')}</span>
              </p>
            )}
          </>
        ) : (
          <>
            <fieldset className="report-categories" aria-describedby={`${id}-problem`}>
              <legend>{t('report.what')}</legend>
              {REPORT_CATEGORIES.map((name) => (
                <label key={name}>
                  <input
                    type="radio"
                    name="category"
                    value={name}
                    checked={category === name}
                    onChange={() => setCategory(name)}
                  />
                  {t(`report.category.${name}`)}
                </label>
              ))}
            </fieldset>
            <label className="report-note">
              <span>{t('report.note')}</span>
              <textarea value={note} onChange={({ target }) => setNote(target.value)} maxLength={MAX_NOTE} rows={3} />
            </label>
            <p id={`${id}-problem`} className="report-problem" role="alert">
              {isTried && category === null && t('report.choose')}
              {work.error !== null && problemOf(work.error)}
              {isApiError(work.error) && work.error.problem?.appeal !== undefined && (
                <>
                  {' '}
                  <a href={work.error.problem.appeal} rel="noopener">
                    {t('report.appeal')}
                  </a>
                </>
              )}
            </p>
          </>
        )}
        <p className="dialog-actions">
          {!work.isSuccess && (
            <button type="submit" className="button" aria-disabled={work.isPending}>
              {t('report.send')}
            </button>
          )}
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {t(work.isSuccess ? 'common.close' : 'report.cancel')}
          </button>
        </p>
      </form>
    </dialog>
  );
}

function problemOf(error: Error): string {
  if (!isApiError(error)) return t('report.failed');
  return error.failure === 'answer' ? errorText(error) : t('report.failed');
}
