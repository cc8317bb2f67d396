import type { SourceTest } from '../../../../../mappings/contract/source-test.ts';
import { Time } from '../../../components/time.tsx';
import { reasonText } from '../overview/overview-texts.ts';
import { t } from '../texts.ts';

/** Whether the source has the board. */
export function isFound(test: SourceTest | string | null): boolean {
  return test !== null && typeof test !== 'string' && test.outcome === 'ok';
}

/** The board as its source shows it, or why the source cannot be read. A string: why it could not be tested. */
export function TestResult({ test }: { readonly test: SourceTest | string | null }) {
  return (
    // Present from the start: screen readers announce what is added to it.
    <output className={test === null ? 'test-result' : 'test-result notice-line'} aria-label={t('board-add.result')}>
      {typeof test === 'string' && <span className="alarm">{t('board-add.untested', { reason: test })}</span>}
      {test !== null && typeof test !== 'string' && (isFound(test) ? <Found test={test} /> : <NotFound test={test} />)}
    </output>
  );
}

function NotFound({ test: { outcome, detail, boards } }: { readonly test: SourceTest }) {
  return (
    <>
      <span className="alarm">
        {t('board-add.failed', { reason: reasonText({ reason: outcome, detail }) ?? outcome })}
      </span>
      {boards.length > 0 && <span className="quiet">{t('board-add.boards', { boards: boards.join(' ') })}</span>}
    </>
  );
}

function Found({ test: { title, threads, posts, months, sample } }: { readonly test: SourceTest }) {
  const size = [
    ...(threads === null ? [] : [t('board-add.size', { count: threads })]),
    ...(posts === null ? [] : [t('board-add.posts', { count: posts })]),
    ...(months === null ? [] : [t('board-add.months', { count: months })]),
  ];
  return (
    <>
      <strong>{title === null ? t('board-add.found') : t('board-add.found-title', { title })}</strong>
      <span>{size.join(' · ')}</span>
      {sample !== null && (
        <span className="test-sample">
          <span>
            {t('board-add.sample', { title: sample.title ?? `No. ${sample.num}` })}{' '}
            <small className="quiet">
              <Time iso={sample.posted_at} /> · {t('board-add.posts', { count: sample.posts })}
            </small>
          </span>
          <span className="quiet">{sample.text}</span>
        </span>
      )}
    </>
  );
}
