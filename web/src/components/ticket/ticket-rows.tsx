import type { ReactNode } from 'react';
import './ticket.css';

/** The facts of a ticket. Children: `TicketRow`. */
export function TicketRows({ children }: { readonly children: ReactNode }) {
  return <dl className="ticket-rows">{children}</dl>;
}

export function TicketRow({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
