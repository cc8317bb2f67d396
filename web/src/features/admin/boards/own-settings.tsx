import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { boardSettingsAddress } from '../../../lib/addresses.ts';
import { nameText } from '../../../lib/messages.ts';
import { boardSettingsQuery } from '../queries.ts';
import { settingValueText } from '../settings/setting-values.ts';
import { t } from '../texts.ts';

/** The settings in which a board differs from the built-in defaults, with their source. */
export function OwnSettings({ board }: { readonly board: string }) {
  const { data, error, refetch } = useQuery(boardSettingsQuery(board));
  if (data === undefined) {
    if (error === null) return <p className="admin-waiting" aria-busy="true" />;
    return <ErrorMessage inner error={error} onRetry={() => void refetch()} />;
  }
  const set = data.settings.filter(({ value, default_from: from }) => value !== null || from === 'all_boards');
  return (
    <>
      {set.length === 0 && <p className="quiet">{t('board-page.own-none')}</p>}
      {set.length > 0 && (
        <dl className="facts">
          {set.map((setting) => (
            <div key={setting.name}>
              <dt>{nameText(`setting.${setting.name}`) ?? setting.name}</dt>
              <dd>
                {settingValueText(setting, setting.in_force)}{' '}
                <span className="badge">{t(setting.value === null ? 'setting.inherited' : 'setting.own')}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="board-page-more">
        <a href={boardSettingsAddress(board)}>{t('board-page.own-all')}</a>
      </p>
    </>
  );
}
