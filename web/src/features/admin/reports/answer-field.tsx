import { MAX_ANSWER } from '../../../../../mappings/report.ts';
import { Field } from '../field.tsx';
import { t } from '../texts.ts';

interface AnswerFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The answer to those who reported one or several posts. */
export function AnswerField({ value, onChange }: AnswerFieldProps) {
  return (
    <Field
      type="text"
      label={t('reports.answer')}
      help={t('reports.answer-help')}
      value={value}
      maxLength={MAX_ANSWER}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
