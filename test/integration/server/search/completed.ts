import { expect } from 'vitest';
import type { Completion, CompletionAnswer } from '../../../../mappings/contract/completion.ts';
import type { GivenServer } from '../given-archive.ts';

/** Completions by the server. The last vertical bar in the text is the caret. */
export async function completedBy(server: GivenServer, marked: string): Promise<Completion[]> {
  const at = marked.lastIndexOf('|');
  const q = marked.slice(0, at) + marked.slice(at + 1);
  const parameters = new URLSearchParams({ q, at: String(at) }).toString();
  const { status, body } = await server.get(`/api/v1/search/complete?${parameters}`);
  expect({ marked, status, body }).toMatchObject({ status: 200 });
  return (body as CompletionAnswer).completions;
}
