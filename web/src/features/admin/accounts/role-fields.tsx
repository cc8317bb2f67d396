import { useQuery } from '@tanstack/react-query';
import { BoardOptions } from '../board-options.tsx';
import { ROLES, type RoleOnBoard } from '../../../../../mappings/roles.ts';
import { boardsQuery } from '../../../lib/queries.ts';
import { SelectField } from '../field.tsx';
import { t } from '../texts.ts';

interface RoleFieldsProps {
  readonly roles: readonly RoleOnBoard[];
  readonly onChange: (roles: readonly RoleOnBoard[]) => void;
}

/** Roles of an account, each for a board or for all. */
export function RoleFields({ roles, onChange }: RoleFieldsProps) {
  const { data: boards = [] } = useQuery(boardsQuery());
  const replace = (index: number, to: Partial<RoleOnBoard>) =>
    onChange(roles.map((role, place) => (place === index ? { ...role, ...to } : role)));
  return (
    <fieldset className="role-fields">
      <legend>{t('accounts.column.roles')}</legend>
      {roles.map((role, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no identity except their position
        <div className="field-row" key={index}>
          <SelectField
            label={t('accounts.role')}
            value={role.role}
            options={ROLES}
            optionText={(name) => t(`role.${name}`)}
            onChoose={(name) => replace(index, { role: name })}
          />
          <SelectField
            label={t('accounts.board')}
            value={role.board ?? ''}
            onChange={({ target }) => replace(index, { board: target.value === '' ? null : target.value })}
          >
            <option value="">{t('accounts.all-boards')}</option>
            <BoardOptions boards={boards} />
          </SelectField>
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
