import { useQuery } from '@tanstack/react-query';
import { boardsQuery } from '../../../lib/queries.ts';
import { t } from '../../../lib/messages.ts';

interface BoardChoicesProps {
  readonly chosen: readonly string[];
  readonly onChange: (boards: string[]) => void;
}

/** None chosen means all. */
export function BoardChoices({ chosen, onChange }: BoardChoicesProps) {
  const { data: boards = [] } = useQuery(boardsQuery());
  const names = boards.map((board) => board.name).toSorted();
  return (
    <fieldset className="form-boards">
      <legend>{t('form.boards')}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
          /{name}/
        </label>
      ))}
    </fieldset>
  );
}
