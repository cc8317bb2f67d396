import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { hintText, tRich } from '../../../lib/messages.ts';

interface HintsProps {
  readonly hints: SearchAnswer['hints'];
  readonly address: (q: string) => string;
}

/** Links to queries that may have been meant; the results are those of the query as written. */
export function Hints({ hints = [], address }: HintsProps) {
  if (hints.length === 0) return null;
  return (
    <ul className="hints">
      {hints.map(({ code, message, position, suggestion }) => (
        <li key={`${position.start} ${message}`}>
          {hintText({ code, message })}{' '}
          {suggestion !== null && (
            <a href={address(suggestion)}>{tRich('search.suggested', { q: <code key="q">{suggestion}</code> })}</a>
          )}
        </li>
      ))}
    </ul>
  );
}
