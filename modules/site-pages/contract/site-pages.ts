/** Pages of the site that operators write: `/api/v1/pages` and `/api/v1/admin/pages`. */
import { Type, type Static } from 'typebox';
import { NOT_BLANK } from '../../../mappings/contract/not-blank.ts';
import { nullable } from '../../../mappings/contract/nullable.ts';
import { MAX_MARKDOWN, PAGE_NAMES } from '../page-names.ts';
import type { PageNode } from './page-node.ts';

const Name = Type.Enum([...PAGE_NAMES], { type: 'string' });
const LANGUAGE_TAG = { pattern: '^[a-z]{2}$', maxLength: 2 };
const Language = Type.String({ ...LANGUAGE_TAG, description: 'A language of the pages, such as `en`.' });
const Markdown = Type.String({
  minLength: 1,
  maxLength: MAX_MARKDOWN,
  pattern: NOT_BLANK,
  description: 'CommonMark with tables and deleted text. HTML is shown as text, images are links.',
});

/** A discriminated union by `kind`, typed in page-node.ts. */
const Content = Type.Array(
  Type.Unsafe<PageNode>({
    type: 'object',
    required: ['kind'],
    additionalProperties: true,
    properties: { kind: { type: 'string' } },
  }),
  {
    description:
      'The text as a tree: `kind` of a node determines its other fields, `children` among them. It contains no HTML.',
  },
);

export const SitePagePath = Type.Object({ sitePage: Name });
export const SitePageTextPath = Type.Object({ sitePage: Name, language: Language });

export const SitePageQuery = Type.Object(
  {
    language: Type.Optional(
      Type.String({
        ...LANGUAGE_TAG,
        description: 'The wanted language; by default the first of `Accept-Language` that the pages have.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const SitePage = Type.Object(
  {
    name: Name,
    language: Type.String({
      description:
        'Language of the text. Another than the wanted one if the operator has written the page in others only.',
    }),
    title: nullable(Type.String({ description: 'The heading with which the text begins; null if there is none.' })),
    content: Content,
    changed_at: nullable(Type.String({ format: 'date-time', description: 'null for a default.' })),
  },
  { $id: 'SitePage' },
);
export type SitePage = Static<typeof SitePage>;

export const SitePageText = Type.Object(
  {
    name: Name,
    language: Language,
    markdown: nullable(Type.String({ description: "The operator's text; null if the page shows its default." })),
    standard: Type.String({ description: 'The default, as Markdown.' }),
    changed_at: nullable(Type.String({ format: 'date-time' })),
    changed_by: nullable(Type.String({ description: 'An account, or `cli`.' })),
  },
  { $id: 'SitePageText' },
);
export type SitePageText = Static<typeof SitePageText>;

export const SitePageTexts = Type.Object(
  { texts: Type.Array(SitePageText, { description: 'Each page in each language.' }) },
  { $id: 'SitePageTexts' },
);

export const WriteSitePage = Type.Object(
  {
    markdown: Markdown,
    replaces: Type.Optional(
      nullable(
        Type.String({
          format: 'date-time',
          maxLength: 40,
          description:
            '`changed_at` of the text that this one replaces, null for the default. 409 if it is another by now.',
        }),
      ),
    ),
  },
  { $id: 'WriteSitePage', additionalProperties: false },
);

export const PreviewSitePage = Type.Object(
  { markdown: Markdown },
  { $id: 'PreviewSitePage', additionalProperties: false },
);

export const SitePagePreview = Type.Object(
  {
    title: SitePage.properties.title,
    content: Content,
    problem: nullable(Type.String({ description: 'The reason, with a line, why this text would be refused.' })),
  },
  { $id: 'SitePagePreview' },
);
export type SitePagePreview = Static<typeof SitePagePreview>;
