import { useQuery } from '@tanstack/react-query';
import { boardAddress } from '../lib/addresses.ts';
import { boardsQuery } from '../lib/queries.ts';

/** Links to the boards of this archive, for a reader who looked for another one. */
export function BoardChoices({ except }: { readonly except?: string }) {
  const { data } = useQuery(boardsQuery());
  const boards = data?.filter(({ name }) => name !== except) ?? [];
  if (boards.length === 0) return null;
  return (
    <ul className="board-choices">
      {boards.map(({ name, title }) => (
        <li key={name}>
          <a href={boardAddress(name)}>
            /{name}/ <span className="quiet">{title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
