import type { SearchAnswer } from '../../../../../mappings/contract/search.ts';
import { tRich } from '../../../lib/messages.ts';

interface HintsProps {
  readonly hints: SearchAnswer['hints'];
  readonly address: (q: string) => string;
}

/** What may have been meant, one click away; the hits are those of what was written. */
export function Hints({ hints = [], address }: HintsProps) {
  if (hints.length === 0) return null;
  return (
    <ul className="hints">
      {hints.map(({ message, position, suggestion }) => (
        <li key={`${position.start} ${message}`}>
          {message}{' '}
          {suggestion !== null && (
            <a href={address(suggestion)}>{tRich('search.suggested', { q: <code key="q">{suggestion}</code> })}</a>
          )}
        </li>
      ))}
    </ul>
  );
}
