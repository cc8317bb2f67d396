import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BoardSettingName } from '../../../../../mappings/board-settings/table.ts';
import type { BoardSettings, ChangeBoardSettings } from '../../../../../mappings/contract/board-settings.ts';
import { announce } from '../../../lib/announce.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { errorText, listed } from '../../../lib/messages.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { RequestProblem } from '../request-problem.tsx';
import { findSettings } from './find-settings.ts';
import { groupId, groupName, SettingsIndex } from './settings-index.tsx';
import { changesOf, type Draft, draftAt, type Drafts, errorsOf, isChanged, unmetBy } from './setting-drafts.ts';
import { SettingField } from './setting-field.tsx';
import { SETTING_GROUPS } from './setting-values.ts';
import { t } from '../texts.ts';

const GROUPS = Object.keys(SETTING_GROUPS);

type StoredSettings = Pick<BoardSettings, 'settings' | 'unknown' | 'revision'>;

interface BoardSettingsFormProps<Answer extends StoredSettings> {
  readonly answer: Answer;
  readonly save: (body: ChangeBoardSettings) => Promise<Answer>;
  readonly onSaved: (after: Answer) => void;
  readonly reload: () => Promise<unknown>;
}

/** The form with all settings of a board, or of all boards. Edits stay until they are saved, even if the stored settings change. */
export function BoardSettingsForm<Answer extends StoredSettings>(props: BoardSettingsFormProps<Answer>) {
  const { answer, save, onSaved, reload } = props;
  const form = useRef<HTMLFormElement>(null);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [isTried, setTried] = useState(false);
  const [isSaved, setSaved] = useState(false);
  // The revision of the settings that the drafts are based on.
  const [begun, setBegun] = useState(answer.revision);
  const [words, setWords] = useState('');
  const { settings, unknown, revision } = answer;
  const matching = findSettings(settings, words);
  const edited = settings.filter((setting) => isChanged(setting, draftAt(drafts, setting)));
  const changes = changesOf(settings, unknown, drafts);
  const count = Object.keys(changes).length;
  const isOvertaken = edited.length > 0 && begun !== revision;
  const faults = isTried ? errorsOf(settings, drafts) : new Map<string, never>();

  const shown = GROUPS.map((group) => ({
    group,
    names: (SETTING_GROUPS[group] ?? []).filter((name) => matching === null || matching.has(name)),
  })).filter(({ names }) => names.length > 0);

  const work = useMutation({
    mutationFn: save,
    onSuccess: (after) => {
      onSaved(after);
      setDrafts({});
      setBegun(after.revision);
      setTried(false);
      setSaved(true);
      announce(t('settings.saved'));
    },
    onError: async (error) => {
      const setting = isApiError(error) ? error.problem?.setting : undefined;
      if (setting !== undefined) focusOn(form.current, setting);
      // Someone else saved first: load their settings and keep the edits.
      else await reload();
    },
  });
  const refused = isApiError(work.error) && work.error.problem?.setting !== undefined ? work.error : null;

  const draft = (name: BoardSettingName, to: Draft) => {
    if (edited.length === 0) setBegun(revision);
    setDrafts({ ...drafts, [name]: to });
    setSaved(false);
    if (!work.isPending) work.reset();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    const found = errorsOf(settings, drafts);
    const [first] = GROUPS.flatMap((group) => SETTING_GROUPS[group] ?? []).filter((name) => found.has(name));
    if (first !== undefined) {
      if (matching?.has(first) === false) flushSync(() => setWords(''));
      const [fault] = found.get(first) ?? [];
      focusOn(form.current, first, fault?.kind === 'pattern' ? fault.span : null);
    } else if (count > 0 && !work.isPending) work.mutate({ settings: { ...changes }, revision });
  };
  const show = (name: string) => {
    // The words may hide it.
    flushSync(() => setWords(''));
    focusOn(form.current, name);
  };
  const discard = () => {
    setDrafts({});
    setTried(false);
    work.reset();
    announce(t('settings.discarded'));
  };

  return (
    <>
      <form className="settings" ref={form} onSubmit={submit} noValidate>
        {isOvertaken && (
          <p className="notice-line notice-alarm" role="alert">
            {t('settings.conflict')}
          </p>
        )}
        {unknown.length > 0 && (
          <p className="notice-line notice-alarm">{t('settings.unknown', { names: listed(unknown) })}</p>
        )}
        <SettingsIndex
          groups={shown.map(({ group }) => group)}
          words={words}
          onWords={setWords}
          found={matching?.size ?? null}
        />
        {shown.map(({ group, names }) => (
          <fieldset key={group} id={groupId(group)} className="settings-group">
            <legend>{groupName(group)}</legend>
            {group === 'threads' && <p className="quiet settings-note">{t('settings.expressions')}</p>}
            {names.map((name) => {
              const setting = settings.find((one) => one.name === name);
              if (setting === undefined) return null;
              return (
                <SettingField
                  key={name}
                  name={name}
                  setting={setting}
                  draft={draftAt(drafts, setting)}
                  faults={faults.get(name) ?? []}
                  needs={unmetBy(name, settings, drafts)}
                  refusal={refused?.problem?.setting === name ? errorText(refused) : null}
                  onDraft={(to) => draft(name, to)}
                  onShow={show}
                />
              );
            })}
          </fieldset>
        ))}
        <div className="settings-bar">
          <button
            type="submit"
            className="button button-primary"
            aria-disabled={(count === 0 && !isTried) || work.isPending}
          >
            {t('settings.save')}
          </button>
          {edited.length > 0 && (
            <button type="button" className="button" onClick={discard}>
              {t('settings.discard')}
            </button>
          )}
          <p className={faults.size > 0 ? 'alarm' : 'quiet'}>
            {faults.size > 0 && t('settings.invalid', { count: faults.size })}
            {faults.size === 0 && edited.length > 0 && t('settings.unsaved', { count: edited.length })}
            {edited.length === 0 && isSaved && t('settings.saved')}
          </p>
          {refused === null && !isOvertaken && (
            <RequestProblem error={work.error} what={t('request.save')} onRetry={undefined} />
          )}
        </div>
      </form>
      <LeaveGuard isDirty={edited.length > 0} />
    </>
  );
}

/** Focuses the first invalid field; in a pattern the faulty part is selected. */
function focusOn(
  form: HTMLFormElement | null,
  name: string,
  span: { readonly start: number; readonly end: number } | null = null,
): void {
  const field = form?.querySelector(`[data-setting="${CSS.escape(name)}"]`);
  const text = field?.querySelector<HTMLInputElement | HTMLTextAreaElement>('textarea, input:not([type="radio"])');
  (text ?? field?.querySelector<HTMLElement>('input:checked'))?.focus();
  if (span !== null) text?.setSelectionRange(span.start, span.end);
}

/** Asks for confirmation before unsaved edits are lost. */
function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // The index links to parts of this page.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('settings.leave-title')}
      confirm={t('settings.discard')}
      action={async () => Promise.resolve(proceed())}
      onClose={reset}
    >
      <p>{t('settings.leave-what')}</p>
    </ConfirmDialog>
  );
}
