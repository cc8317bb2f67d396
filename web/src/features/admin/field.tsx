import { type ComponentProps, type ReactNode, useId } from 'react';

interface Labels {
  readonly label: ReactNode;
  /** A sentence below the control. */
  readonly help?: ReactNode;
}

type FieldProps<Control extends 'input' | 'select' | 'textarea'> = Labels & ComponentProps<Control>;

/** An input with its label. All other props are passed to the input. */
export function Field({ label, help, ...input }: FieldProps<'input'>) {
  return (
    <Labelled label={label} help={help} control={input}>
      {(named) => <input {...input} {...named} />}
    </Labelled>
  );
}

export function TextAreaField({ label, help, ...area }: FieldProps<'textarea'>) {
  return (
    <Labelled label={label} help={help} control={area}>
      {(named) => <textarea {...area} {...named} />}
    </Labelled>
  );
}

interface SelectFieldProps<Name extends string> extends FieldProps<'select'> {
  readonly options?: readonly Name[];
  readonly optionText?: (name: Name) => string;
  /** Called with the chosen option. */
  readonly onChoose?: (name: Name) => void;
}

/** A menu with its label. Its options are `children`, if any, then `options`. */
export function SelectField<Name extends string>(props: SelectFieldProps<Name>) {
  const { label, help, options = [], optionText = String, onChoose, children, ...select } = props;
  return (
    <Labelled label={label} help={help} control={select}>
      {(named) => (
        <select
          {...select}
          {...named}
          {...(onChoose !== undefined && {
            onChange: ({ target: { value } }) => {
              const chosen = options.find((name) => name === value);
              if (chosen !== undefined) onChoose(chosen);
            },
          })}
        >
          {children}
          {options.map((name) => (
            <option key={name} value={name}>
              {optionText(name)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** A checkbox with its label. */
export function CheckField({ label, ...input }: Omit<FieldProps<'input'>, 'help'>) {
  return (
    <label className="check">
      <input {...input} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}

/** Attributes of an input for names and codes, which turn off corrections by browsers and phones. */
export const VERBATIM = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;

/** The text of a form's field. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

interface LabelledProps extends Labels {
  readonly control: { readonly id?: string | undefined; readonly 'aria-describedby'?: string | undefined };
  readonly children: (named: { readonly id: string; readonly 'aria-describedby'?: string }) => ReactNode;
}

function Labelled({ label, help, control, children }: LabelledProps) {
  const ownId = useId();
  const id = control.id ?? ownId;
  const helpId = `${id}-help`;
  const described = [help !== undefined && helpId, control['aria-describedby']].filter(Boolean).join(' ');
  return (
    <p className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(described !== '' && { 'aria-describedby': described }) })}
      {help !== undefined && (
        <span id={helpId} className="quiet">
          {help}
        </span>
      )}
    </p>
  );
}
