/** oEmbed 1.0 (https://oembed.com): other sites show a linked post in place of its address. */
import { Type, type Static } from 'typebox';
import { nullable } from './nullable.ts';

export const OEmbedQuery = Type.Object({
  url: Type.String({ maxLength: 2_000, description: 'Address of a thread or post of this archive.' }),
  format: Type.Optional(Type.Enum(['json'], { type: 'string', description: 'The only format.' })),
  maxwidth: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Pixels.' })),
  maxheight: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: 'Pixels, for the thumbnail.' })),
});

export const OEmbed = Type.Object(
  {
    version: Type.Literal('1.0'),
    type: Type.Literal('rich'),
    title: Type.String({ description: 'The subject, or the first words.' }),
    author_name: Type.String(),
    provider_name: Type.Literal('Sagasu'),
    provider_url: Type.String(),
    cache_age: Type.Integer({ description: 'Seconds. Posts are hidden and removed, so it is short.' }),
    html: Type.String({ description: 'A quotation without scripts, styles and pictures.' }),
    width: Type.Integer(),
    height: nullable(Type.Integer({ description: 'null: it depends on the text.' })),
    thumbnail_url: Type.Optional(Type.String()),
    thumbnail_width: Type.Optional(Type.Integer()),
    thumbnail_height: Type.Optional(Type.Integer()),
  },
  { $id: 'OEmbed' },
);
export type OEmbed = Static<typeof OEmbed>;
