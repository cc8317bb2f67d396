/** Deadlines and templates of answers, which operators set. */
import type pg from 'pg';
import { RefusedError } from '../../../server/shared/errors.ts';
import type { RemovalSettings, RemovalTemplate } from '../contract/removal-requests.ts';
import type { RemovalReason } from '../requests.ts';
import { DELETE_TEMPLATES, READ_DEADLINES, READ_TEMPLATES, SAVE_DEADLINES, SAVE_TEMPLATES } from './sql.ts';

export async function deadlinesOf(client: pg.Pool | pg.ClientBase): Promise<RemovalSettings['deadlines']> {
  const { rows } = await client.query<{ reason: RemovalReason; days: number }>(READ_DEADLINES);
  return Object.fromEntries(rows.map(({ reason, days }) => [reason, days])) as RemovalSettings['deadlines'];
}

export async function templatesOf(client: pg.ClientBase): Promise<RemovalTemplate[]> {
  return (await client.query<RemovalTemplate>(READ_TEMPLATES)).rows;
}

export async function readSettings(client: pg.ClientBase): Promise<RemovalSettings> {
  return { deadlines: await deadlinesOf(client), templates: await templatesOf(client) };
}

/** In a transaction of an admin. @throws RefusedError 400 `template_twice` */
export async function saveSettings(client: pg.ClientBase, { deadlines, templates }: RemovalSettings): Promise<void> {
  const names = templates.map(({ name }) => name.toWellFormed().trim());
  const answers = templates.map(({ answer }) => answer.toWellFormed().trim());
  if (new Set(names).size < names.length)
    throw new RefusedError(400, 'template_twice', 'Two templates have the same name.');
  await client.query(SAVE_DEADLINES, [Object.keys(deadlines), Object.values(deadlines)]);
  await client.query(DELETE_TEMPLATES, [names]);
  await client.query(SAVE_TEMPLATES, [names, answers]);
}
