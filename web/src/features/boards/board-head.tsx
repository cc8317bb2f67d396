import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHeading } from '../../components/page-heading.tsx';
import { boardAddress, catalogAddress, imagesAddress, searchAddress } from '../../lib/addresses.ts';
import { boardsQuery } from './board-queries.ts';

const PLACES = ['Threads', 'Catalog', 'Pictures'] as const;
type Place = (typeof PLACES)[number];

interface BoardHeadProps {
  readonly board: string;
  readonly place: Place;
  /** Below: counts and orders. */
  readonly children?: ReactNode;
}

/** A board's name and the ways to look at it. */
export function BoardHead({ board, place, children }: BoardHeadProps) {
  const { data: boards } = useQuery(boardsQuery());
  const title = boards?.find(({ name }) => name === board)?.title;
  const addresses = { Threads: boardAddress(board), Catalog: catalogAddress(board), Pictures: imagesAddress(board) };
  return (
    <header className="board-head">
      <PageHeading className="board-heading">
        /{board}/ {title !== undefined && <span>{title}</span>}
        {place !== 'Threads' && <span className="visually-hidden"> {place}</span>}
      </PageHeading>
      <nav className="board-places" aria-label={`Views of /${board}/`}>
        {PLACES.map((name) => (
          <a key={name} href={addresses[name]} aria-current={name === place ? 'page' : undefined}>
            {name}
          </a>
        ))}
        <a href={searchAddress(`board:${board} is:deleted`)}>Deleted</a>
      </nav>
      {children !== undefined && <div className="board-bar">{children}</div>}
    </header>
  );
}
