import type { SettingNeed } from '../../../../../mappings/board-settings/needs.ts';
import { isBoardSetting } from '../../../../../mappings/board-settings/table.ts';
import { nameText } from '../../../lib/messages.ts';
import { t } from '../texts.ts';

interface SettingNeedsProps {
  readonly id: string;
  /** Unmet needs that keep the value in the form from having an effect. */
  readonly unmet: readonly SettingNeed[];
  /** All unmet needs: the others matter as soon as the setting is turned on. */
  readonly missing: readonly SettingNeed[];
  /** Brings a setting of this form into view. */
  readonly onShow: (name: string) => void;
}

/** The settings without which this one has no effect, and how to set them. */
export function SettingNeeds({ id, unmet, missing, onShow }: SettingNeedsProps) {
  return (
    <ul id={id} className="setting-needs">
      {missing.map((need) => {
        const { setting, state } = need;
        const isHere = isBoardSetting(setting);
        const name = (isHere ? nameText(`setting.${setting}`) : null) ?? setting;
        const isAlarm = unmet.some((one) => one.setting === setting);
        return (
          <li key={setting} className={isAlarm ? 'setting-need-unmet' : 'quiet'}>
            {t(`setting.needs.${state}`, { setting: name })}{' '}
            {isHere ? (
              <button type="button" className="text-button" onClick={() => onShow(setting)}>
                {t('setting.needs-show')}
                <span className="visually-hidden">: {name}</span>
              </button>
            ) : (
              t('setting.needs-how')
            )}
          </li>
        );
      })}
    </ul>
  );
}
