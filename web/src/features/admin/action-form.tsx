import { type ComponentProps, type ReactNode, useId } from 'react';
import { RequestProblem } from './request-problem.tsx';

interface FieldProps extends ComponentProps<'input'> {
  readonly label: ReactNode;
  /** A sentence below the input. */
  readonly help?: ReactNode;
}

/** An input with its label. All other props are passed to the input. */
export function Field({ label, help, ...input }: FieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const helpId = `${id}-help`;
  const described = [help !== undefined && helpId, input['aria-describedby']].filter(Boolean).join(' ');
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} {...(described !== '' && { 'aria-describedby': described })} />
      {help !== undefined && (
        <span id={helpId} className="quiet">
          {help}
        </span>
      )}
    </p>
  );
}

/** Attributes of an input for a name, which turn off corrections by browsers and phones. */
export const NAME_INPUT = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, required: true } as const;

interface ActionFormProps {
  /** A mutation. */
  readonly work: { readonly error: Error | null; readonly isPending: boolean };
  /** Called unless the action is already running. */
  readonly onSubmit: () => void;
  /** The action, as the subject of "… failed". */
  readonly what: string;
  /** The text of the button. */
  readonly submit: string;
  readonly label?: string;
  readonly children: ReactNode;
  /** Further buttons. */
  readonly buttons?: ReactNode;
  /** The outcome, below the buttons. */
  readonly outcome?: ReactNode;
}

/** The fields of an action, its error message and its button. */
export function ActionForm({ work, onSubmit, what, submit, label, children, buttons, outcome }: ActionFormProps) {
  return (
    <form
      className="account-form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!work.isPending) onSubmit();
      }}
    >
      {children}
      <RequestProblem error={work.error} what={what} />
      <p className={buttons === undefined ? undefined : 'message-actions'}>
        <button type="submit" className="button button-primary" aria-disabled={work.isPending}>
          {submit}
        </button>
        {buttons}
      </p>
      {outcome}
    </form>
  );
}
