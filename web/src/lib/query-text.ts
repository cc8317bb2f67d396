import type { QueryForm } from '../../../mappings/contract/form.ts';

/** The query for the values of the advanced search form. Empty fields are left out. */
export function queryOfForm(form: QueryForm): string {
  const fields = [
    ...(form.boards.length === 0 ? [] : [`board:${form.boards.map(spell).join(',')}`]),
    ...written(form.texts),
    ...written(form.values),
    ...written({ after: form.after, before: form.before }),
    ...(form.posts === '' ? [] : [`is:${form.posts}`]),
    ...chosen(form.files, 'has:file'),
    ...chosen(form.deleted, 'is:deleted'),
  ];
  const words = form.words.trim();
  // OR has the lowest precedence: without parentheses the fields would apply to its last operand only.
  const together = fields.length > 0 && /\sOR\s|\|/.test(words) ? `(${words})` : words;
  const order = [
    ...(form.group === '' ? [] : [`group:${form.group}`]),
    ...(form.sort === '' ? [] : [`sort:${form.sort}`]),
  ];
  return [together, ...fields, ...order].filter((piece) => piece !== '').join(' ');
}

function written(fields: Readonly<Record<string, string>>): string[] {
  return Object.entries(fields).flatMap(([name, value]) => (value.trim() === '' ? [] : [`${name}:${spell(value)}`]));
}

function chosen(choice: QueryForm['files'], field: string): string[] {
  if (choice === '') return [];
  return [choice === 'only' ? field : `-${field}`];
}

/** Quotes a value unless it is a plain word. */
export function spell(text: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N}_.:/-]*$/u.test(text) ? text : `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
