import { useId } from 'react';
import { boxName } from './sent-form.ts';
import { t } from './texts.ts';

interface FieldProps<V extends string> {
  readonly label: string;
  /** The name of the input, for a form that is sent without scripts. */
  readonly name: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
}

interface TextFieldProps extends FieldProps<string> {
  readonly placeholder?: string | undefined;
  /** Spans the whole width of the form. */
  readonly wide?: boolean;
  /** Values that the browser offers. */
  readonly offered?: readonly string[];
}

export function TextField({ label, name, value, onChange, placeholder, wide = false, offered = [] }: TextFieldProps) {
  const id = useId();
  return (
    <div className={wide ? 'form-field form-field-wide' : 'form-field'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="text"
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        list={offered.length === 0 ? undefined : `${id}-offered`}
        onChange={(event) => onChange(event.target.value)}
      />
      {offered.length > 0 && (
        <datalist id={`${id}-offered`}>
          {offered.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}

interface ChoiceFieldProps<V extends string> extends FieldProps<V> {
  readonly choices: Readonly<Record<V, string>>;
}

/** A choice among values; a current value that is missing among them is added. */
export function ChoiceField<V extends string>({ label, name, value, choices, onChange }: ChoiceFieldProps<V>) {
  const id = useId();
  const known = Object.keys(choices) as V[];
  const all = known.includes(value) ? known : [...known, value];
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} value={value} onChange={(event) => onChange(event.target.value as V)}>
        {all.map((choice) => (
          <option key={choice} value={choice}>
            {choices[choice] ?? choice}
          </option>
        ))}
      </select>
    </div>
  );
}

interface SeveralFieldProps extends FieldProps<string> {
  /** Each value with its text. */
  readonly values: readonly (readonly [value: string, text: string])[];
}

/** A box for each value; no box means any value. Further values of the query get boxes too. */
export function SeveralField({ label, name, value, values, onChange }: SeveralFieldProps) {
  const chosen = value.split(',').filter((one) => one !== '');
  const known = new Set(values.map(([one]) => one));
  const others = [...new Set(chosen)].filter((one) => !known.has(one)).map((one) => [one, one] as const);
  return (
    <fieldset className="form-boxes">
      <legend>{label}</legend>
      {[...values, ...others].map(([one, text]) => (
        <label key={one}>
          <input
            type="checkbox"
            name={boxName(name, one)}
            checked={chosen.includes(one)}
            onChange={({ target }) =>
              onChange((target.checked ? [...chosen, one] : chosen.filter((other) => other !== one)).join(','))
            }
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

/** Dates in the query language's syntax (`2019`, `2019-03`, `7d`); the calendar enters whole days. */
export function DateField({ label, name, value, onChange }: FieldProps<string>) {
  const id = useId();
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <span className="form-date">
        <input
          id={id}
          name={name}
          type="text"
          value={value}
          placeholder="2019-03, 7d"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          type="date"
          aria-label={t('form.pick-day', { label })}
          value={/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </div>
  );
}
