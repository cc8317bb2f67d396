/** The query of a form that a browser sent without scripts. */
import { type FormModel, queryOf, withField, withWords } from './form-model.ts';

/** Names of the form's inputs besides those of fields. */
export const WORDS = 'words';
const BOARD = /^board\.(.+)$/;
const FIELD = /^(?:(?:is|has):)?[a-z0-9.-]+$/;

export function boardInput(board: string): string {
  return `board.${board}`;
}

export function queryOfForm(sent: Readonly<Record<string, unknown>>): string {
  const boards: string[] = [];
  let model: FormModel = [];
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    const board = BOARD.exec(name)?.[1];
    if (board !== undefined) boards.push(board);
    else if (name === WORDS) model = withWords(model, value);
    else if (FIELD.test(name)) model = withField(model, name, value);
  }
  return queryOf(boards.length === 0 ? model : withField(model, 'board', boards.join(',')));
}
