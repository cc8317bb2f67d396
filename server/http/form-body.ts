import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RefusedError } from '../shared/errors.ts';

/** Longer than any report with its note, encoded. */
const BODY_LIMIT_BYTES = 16_384;
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;

/** Text fields of a form; a field that is sent several times is a list. Files are left out. */
export type FormBody = Readonly<Record<string, string | string[]>>;

/** Lets the routes of this scope take HTML forms in both encodings: their body is a `FormBody`. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    [...FORM_TYPES],
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async ({ headers }: FastifyRequest, body: Buffer): Promise<FormBody> => {
      const fields = await readForm(body, headers['content-type'] ?? '');
      const names = [...new Set(fields.map(([name]) => name))];
      const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
      return Object.fromEntries(
        names.map((name) => {
          const [first = '', ...more] = valuesOf(name);
          // PHP forms name a list `posts[]`.
          return [name.replace(/\[\]$/, ''), more.length === 0 && !name.endsWith('[]') ? first : [first, ...more]];
        }),
      );
    },
  );
}

async function readForm(body: Buffer, type: string): Promise<readonly (readonly [string, string])[]> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  } catch {
    throw new RefusedError(400, 'request_invalid', 'The form cannot be read.');
  }
}
