import { useQuery } from '@tanstack/react-query';
import { boardsQuery } from '../lib/queries.ts';
import { BoardChoices } from './board-choices.tsx';
import { t } from './examples-texts.ts';
import { QueryExamples } from './query-examples.tsx';

interface EmptyBoardProps {
  readonly board: string;
  /** The sentence about what the page lacks. */
  readonly children: string;
}

/** A page of a board that has nothing to show, with ways to go on. */
export function EmptyBoard({ board, children }: EmptyBoardProps) {
  const { data: boards } = useQuery(boardsQuery());
  const hasPosts = boards?.some(({ name, posts }) => name === board && posts > 0) === true;
  return (
    <>
      <p className="board-empty">{children}</p>
      {!hasPosts && (
        <>
          <p className="quiet">{t('example.empty-board')}</p>
          <BoardChoices except={board} />
        </>
      )}
      <QueryExamples />
    </>
  );
}
