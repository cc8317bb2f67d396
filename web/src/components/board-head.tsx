import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { boardAddress, catalogAddress, deletedAddress, imagesAddress, statisticsAddress } from '../lib/addresses.ts';
import { t } from '../lib/messages.ts';
import { boardsQuery } from '../lib/queries.ts';
import { FOREIGN_LINK, safeAddress } from '../lib/safe-link.ts';
import { useModules } from '../lib/use-modules.ts';
import { useTitle } from '../lib/use-title.ts';
import { FeedLinks } from './feed-links.tsx';
import { PageHeading } from './page-heading.tsx';

const PLACES = ['threads', 'catalog', 'images', 'statistics', 'deleted'] as const;
type Place = (typeof PLACES)[number];

/** The place of a module's tab. */
interface ModulePlace {
  /** The address of the tab. */
  readonly href: string;
  readonly name: string;
}

interface BoardHeadProps {
  readonly board: string;
  readonly place: Place | ModulePlace;
  /** Counts and sort links below the tabs. */
  readonly children?: ReactNode;
}

/** A board's name and the tabs with its pages. */
export function BoardHead({ board, place, children }: BoardHeadProps) {
  const { data: boards } = useQuery(boardsQuery());
  const known = boards?.find(({ name }) => name === board);
  const modules = useModules();
  const title = known?.title;
  const source = known?.source ?? null;
  const sourceUrl = safeAddress(source?.url ?? null);
  const addresses: Readonly<Record<Place, string>> = {
    threads: boardAddress(board),
    catalog: catalogAddress(board),
    images: imagesAddress(board),
    statistics: statisticsAddress(board),
    deleted: deletedAddress(board),
  };
  return (
    <div className="board-head">
      {/* The list of deleted posts is a search, which has feeds of its own. */}
      {place !== 'deleted' && <FeedLinks q={`board:${board}`} />}
      <PageHeading className="board-heading">
        /{board}/ {title !== undefined && <span>{title}</span>}
        {place !== 'threads' && (
          <span className="visually-hidden"> {typeof place === 'string' ? t(`board.${place}`) : place.name}</span>
        )}
      </PageHeading>
      <nav className="board-tabs" aria-label={t('board.views', { board })}>
        {PLACES.map((name) => (
          <a key={name} href={addresses[name]} aria-current={name === place ? 'page' : undefined}>
            {t(`board.${name}`)}
          </a>
        ))}
        {modules
          .flatMap(({ boardTabs }) => boardTabs?.(board) ?? [])
          .map(({ href, text }) => (
            <a
              key={href}
              href={href}
              aria-current={typeof place === 'object' && place.href === href ? 'page' : undefined}
            >
              {text()}
            </a>
          ))}
        {source !== null && sourceUrl !== null && (
          <a className="board-source" href={sourceUrl} {...FOREIGN_LINK}>
            {t('board.source', { site: source.name })}
          </a>
        )}
      </nav>
      {children !== undefined && <div className="board-bar">{children}</div>}
    </div>
  );
}

/** Sets the page's title to the board's name, with `part` naming the page. */
export function useBoardTitle(board: string, part?: string): void {
  const { data: boards } = useQuery(boardsQuery());
  const title = boards?.find(({ name }) => name === board)?.title;
  useTitle(part === undefined ? `/${board}/` : `/${board}/ ${part}`, title);
}
