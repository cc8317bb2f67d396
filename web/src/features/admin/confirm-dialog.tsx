import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { t, tRich } from '../../lib/messages.ts';
import { isSessionGone } from './api.ts';
import { RequestProblem } from './request-problem.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What happens, in plain words. */
  readonly children: ReactNode;
  /** The button that does it. */
  readonly confirm: string;
  /** Does what is asked; the dialog stays until it is done, and says why when it is not. */
  readonly action: () => Promise<unknown>;
  /** Closed, whether it was done or not. */
  readonly onClose: () => void;
  readonly danger?: boolean;
  /** What must be typed first, and what to call it. */
  readonly typed?: { readonly text: string; readonly what: string };
}

/** Asks before anything that readers would notice, or that takes long. Escape leaves all as it is. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, action, onClose, danger = false, typed } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const close = () => {
    // Closing gives the focus back to the button that opened it; where that is gone by now, to what it belonged to.
    const home = dialog.current?.closest<HTMLElement>('[tabindex="-1"]');
    dialog.current?.close();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) home?.focus({ preventScroll: true });
    });
  };
  const work = useMutation({
    mutationFn: action,
    onSuccess: close,
    onError: (error) => {
      if (isSessionGone(error)) close();
    },
  });
  const isReady = typed === undefined || text.trim() === typed.text;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isReady && !work.isPending) work.mutate();
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        {typed !== undefined && (
          <p className="field">
            <label htmlFor={`${id}-typed`}>
              {tRich('dialog.type', { text: <strong key="text">{typed.text}</strong>, what: typed.what })}
            </label>
            <input
              id={`${id}-typed`}
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          </p>
        )}
        <RequestProblem error={work.error} what={t('trial.this')} />
        <p className="dialog-actions">
          <button
            type="submit"
            className={danger ? 'button button-danger' : 'button button-primary'}
            aria-disabled={!isReady || work.isPending}
          >
            {confirm}
          </button>
          <button type="button" className="button" onClick={close}>
            {t('dialog.leave')}
          </button>
        </p>
      </form>
    </dialog>
  );
}
