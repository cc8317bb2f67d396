import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { ErrorMessage } from '../../components/error-message.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useTitle } from '../../lib/use-title.ts';
import './api-docs.css';
import { Marked } from './marked.tsx';
import { matches, operationsOf, type OpenApiDocument } from './openapi.ts';
import { OperationEntry } from './operation.tsx';
import { apiDocumentQuery } from './queries.ts';
import { t } from './texts.ts';

/** The API reference, rendered from the OpenAPI document of this server, which is in English. */
export function ApiDocsPage() {
  useTitle(t('api-docs.name'));
  const { data, error, refetch } = useQuery(apiDocumentQuery());
  return (
    <section className="api-docs">
      <PageHeading>{t('api-docs.name')}</PageHeading>
      {data === undefined && error === null && <p className="quiet api-waiting" aria-busy="true" />}
      {data === undefined && error !== null && <ErrorMessage inner error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Reference document={data} />}
    </section>
  );
}

function Reference({ document }: { readonly document: OpenApiDocument }) {
  const [words, setWords] = useState('');
  const field = useId();
  // The operation in the address exists only after this rendering.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id !== '') window.document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView();
  }, []);
  const found = operationsOf(document).filter((operation) => matches(operation, words));
  return (
    <>
      <p>
        {document.info.description}{' '}
        <a href="/api/openapi.json" rel="noopener">
          {t('api-docs.document')}
        </a>
      </p>
      <p className="api-search">
        <label htmlFor={field}>{t('api-docs.search')}</label>
        <input id={field} type="search" value={words} onChange={(event) => setWords(event.target.value)} />
      </p>
      <output className="quiet">{t('api-docs.found', { count: found.length })}</output>
      {(document.tags ?? []).map(({ name, description }) => {
        const some = found.filter(({ tags }) => tags?.includes(name) === true);
        return (
          some.length > 0 && (
            <section key={name} lang="en" aria-labelledby={`tag-${name}`}>
              <h2 id={`tag-${name}`}>{name}</h2>
              {description !== undefined && (
                <p className="quiet">
                  <Marked text={description} />
                </p>
              )}
              {some.map((operation) => (
                <OperationEntry key={operation.id} operation={operation} document={document} />
              ))}
            </section>
          )
        );
      })}
    </>
  );
}
