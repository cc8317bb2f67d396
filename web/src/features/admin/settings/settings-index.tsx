import { useEffect, useId } from 'react';
import { announce } from '../../../lib/announce.ts';
import { nameText } from '../../../lib/messages.ts';
import { t } from '../texts.ts';

interface SettingsIndexProps {
  /** The groups that are shown now, in the order of the form. */
  readonly groups: readonly string[];
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** How many settings contain the words; null without words. */
  readonly found: number | null;
}

/** The address of a group of settings on its page. */
export const groupId = (group: string) => `settings-${group}`;

/** Finds settings by words, and links to their groups. It stays above the form on wide screens. */
export function SettingsIndex({ groups, words, onWords, found }: SettingsIndexProps) {
  const id = useId();
  const outcome = found === null ? '' : t('settings.found', { count: found });
  useEffect(() => {
    if (outcome !== '') announce(outcome);
  }, [outcome]);
  return (
    <div className="settings-index">
      <p className="field settings-find">
        <label htmlFor={id}>{t('settings.find')}</label>
        <input
          id={id}
          type="search"
          value={words}
          onChange={({ target }) => onWords(target.value)}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-found`}
        />
        <span id={`${id}-found`} className="quiet">
          {outcome}
        </span>
      </p>
      <nav aria-label={t('settings.index')}>
        <ul>
          {groups.map((group) => (
            <li key={group}>
              <a href={`#${groupId(group)}`}>{groupName(group)}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

export function groupName(group: string): string {
  return nameText(`settings.group.${group}`) ?? group;
}
