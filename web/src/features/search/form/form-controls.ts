/** The controls of the advanced search form, as the fields of the query language declare them. */
import type { FormSection } from '../../../../../mappings/search/field.ts';
import {
  FIELDS,
  HAS_KINDS,
  HAS_VALUES,
  IS_KINDS,
  IS_VALUES,
  type FieldName,
  type HasValue,
  type IsValue,
} from '../../../../../mappings/search/fields.ts';

/** The fields that have a name in the texts of the pages. */
export type NamedField = Exclude<FieldName, 'is' | 'has'>;

/** `name`: that of the input. */
export type Control =
  | { readonly kind: 'text'; readonly name: NamedField; readonly placeholder: string | undefined }
  | { readonly kind: 'date' | 'choice' | 'several'; readonly name: NamedField }
  /** All posts, `is:op` or `is:reply`. */
  | { readonly kind: 'posts'; readonly name: 'posts' }
  /** Any posts, `has:file`, `has:image`, `has:video` or `-has:file`. */
  | { readonly kind: 'attachment'; readonly name: 'attachment' }
  /** Any posts, only those with a value of `is:` or `has:`, or only those without it. */
  | { readonly kind: 'flag'; readonly name: string; readonly label: `is.${IsValue}` | `has.${HasValue}` };

/** The groups that are always shown. */
export const SHOWN_SECTIONS = ['text', 'time', 'kind', 'answer'] as const satisfies readonly FormSection[];

/** The groups that can be opened and closed. */
export const FOLDED_SECTIONS = ['poster', 'file', 'thread', 'links', 'more'] as const satisfies readonly FormSection[];

export function controlsOf(section: FormSection): readonly Control[] {
  const controls = FIELDS.filter(({ form }) => form?.section === section).map(({ name, form }): Control => {
    const { control = 'text', placeholder } = form ?? {};
    const named = name as NamedField;
    return control === 'text' ? { kind: control, name: named, placeholder } : { kind: control, name: named };
  });
  const flags: readonly Control[] = [
    ...HAS_VALUES.filter((value) => HAS_KINDS[value].form === section).map(
      (value) => ({ kind: 'flag', name: `has:${value}`, label: `has.${value}` }) as const,
    ),
    ...IS_VALUES.filter((value) => IS_KINDS[value].form === section).map(
      (value) => ({ kind: 'flag', name: `is:${value}`, label: `is.${value}` }) as const,
    ),
  ];
  const ofKinds: readonly Control[] =
    section === 'kind'
      ? [
          { kind: 'posts', name: 'posts' },
          { kind: 'attachment', name: 'attachment' },
        ]
      : [];
  return [...ofKinds, ...controls, ...flags];
}
