import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { ticketCodeIn } from '../../../../mappings/ticket.ts';
import './ticket.css';

interface CodeFormProps {
  /** The address that answers people without scripts. */
  readonly action: string;
  readonly texts: {
    readonly code: string;
    readonly help: string;
    readonly unknown: string;
    readonly show: string;
  };
  /** Links beside the button. */
  readonly children?: ReactNode;
}

/** Asks for the code of a ticket or its link, and puts the code into the fragment. */
export function CodeForm({ action, texts, children }: CodeFormProps) {
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = new FormData(event.currentTarget).get('token');
    const code = typeof written === 'string' ? ticketCodeIn(written) : null;
    setWrong(code === null);
    if (code !== null) window.location.hash = code;
  };
  return (
    <form className="ticket-code" method="post" action={action} onSubmit={submit}>
      <label htmlFor={id}>{texts.code}</label>
      <p id={`${id}-help`} className="quiet">
        {texts.help}
      </p>
      <input
        id={id}
        name="token"
        maxLength={300}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby={`${id}-help ${id}-problem`}
        aria-invalid={isWrong}
        required
      />
      <p id={`${id}-problem`} className="ticket-problem" role="alert">
        {isWrong && texts.unknown}
      </p>
      <p className="ticket-links">
        <button type="submit" className="button">
          {texts.show}
        </button>
        {children}
      </p>
    </form>
  );
}
