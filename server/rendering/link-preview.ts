/** Link previews in other programs: the address of the page, oEmbed, and Open Graph. */
import { escapeHtml } from '../../mappings/comment/print-html.ts';
import type { PagePreview } from '../../mappings/contract/rendering.ts';
import { shortened } from '../feeds/feed.ts';
import type { Site } from '../shared/site.ts';

const DESCRIPTION_LENGTH = 250;

/** '' for a page about the archive itself, since the built page contains that description. */
export function descriptionOf({ description }: PagePreview): string {
  return shortened((description ?? '').replaceAll(/\s+/g, ' ').trim(), DESCRIPTION_LENGTH);
}

/** The elements of a page's head, as HTML. */
export function previewHtml(title: string, preview: PagePreview, site: Site): string {
  const canonical = site.whole(preview.path);
  const { type, image } = preview;
  const description = descriptionOf(preview);
  const properties = [
    ['og:site_name', 'Sagasu'],
    ['og:type', type],
    ['og:title', title],
    ['og:url', canonical],
    ['og:description', description === '' ? null : description],
    ['og:image', image === null ? null : site.whole(image)],
  ] as const;
  const lines = properties.flatMap(([name, value]) =>
    value === null ? [] : [`<meta property="${name}" content="${escapeHtml(value)}">`],
  );
  const embed = `${site.base}/api/v1/oembed?url=${encodeURIComponent(canonical)}`;
  const links = [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...(type === 'article'
      ? [`<link rel="alternate" type="application/json+oembed" href="${escapeHtml(embed)}">`]
      : []),
  ];
  return [...links, ...lines].join('\n');
}
