import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import '../../styles/dialog.css';
import { isSessionGone } from './api.ts';
import { Field, VERBATIM } from './field.tsx';
import { RequestProblem } from './request-problem.tsx';
import { t, tRich } from './texts.ts';

interface ConfirmDialogProps {
  readonly title: string;
  /** Describes the consequences. */
  readonly children: ReactNode;
  /** Label of the button that runs the action. */
  readonly confirm: string;
  /** Label of the button that closes the dialog; "Cancel" if left out. */
  readonly dismiss?: string;
  /** The dialog stays open until this resolves, and shows the error if it rejects. It stays open after `false`: a step before the action. */
  readonly action: () => Promise<unknown>;
  /** Called when the dialog closes, whether or not the action ran. */
  readonly onClose: () => void;
  readonly danger?: boolean;
  /** A text that must be typed to confirm, and its description. */
  readonly typed?: { readonly text: string; readonly what: string };
}

/** Requests a confirmation of an action that readers would notice or that takes long. Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, action, onClose, dismiss = t('dialog.cancel'), danger = false, typed } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const close = () => {
    // The browser returns the focus to the button that opened the dialog. If that is gone, its container gets it.
    const container = dialog.current?.closest<HTMLElement>('[tabindex="-1"]');
    dialog.current?.close();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) container?.focus({ preventScroll: true });
    });
  };
  const work = useMutation({
    mutationFn: action,
    onSuccess: (result) => {
      if (result !== false) close();
    },
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
          <Field
            {...VERBATIM}
            label={tRich('dialog.type', { text: <strong key="text">{typed.text}</strong>, what: typed.what })}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <RequestProblem error={work.error} what={t('request.unnamed')} />
        <p className="dialog-actions">
          <button
            type="submit"
            className={danger ? 'button button-danger' : 'button button-primary'}
            aria-disabled={!isReady || work.isPending}
          >
            {confirm}
          </button>
          <button type="button" className="button" onClick={close}>
            {dismiss}
          </button>
        </p>
      </form>
    </dialog>
  );
}
