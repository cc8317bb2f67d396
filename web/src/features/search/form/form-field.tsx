import { useId } from 'react';
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
}

export function TextField({ label, name, value, onChange, placeholder, wide = false }: TextFieldProps) {
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
        onChange={(event) => onChange(event.target.value)}
      />
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
          placeholder="2019-03-05, 7d"
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
