import { useEffect, useState } from 'react';
import type { AddBoard } from '../../../../../mappings/contract/board-management.ts';
import type { SourceTest } from '../../../../../mappings/contract/source-test.ts';
import { SITE_KINDS, type SiteKind } from '../../../../../mappings/sources.ts';
import { announce } from '../../../lib/announce.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CheckField, Field, SelectField, VERBATIM } from '../field.tsx';
import { addBoard, testBoardSource } from '../moderation-api.ts';
import { failureText } from '../request-problem.tsx';
import { useBoardsChanged } from './board-dialogs.tsx';
import { isFound, TestResult } from './test-result.tsx';
import { t } from '../texts.ts';

/** The button, and the form that it opens. */
export function AddBoardButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('board-add.open')}
      </button>
      {isOpen && <AddBoardDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const EMPTY = { name: '', title: '', url: '', media_url: '', source_name: '' };
type FieldName = keyof typeof EMPTY;
type Refused = Readonly<Partial<Record<string, string>>>;

/** The address is tested first; what the source answers is shown before the board is added. */
function AddBoardDialog({ onClose }: { readonly onClose: () => void }) {
  const changed = useBoardsChanged();
  const [texts, setTexts] = useState(EMPTY);
  const [source, setSource] = useState<SiteKind>('4chan');
  const [isWorksafe, setWorksafe] = useState(true);
  /** The test of the present address; a string is the reason why it could not be tested. */
  const [test, setTest] = useState<SourceTest | string | null>(null);
  const [refused, setRefused] = useState<Refused>({});
  const [refusals, setRefusals] = useState(0);

  const change = (field: FieldName, value: string) => {
    setTexts({ ...texts, [field]: value });
    setRefused({ ...refused, [field]: undefined });
    if (field !== 'title') setTest(null);
  };
  const line = (field: FieldName, isRequired: boolean, inputMode: 'text' | 'url' = 'text') => (
    <Field
      {...VERBATIM}
      label={t(`board-add.${field}`)}
      // The server's reason is more exact than the browser's.
      inputMode={inputMode}
      value={texts[field]}
      required={isRequired}
      maxLength={field === 'name' ? 32 : 300}
      aria-invalid={refused[field] !== undefined}
      {...(refused[field] !== undefined && { help: <strong className="alarm">{refused[field]}</strong> })}
      onChange={({ target }) => change(field, target.value)}
    />
  );
  const body = bodyOf(texts, source, isWorksafe);
  // A person who corrects one field stays in it while others are still refused.
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('dialog[open] [aria-invalid=true]')?.focus();
  }, [refusals]);

  const runTest = async () => {
    try {
      const result = await testBoardSource(body);
      setTest(result);
      if (result.title !== null && texts.title === '') setTexts({ ...texts, title: result.title });
      if (result.worksafe !== null) setWorksafe(result.worksafe);
    } catch (error) {
      if (isApiError(error) && error.status === 503) setTest(failureText(error));
      else showFields(error);
    }
  };
  /** @throws an error that is not about fields */
  const showFields = (error: unknown) => {
    const fields = isApiError(error) ? error.problem?.fields : undefined;
    if (fields === undefined) throw error;
    setRefused(Object.fromEntries(fields.map(({ field, detail }) => [field, detail])));
    setRefusals(refusals + 1);
  };
  const action = async (): Promise<boolean> => {
    if (test === null) {
      await runTest();
      return false;
    }
    try {
      await addBoard(body);
    } catch (error) {
      showFields(error);
      return false;
    }
    announce(t('board-add.added', { board: body.name }));
    await changed();
    return true;
  };
  return (
    <ConfirmDialog title={t('board-add.open')} confirm={t(confirmKey(test))} onClose={onClose} action={action}>
      {line('name', true)}
      {line('title', false)}
      <SelectField
        label={t('board-add.source')}
        value={source}
        options={SITE_KINDS}
        onChoose={(kind) => {
          setSource(kind);
          setTest(null);
        }}
      />
      {line('url', true, 'url')}
      {line('media_url', false, 'url')}
      {line('source_name', false)}
      <CheckField
        label={t('board-add.worksafe')}
        checked={isWorksafe}
        onChange={({ target }) => setWorksafe(target.checked)}
      />
      <TestResult test={test} />
      <p className="quiet">{t('board-add.after')}</p>
    </ConfirmDialog>
  );
}

function confirmKey(test: SourceTest | string | null) {
  if (test === null) return 'board-add.test';
  if (typeof test === 'string') return 'board-add.untested-anyway';
  return isFound(test) ? 'board-add.add' : 'board-add.anyway';
}

function bodyOf(texts: typeof EMPTY, source: SiteKind, worksafe: boolean): AddBoard {
  const { name, title, url, media_url: mediaUrl, source_name: sourceName } = texts;
  return {
    name,
    title: title === '' ? name : title,
    url: url.trim(),
    source,
    worksafe,
    ...(mediaUrl !== '' && { media_url: mediaUrl.trim() }),
    ...(sourceName !== '' && { source_name: sourceName }),
  };
}
