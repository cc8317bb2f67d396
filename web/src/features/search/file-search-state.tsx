import { t } from './file-search-texts.ts';

/** The state of a search for a file. */
export type BusyState =
  | { readonly kind: 'over' }
  | { readonly kind: 'reading'; readonly name: string; readonly share: number }
  | { readonly kind: 'failed'; readonly name: string };

interface FileSearchStateProps {
  readonly state: BusyState;
  readonly onStop: () => void;
}

/** Shows the state of a search for a file, over the page. */
export function FileSearchState({ state, onStop }: FileSearchStateProps) {
  switch (state.kind) {
    case 'over':
      return (
        <p className="file-search file-search-over" aria-hidden="true">
          {t('file-search.drop-here')}
        </p>
      );
    case 'reading':
      return (
        <output className="file-search">
          <span>{t('file-search.reading', { name: state.name })}</span>
          <progress aria-label={t('file-search.progress')} value={state.share} max={1} />
          <button type="button" className="quiet-button" onClick={onStop}>
            {t('common.stop')}
          </button>
        </output>
      );
    case 'failed':
      return (
        <div className="file-search" role="alert">
          <span>{t('file-search.failed', { name: state.name })}</span>
          <button type="button" className="quiet-button" onClick={onStop}>
            {t('common.close')}
          </button>
        </div>
      );
  }
}
