import type { ComponentProps, ReactNode, SyntheticEvent } from 'react';
import { RequestProblem } from './request-problem.tsx';

interface ActionFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** A mutation. */
  readonly work: { readonly error: Error | null; readonly isPending: boolean };
  /** Called with the fields, including the pressed button, unless the action is already running. */
  readonly onSubmit: (fields: FormData) => void;
  /** The action, as the subject of "… failed"; left out if the form shows its errors itself. */
  readonly what?: string;
  /** The text of the button; left out if `buttons` are all buttons. */
  readonly submit?: string;
  readonly danger?: boolean;
  /** Beside the button: further buttons, or a short result. */
  readonly buttons?: ReactNode;
  /** The outcome, below the buttons. */
  readonly outcome?: ReactNode;
}

/** The fields of an action, its error message and its button. All other props are passed to the form. */
export function ActionForm(props: ActionFormProps) {
  const { work, onSubmit, what, submit, danger = false, buttons, outcome, className = '', children, ...form } = props;
  const run = (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    event.preventDefault();
    if (!work.isPending) onSubmit(new FormData(event.currentTarget, event.nativeEvent.submitter));
  };
  return (
    <form {...form} className={`action-form ${className}`.trim()} onSubmit={run}>
      {children}
      {what !== undefined && <RequestProblem error={work.error} what={what} />}
      <p className="message-actions">
        {submit !== undefined && (
          <button
            type="submit"
            className={danger ? 'button button-danger' : 'button button-primary'}
            aria-disabled={work.isPending}
          >
            {submit}
          </button>
        )}
        {buttons}
      </p>
      {outcome}
    </form>
  );
}

interface SecretProblemProps {
  readonly id: string;
  readonly work: ActionFormProps['work'];
  readonly textOf: (error: Error) => string;
}

/** The error of a form with secrets. Its space is reserved, and its fields refer to it. */
export function SecretProblem({ id, work, textOf }: SecretProblemProps) {
  return (
    <p id={id} className="sign-in-problem" role="alert">
      {work.error !== null && !work.isPending && textOf(work.error)}
    </p>
  );
}
