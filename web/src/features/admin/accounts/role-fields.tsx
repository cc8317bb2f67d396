import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { BoardOptions } from '../board-options.tsx';
import { ROLES, type Role, type RoleOnBoard } from '../../../../../mappings/roles.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { t } from '../texts.ts';

interface RoleFieldsProps {
  readonly roles: readonly RoleOnBoard[];
  readonly onChange: (roles: readonly RoleOnBoard[]) => void;
}

/** Roles of an account, each for a board or for all. */
export function RoleFields({ roles, onChange }: RoleFieldsProps) {
  const id = useId();
  const { data: boards = [] } = useQuery(boardsQuery());
  const replace = (index: number, to: Partial<RoleOnBoard>) =>
    onChange(roles.map((role, place) => (place === index ? { ...role, ...to } : role)));
  return (
    <fieldset className="role-fields">
      <legend>{t('accounts.column.roles')}</legend>
      {roles.map((role, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no identity except their position
        <div className="field-row" key={index}>
          <p className="field">
            <label htmlFor={`${id}-role-${index}`}>{t('accounts.role')}</label>
            <select
              id={`${id}-role-${index}`}
              value={role.role}
              onChange={({ target }) => replace(index, { role: target.value as Role })}
            >
              {ROLES.map((name) => (
                <option key={name} value={name}>
                  {t(`role.${name}`)}
                </option>
              ))}
            </select>
          </p>
          <p className="field">
            <label htmlFor={`${id}-board-${index}`}>{t('accounts.board')}</label>
            <select
              id={`${id}-board-${index}`}
              value={role.board ?? ''}
              onChange={({ target }) => replace(index, { board: target.value === '' ? null : target.value })}
            >
              <option value="">{t('accounts.all-boards')}</option>
              <BoardOptions boards={boards} />
            </select>
          </p>
          <button
            type="button"
            className="quiet-button"
            aria-label={t('accounts.remove-role', { role: roleText(role) })}
            onClick={() => onChange(roles.filter((_role, place) => place !== index))}
          >
            ×
          </button>
        </div>
      ))}
      <button
        type="button"
        className="quiet-button"
        onClick={() => onChange([...roles, { role: 'janitor', board: null }])}
      >
        {t('accounts.add-role')}
      </button>
    </fieldset>
  );
}

/** "moderator /g/". */
export function roleText({ role, board }: RoleOnBoard): string {
  return board === null ? t(`role.${role}`) : `${t(`role.${role}`)} /${board}/`;
}
