import { BoardChoices } from '../../components/board-choices.tsx';
import { QueryExamples } from '../../components/query-examples.tsx';
import { t } from './texts.ts';

interface EmptyBoardProps {
  readonly board: string;
  /** There are no threads at all. */
  readonly isWhole: boolean;
}

/** A board without threads, or a page behind its last one. */
export function EmptyBoard({ board, isWhole }: EmptyBoardProps) {
  return (
    <>
      <p className="board-empty">{t('board.no-threads')}</p>
      {isWhole && (
        <>
          <p className="quiet">{t('board.empty-why')}</p>
          <BoardChoices except={board} />
          <QueryExamples />
        </>
      )}
    </>
  );
}
