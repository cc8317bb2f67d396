import { useQuery } from '@tanstack/react-query';
import { fieldNamed } from '../../../../../mappings/search/fields.ts';
import { SEARCH_SORTS } from '../../../../../mappings/search/sort-names.ts';
import { identitiesQuery } from '../../../components/post/identities.tsx';
import { nameText } from '../../../lib/messages.ts';
import type { Control, NamedField } from './form-controls.ts';
import { ChoiceField, DateField, SeveralField, TextField } from './form-field.tsx';
import { t } from './texts.ts';

interface FieldOfFormProps {
  readonly control: Control;
  readonly field: (name: string) => {
    readonly name: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
}

export function FieldOfForm({ control, field }: FieldOfFormProps) {
  const props = { label: labelOf(control), ...field(control.name) };
  switch (control.kind) {
    case 'text':
      return control.name === 'identity' ? (
        <PersonField {...props} />
      ) : (
        <TextField placeholder={control.placeholder} {...props} />
      );
    case 'date':
      return <DateField {...props} />;
    case 'choice':
      return <ChoiceField choices={choicesOf(control.name)} {...props} />;
    case 'several':
      return <SeveralField values={Object.entries(valuesOf(control.name))} {...props} />;
    case 'posts':
      return (
        <ChoiceField choices={{ '': t('form.all'), op: t('form.openers'), reply: t('form.replies') }} {...props} />
      );
    case 'attachment':
      return <ChoiceField choices={attachments()} {...props} />;
    case 'flag':
      return (
        <ChoiceField choices={{ '': t('form.any'), only: t('form.only'), without: t('form.without') }} {...props} />
      );
  }
}

/** Unique in the form: `has:name` is "Has a name" beside the field "Name". */
export function labelOf(control: Control): string {
  switch (control.kind) {
    case 'posts':
      return t('field.posts');
    case 'attachment':
      return t('form.attachment');
    case 'flag':
      return nameText(`form.${control.label}`) ?? nameText(control.label) ?? control.name;
    case 'text':
    case 'date':
    case 'choice':
    case 'several':
      return nameText(`form.label.${control.name}`) ?? nameText(`field.${control.name}`) ?? control.name;
  }
}

type TextProps = Parameters<typeof TextField>[0];

/** Offers the people that admins entered. */
function PersonField(props: TextProps) {
  const { data: people = [] } = useQuery(identitiesQuery());
  return <TextField {...props} offered={people.map(({ name }) => name)} />;
}

/** The texts of the choices, by the name of the field. */
const CHOICES: Readonly<Partial<Record<NamedField, () => Readonly<Record<string, string>>>>> = {
  sort: orders,
  group: () => ({ '': t('form.each-post'), thread: t('form.one-per-thread') }),
  capcode: capcodes,
};

function choicesOf(name: NamedField): Readonly<Record<string, string>> {
  return CHOICES[name]?.() ?? { '': t('form.all'), ...valuesOf(name) };
}

/** The values that a field declares. */
function valuesOf(name: string): Readonly<Record<string, string>> {
  const declared = fieldNamed(name)?.values ?? [];
  return Object.fromEntries(declared.map(([value]) => [value, nameText(`form.${name}.${value}`) ?? value] as const));
}

function orders(): Readonly<Record<string, string>> {
  const names = SEARCH_SORTS.map((sort) => [sort, nameText(`form.${sort}`) ?? sort]);
  return { '': t('form.default-order'), ...Object.fromEntries(names) };
}

function attachments(): Readonly<Record<string, string>> {
  return {
    '': t('form.any'),
    file: t('form.any-file'),
    image: t('form.picture'),
    video: t('form.video'),
    none: t('form.no-file'),
  };
}

function capcodes(): Readonly<Record<string, string>> {
  return {
    '': t('form.any'),
    mod: t('form.mod'),
    admin: t('form.admin'),
    dev: t('form.dev'),
    manager: t('form.manager'),
    founder: t('form.founder'),
    verified: t('form.verified'),
  };
}
