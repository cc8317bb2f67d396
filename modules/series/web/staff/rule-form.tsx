import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewSeriesRule } from '../../contract/series.ts';
import { MAX_NAME } from '../../limits.ts';
import { ActionForm } from '../../../../web/src/features/admin/action-form.tsx';
import { ConfirmDialog } from '../../../../web/src/features/admin/confirm-dialog.tsx';
import { Field, SelectField, textOf, VERBATIM } from '../../../../web/src/features/admin/field.tsx';
import { announce } from '../../../../web/src/lib/announce.ts';
import { addRule, fetchEffect } from './api.ts';
import { refreshSeries } from './refresh-series.ts';
import { sentenceOf } from './rule-text.ts';
import { t } from './texts.ts';

const KINDS = ['join', 'split', 'move'] as const;
type Kind = (typeof KINDS)[number];

interface RuleFormProps {
  readonly board: string;
  /** The series that the address names. */
  readonly series: string;
}

/** Joins a series into another one, splits it, or moves threads. The number of threads that move is shown before. */
export function RuleForm({ board, series }: RuleFormProps) {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<Kind>('join');
  const [resets, setResets] = useState(0);
  const [rule, setRule] = useState<NewSeriesRule | null>(null);
  const work = useMutation({
    async mutationFn(fields: FormData) {
      const wanted = ruleOf(kind, fields);
      const { threads } = await fetchEffect(board, wanted);
      return { wanted, threads };
    },
    onSuccess: ({ wanted }) => setRule(wanted),
  });
  const store = async (wanted: NewSeriesRule) => {
    await addRule(board, wanted);
    announce(t('series-rules.added'));
    setResets(resets + 1);
    await refreshSeries(queryClient);
  };
  return (
    <section aria-labelledby="add-rule">
      <h2 id="add-rule">{t('series-rules.add')}</h2>
      <ActionForm
        key={resets}
        work={work}
        onSubmit={(fields) => work.mutate(fields)}
        what={t('series-rules.what')}
        submit={t('series-rules.continue')}
      >
        <SelectField
          label={t('series-rules.kind')}
          value={kind}
          options={KINDS}
          optionText={(one) => t(`series-rules.${one}`)}
          onChoose={setKind}
        />
        {kind !== 'move' && (
          <NameField name="series" label={t('series-rules.series')} defaultValue={series} isRequired />
        )}
        {kind !== 'join' && (
          <>
            <ThreadField name="first_thread" label={t('series-rules.first-thread')} isRequired />
            <ThreadField
              name="last_thread"
              label={t('series-rules.last-thread')}
              help={t(kind === 'split' ? 'series-rules.last-open' : 'series-rules.last-same')}
            />
          </>
        )}
        <NameField
          name="target"
          label={t(kind === 'split' ? 'series-rules.new-name' : 'series-rules.target')}
          isRequired={kind !== 'move'}
          {...(kind === 'move' && { help: t('series-rules.target-none') })}
        />
      </ActionForm>
      {rule !== null && (
        <ConfirmDialog
          title={sentenceOf(rule)}
          confirm={t('series-rules.confirm')}
          action={async () => store(rule)}
          onClose={() => setRule(null)}
        >
          <p>{t('series-rules.moving', { count: work.data?.threads ?? 0 })}</p>
          <p className="quiet">{t('series-rules.later')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function ruleOf(kind: Kind, fields: FormData): NewSeriesRule {
  const number = (name: string) => {
    const text = textOf(fields, name);
    return text === '' ? null : Number(text);
  };
  const name = (field: string) => {
    // Names are written like tags.
    const text = textOf(fields, field).replaceAll(/^\/|\/$/g, '');
    return text === '' ? null : text;
  };
  const target = name('target');
  const first = number('first_thread');
  const last = number('last_thread');
  if (kind === 'join') return { series: name('series'), target };
  if (kind === 'split') return { series: name('series'), first_thread: first, last_thread: last, target };
  return { first_thread: first, last_thread: last ?? first, target };
}

interface InputProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly isRequired?: boolean;
}

function NameField({
  name,
  label,
  help,
  isRequired = false,
  defaultValue = '',
}: InputProps & { defaultValue?: string }) {
  return (
    <Field
      {...VERBATIM}
      name={name}
      label={label}
      help={help}
      required={isRequired}
      maxLength={MAX_NAME}
      pattern="/?[^\s\/]+/?"
      defaultValue={defaultValue}
    />
  );
}

function ThreadField({ name, label, help, isRequired = false }: InputProps) {
  return (
    <Field
      {...VERBATIM}
      name={name}
      label={label}
      help={help}
      required={isRequired}
      inputMode="numeric"
      maxLength={16}
      pattern="[1-9][0-9]{0,15}"
    />
  );
}
