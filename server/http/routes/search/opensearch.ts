import type { FastifyInstance } from 'fastify';
import { element, xmlDocument } from '../../../feeds/xml.ts';
import { Site } from '../../../shared/site.ts';
import { FOR_READERS } from '../../access.ts';

const OPENSEARCH_PATH = '/opensearch.xml';
const OPENSEARCH_TYPE = 'application/opensearchdescription+xml';

/** OpenSearch description: browsers can add this archive as a search engine with suggestions. */
export function registerOpenSearch(app: FastifyInstance, publicUrl: string | null): void {
  app.get(OPENSEARCH_PATH, FOR_READERS, async (request, reply) =>
    reply
      .type(`${OPENSEARCH_TYPE}; charset=utf-8`)
      .header('cache-control', 'public, max-age=3600')
      .send(descriptionOf(Site.of(request, publicUrl))),
  );
}

function descriptionOf({ base }: Site): string {
  const url = (type: string, rel: string, template: string) =>
    element('Url', { type, rel, template: `${base}${template}` });
  return xmlDocument(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      element('ShortName', {}, 'Sagasu'),
      // Distinguishes archives; OpenSearch allows 48 characters.
      element('LongName', {}, `Sagasu at ${new URL(base).host}`.slice(0, 48)),
      element('Description', {}, 'Search the posts of imageboards and other public discussions.'),
      element('InputEncoding', {}, 'UTF-8'),
      element('OutputEncoding', {}, 'UTF-8'),
      element('Image', { width: 16, height: 16, type: 'image/svg+xml' }, `${base}/favicon.svg`),
      url('text/html', 'results', '/search?q={searchTerms}'),
      url('application/x-suggestions+json', 'suggestions', '/api/v1/search/suggestions?q={searchTerms}'),
      url('application/atom+xml', 'results', '/api/v1/search/feed.atom?q={searchTerms}'),
      url(OPENSEARCH_TYPE, 'self', OPENSEARCH_PATH),
    ),
  );
}
