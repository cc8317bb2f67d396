import { useEffect, useState } from 'react';
import { ticketCodeIn } from '../../../../mappings/ticket.ts';

/** The code in the fragment of the page's address; null without one. */
export function useTicketCode(): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setCode(ticketCodeIn(window.location.hash));
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return code;
}
