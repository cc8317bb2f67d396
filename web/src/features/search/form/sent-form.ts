/** The query of a form that a browser sent without scripts. */
import { type FormModel, queryOf, withField, withWords } from './form-model.ts';

/** Names of the form's inputs besides those of fields. */
export const WORDS = 'words';
/** The boxes of a field that takes several values. */
const BOX = /^(board|ext)\.([^.]+)$/;
const FIELD = /^(?:(?:is|has):)?[a-z0-9.-]+$/;

export function boxName(field: string, value: string): string {
  return `${field}.${value}`;
}

export function queryOfForm(sent: Readonly<Record<string, unknown>>): string {
  const boxes = new Map<string, string[]>();
  let model: FormModel = [];
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    const [, field = '', box] = BOX.exec(name) ?? [];
    if (box !== undefined) boxes.set(field, [...(boxes.get(field) ?? []), box]);
    else if (name === WORDS) model = withWords(model, value);
    else if (FIELD.test(name)) model = withField(model, name, value);
  }
  for (const [field, values] of boxes) model = withField(model, field, values.join(','));
  return queryOf(model);
}
