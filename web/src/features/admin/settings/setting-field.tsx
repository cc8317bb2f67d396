import { useId, type ReactNode } from 'react';
import type { BoardSettingName } from '../../../../../mappings/board-settings/table.ts';
import type { BoardSetting } from '../../../../../mappings/contract/board-settings.ts';
import {
  defaultDraftOf,
  isChanged,
  isChosen,
  shownDraftOf,
  valueOf,
  type Draft,
  type SettingError,
  type UnmetNeeds,
} from './setting-drafts.ts';
import { SettingNeeds } from './setting-needs.tsx';
import { nameText } from '../../../lib/messages.ts';
import { settingErrorText, settingValueText, unitText } from './setting-values.ts';
import { t } from '../texts.ts';

interface SettingFieldProps {
  readonly name: BoardSettingName;
  readonly setting: BoardSetting;
  readonly draft: Draft;
  readonly faults: readonly SettingError[];
  readonly needs: UnmetNeeds;
  /** The server's refusal of a value that the form accepted. */
  readonly refusal: string | null;
  readonly onDraft: (draft: Draft) => void;
  /** Brings another setting of the form into view. */
  readonly onShow: (name: string) => void;
}

/** A setting with its description, input, default and errors. */
export function SettingField(props: SettingFieldProps) {
  const { name, setting, draft, faults, needs, refusal, onDraft, onShow } = props;
  const id = useId();
  const isOwn = valueOf(setting, draft) !== null;
  const isUnsaved = isChanged(setting, draft);
  const isOfAllBoards = setting.default_from === 'all_boards';
  const problems = [
    ...faults.map((fault) => settingErrorText(setting, fault)),
    ...(refusal === null ? [] : [refusal]),
    ...(setting.problem === null ? [] : [t('setting.stored-invalid', { problem: setting.problem })]),
  ];
  const control: ControlProps = {
    id,
    setting,
    draft: isChosen(setting) ? shownDraftOf(setting, draft) : draft,
    onDraft,
    isWrong: faults.length > 0 || refusal !== null,
    describedBy: `${id}-help ${id}-problem ${id}-needs`,
  };
  const isGroup = isChosen(setting);
  const label = nameText(`setting.${name}`) ?? name;
  return (
    <div
      className="setting"
      data-setting={name}
      {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-name`, 'aria-describedby': control.describedBy })}
    >
      <div className="setting-what">
        <p className="setting-name">
          {isGroup ? (
            <span id={`${id}-name`}>{label}</span>
          ) : (
            <label id={`${id}-name`} htmlFor={id}>
              {label}
            </label>
          )}
          {isUnsaved && <span className="badge setting-unsaved">{t('setting.unsaved')}</span>}
          {isOwn && !isUnsaved && <span className="badge setting-own">{t('setting.own')}</span>}
          {!isOwn && !isUnsaved && isOfAllBoards && <span className="badge">{t('setting.inherited')}</span>}
        </p>
        <p id={`${id}-help`} className="quiet setting-help">
          {nameText(`setting-help.${name}`)}
        </p>
      </div>
      <div className="setting-how">
        {isGroup ? <ChoiceControl {...control} /> : <TextControl {...control} />}
        <NoneControl label={label} setting={setting} draft={draft} onDraft={onDraft} />
        <ul id={`${id}-problem`} className="setting-problems" aria-live="polite">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
        <SettingNeeds id={`${id}-needs`} {...needs} onShow={onShow} />
        <p className="quiet setting-facts">
          <span>
            {t(isOfAllBoards ? 'setting.default-all' : 'setting.default', {
              value: settingValueText(setting, setting.default),
            })}
            {setting.default_setting !== null && ` (${t('setting.from', { setting: setting.default_setting })})`}
          </span>
          {isUnsaved && <span>{t('setting.now', { value: settingValueText(setting, setting.in_force) })}</span>}
          {isOwn && (
            <button type="button" className="text-button" onClick={() => onDraft(defaultDraftOf(setting))}>
              {t('setting.reset')}
              <span className="visually-hidden">: {label}</span>
            </button>
          )}
        </p>
      </div>
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly setting: BoardSetting;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly isWrong: boolean;
  readonly describedBy: string;
}

function TextControl({ id, setting, draft, onDraft, isWrong, describedBy }: ControlProps): ReactNode {
  const text = typeof draft === 'string' ? draft : '';
  if (setting.options !== null) {
    return (
      <select
        id={id}
        value={text}
        onChange={({ target }) => onDraft(target.value)}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
      >
        <option value="">{settingValueText(setting, setting.default)}</option>
        {setting.options
          .filter((option) => option !== setting.default || option === text)
          .map((option) => (
            <option key={option}>{option}</option>
          ))}
      </select>
    );
  }
  if (setting.kind === 'expression' || setting.kind === 'choice') {
    return (
      <textarea
        id={id}
        value={text}
        onChange={({ target }) => onDraft(target.value)}
        rows={Math.min(10, Math.max(2, text.split('\n').length))}
        disabled={draft === false}
        placeholder={typeof setting.default === 'string' ? setting.default : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        aria-label={setting.kind === 'choice' ? t('setting.expressions') : undefined}
      />
    );
  }
  return (
    <span className="setting-number">
      <input
        id={id}
        value={text}
        onChange={({ target }) => onDraft(target.value)}
        inputMode="decimal"
        disabled={draft === false}
        autoComplete="off"
        placeholder={setting.default === null ? undefined : String(setting.default)}
        aria-invalid={isWrong}
        aria-describedby={`${id}-unit ${describedBy}`}
      />
      <span id={`${id}-unit`}>{unitText(setting)}</span>
    </span>
  );
}

function ChoiceControl(props: ControlProps): ReactNode {
  const { id, setting, draft, onDraft } = props;
  const options: readonly (readonly [name: string, chosen: Draft, label: string])[] = [
    ['yes', true, t('setting.yes')],
    ['no', false, t('setting.no')],
    ...(setting.kind === 'choice'
      ? [['match', typeof setting.default === 'string' ? setting.default : '', t('setting.where')] as const]
      : []),
  ];
  return (
    <>
      <div className="setting-options">
        {options.map(([name, chosen, label]) => (
          <label key={name} className="setting-option">
            <input
              type="radio"
              name={id}
              checked={typeof chosen === 'string' ? typeof draft === 'string' : draft === chosen}
              onChange={() => onDraft(chosen)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {typeof draft === 'string' && <TextControl {...props} />}
    </>
  );
}

/** For a setting whose value may be "none": turns off the default of all boards. */
function NoneControl({
  label,
  setting,
  draft,
  onDraft,
}: Pick<ControlProps, 'setting' | 'draft' | 'onDraft'> & { readonly label: string }): ReactNode {
  const isNeeded = setting.can_be_none && (setting.default !== null || setting.value === false || draft === false);
  if (!isNeeded) return null;
  return (
    <label className="setting-option">
      <input
        type="checkbox"
        checked={draft === false}
        onChange={({ target }) => onDraft(target.checked ? false : '')}
      />
      <span>
        {t('setting.off')}
        <span className="visually-hidden">: {label}</span>
      </span>
    </label>
  );
}
